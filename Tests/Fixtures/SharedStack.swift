import Foundation
import Messages
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// One installation for many tests of a process, each of which finds it without an account, as after `pulsum up` on an
/// empty directory: the accounts of a test are erased behind it.
///
/// A test that looks at whole logs or files, counts processes, kills one or changes a setting starts its own.
private actor SharedStack {
    static let current = SharedStack()
    private var stack: Stack?

    /// Ends the installation with this process.
    private static let lastProcess = Mutex<(id: Int32, scratch: String)?>(nil)
    private static let endsAtExit: Void = {
        atexit {
            guard let last = SharedStack.lastProcess.withLock({ $0 }) else { return }
            kill(last.id, SIGTERM)
            for _ in 0..<400 where waitpid(last.id, nil, WNOHANG) == 0 { usleep(25_000) }
            try? FileManager.default.removeItem(atPath: last.scratch)
        }
    }()

    func take() async throws -> Stack {
        if let stack {
            self.stack = nil
            return stack
        }
        _ = Self.endsAtExit
        let fresh = try await Stack.start()
        Self.lastProcess.withLock { $0 = (fresh.processID, fresh.scratch.path) }
        return fresh
    }

    /// Keeps the installation for the next test, unless another one is kept already.
    func give(_ used: Stack) async {
        guard stack == nil, (try? await Self.empty(used)) != nil else {
            await end(used)
            return
        }
        stack = used
        Self.lastProcess.withLock { $0 = (used.processID, used.scratch.path) }
    }

    func end(_ used: Stack) async {
        Self.lastProcess.withLock { if $0?.id == used.processID { $0 = nil } }
        _ = try? await used.stop()
    }

    /// Erases every account and waits until the page offers to make the first one again.
    private static func empty(_ stack: Stack) async throws {
        for account in try await stack.bus.request(ListAccounts()).accounts {
            _ = try await eventually("an account is erased", within: .seconds(20)) { () -> Bool? in
                try await stack.bus.request(StartErase(user: account.user)).done ? true : nil
            }
        }
        _ = try await eventually("the set-up link is there again", within: .seconds(20)) { try? stack.setUpCode() }
        try await stack.settle(within: .seconds(20))
        for name in try FileManager.default.contentsOfDirectory(atPath: stack.scratch.path)
        where !["data", "log"].contains(name) {
            try FileManager.default.removeItem(atPath: stack.scratch.file(name))
        }
    }
}

extension Stack {
    /// Runs a test's body with an installation that has no account and that tests of this process share one after the
    /// other. After an error it is replaced.
    public static func shared<T>(_ body: (Stack) async throws -> T) async throws -> T {
        let stack = try await SharedStack.current.take()
        do {
            let result = try await body(stack)
            await SharedStack.current.give(stack)
            return result
        } catch {
            let log = stack.logText.split(separator: "\n").suffix(40).joined(separator: "\n")
            await SharedStack.current.end(stack)
            throw StackTestFailed(cause: error, log: log)
        }
    }
}
