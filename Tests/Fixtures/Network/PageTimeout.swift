import Foundation

/// Measures page response times under load: sequential requests, every other one over a new connection.
public enum PageTimeout {
    /// Response times and failures of one measurement.
    public struct Figures: Sendable {
        /// Response times of requests with status 200, in milliseconds, ascending.
        public var milliseconds: [Double] = []
        /// Requests without a response of status 200.
        public var failures = 0
        /// Median response time in milliseconds; infinite without a response.
        public var median: Double { milliseconds.isEmpty ? .infinity : milliseconds[milliseconds.count / 2] }
        /// 99th percentile of the response times in milliseconds.
        public var p99: Double {
            milliseconds.isEmpty ? .infinity : milliseconds[min(milliseconds.count - 1, milliseconds.count * 99 / 100)]
        }
    }

    /// - Parameters:
    ///   - address: `host:port` of the server.
    ///   - cookie: cookie of a signed-in user.
    ///   - source: source address of the requests.
    public static func measure(_ address: String, cookie: String, from source: String, for duration: Duration) async
        -> Figures
    {
        await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(returning: run(address, cookie, source, duration))
            }.start()
        }
    }

    private static func run(_ address: String, _ cookie: String, _ source: String, _ duration: Duration) -> Figures {
        var figures = Figures()
        let end = ContinuousClock.now + duration
        var kept: LoopbackSocket?
        var number = 0
        while ContinuousClock.now < end {
            number += 1
            let start = ContinuousClock.now
            let path = number % 4 < 2 ? "/v1/score" : "/"
            var socket = number.isMultiple(of: 2) ? kept : nil
            if socket == nil { socket = try? LoopbackSocket(to: address, from: source) }
            socket?.send("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\n\r\n")
            if let socket, let answer = socket.answer(within: .seconds(5)), answer.hasPrefix("HTTP/1.1 200") {
                figures.milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
                if path != "/" { kept = socket }
            } else {
                figures.failures += 1
                kept = nil
            }
            usleep(20_000)
        }
        figures.milliseconds.sort()
        return figures
    }
}

/// Memory of a process as the kernel counts it.
public enum ResidentMemory {
    /// Peak resident memory of a process since its start, in MB (VmHWM, proc(5)).
    public static func peakMegabytes(of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes =
            line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .infinity
        return kibibytes * 1024 / 1e6
    }
}
