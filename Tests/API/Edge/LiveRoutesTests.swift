import Bus
import Messages
import Testing

@testable import API

@Suite struct LiveRoutesTests {
    @Test("Live events report a person's own changes only, and missed ones")
    func lines() {
        let (ada, eve, id) = (UserID.random(), UserID.random(), EntityID.random())
        let event = MirrorEvent(service: .scoring, epoch: 1, sequence: 1, type: ScoreUpdated.type, user: ada, id: id)
        #expect(
            LiveEndpoints.line(for: ada, .event(event))
                == "event: changed\ndata: {\"type\":\"ScoreUpdated\",\"id\":\"\(id)\"}\n\n")
        #expect(LiveEndpoints.line(for: eve, .event(event)) == nil)
        let stage = MirrorEvent(
            service: .coaching, epoch: 1, sequence: 1, type: ReplyStage.phrasing.type, user: ada, id: nil)
        #expect(LiveEndpoints.line(for: ada, .event(stage)) == "event: reply\ndata: {\"stage\":\"phrasing\"}\n\n")
        #expect(LiveEndpoints.line(for: eve, .event(stage)) == nil)
        #expect(LiveEndpoints.line(for: ada, .missed(.scoring)) == "event: missed\ndata: {\"service\":\"scoring\"}\n\n")
    }
}
