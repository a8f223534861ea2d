import Messages
import Testing

@testable import Bus

@Suite(.timeLimit(.minutes(1))) struct BusConnectionTests {
    @Test func aRequestFindsItsHandlerAndComesBack() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, context in
            #expect(context.caller == .caller)
            return Echo.Reply(text: request.text + "!")
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            let reply = try await caller.request(Echo("hello"))
            #expect(reply.text == "hello!")
        }
    }
}
