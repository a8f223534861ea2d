import Fixtures
import Foundation

/// One HTTP/1.1 connection of a person's phone or browser, on the calling thread.
struct DayConnection {
    struct Answer {
        let status: Int
        /// Header fields, names in lower case.
        let head: String
        /// Bytes of the request.
        let sent: Int
        /// Bytes of this response.
        let received: Int

        /// Seconds; nil if absent.
        var retryAfter: Int? { DayConnection.field("retry-after", head).flatMap { Int($0) } }
    }

    /// The connection broke or no complete response came in time.
    struct Broken: Error {}

    private static let patience = Duration.seconds(30)

    private let address: String
    private let socket: LoopbackSocket

    /// - Parameters:
    ///   - address: `host:port` of the API.
    ///   - source: address of 127/8 that the connection comes from.
    init(to address: String, from source: String) throws {
        self.address = address
        socket = try LoopbackSocket(to: address, from: source)
    }

    /// - Returns: bytes sent.
    @discardableResult
    func send(_ method: String, _ path: String, _ fields: [String], _ body: Data?) throws -> Int {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(address)\r\n"
        for field in fields { head += field + "\r\n" }
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + (body ?? Data())
        guard socket.send(bytes) == bytes.count else { throw Broken() }
        return bytes.count
    }

    /// Sends a request and reads its response.
    func ask(_ method: String, _ path: String, _ fields: [String], _ body: Data? = nil) throws -> Answer {
        let sent = try send(method, path, fields, body)
        let deadline = ContinuousClock.now + Self.patience
        var bytes: [UInt8] = []
        var head: (text: String, end: Int)?
        while true {
            if head == nil { head = Self.head(bytes) }
            if let head, Self.isWhole(bytes[head.end...], head.text) {
                let status = Int(head.text.dropFirst(9).prefix(3)) ?? 0
                return Answer(status: status, head: head.text, sent: sent, received: bytes.count)
            }
            guard case .bytes(let more) = socket.receive(within: max(.zero, deadline - .now)) else { throw Broken() }
            bytes += more
        }
    }

    /// Reads until the connection has sent `mark`.
    /// - Parameter rest: what was read behind the last mark; what follows this one.
    /// - Returns: false if it did not come in time.
    func waits(for mark: String, _ rest: inout [UInt8], within limit: Duration) throws -> Bool {
        let (deadline, mark) = (ContinuousClock.now + limit, Array(mark.utf8))
        while true {
            if let found = rest.firstRange(of: mark) {
                rest.removeSubrange(..<found.upperBound)
                return true
            }
            switch socket.receive(within: max(.zero, deadline - .now)) {
            case .bytes(let more): rest += more
            case .nothing: if ContinuousClock.now >= deadline { return false }
            case .end, .cut: throw Broken()
            }
        }
    }

    // MARK: Parsing

    private static func head(_ bytes: [UInt8]) -> (text: String, end: Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        return (String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased(), end.upperBound)
    }

    private static func field(_ name: String, _ head: String) -> Substring? {
        head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }?.dropFirst(name.count + 2)
    }

    private static func isWhole(_ body: ArraySlice<UInt8>, _ head: String) -> Bool {
        if field("transfer-encoding", head) == "chunked" {
            return body.count >= 5 && body.suffix(5).elementsEqual("0\r\n\r\n".utf8)
        }
        return body.count >= field("content-length", head).flatMap { Int($0) } ?? 0
    }
}
