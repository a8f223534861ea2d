import CZeroMQ
import Foundation
import Messages
import TestTraits
import Testing

@testable import BrokerCore
@testable import Bus

/// The key rules, without sockets.
@Suite(.tags(.deadline)) struct KeyTests {
    private func pairs() throws -> (old: CurveKey, new: CurveKey, other: CurveKey) {
        (try CurvePair.generate().key, try CurvePair.generate().key, try CurvePair.generate().key)
    }

    @Test func aKeyIsItsTextAndASecretIsNeverPrinted() throws {
        // The key pair of ZeroMQ RFC 26's test vectors (zmq_curve_keypair(3) and the tests of libzmq).
        let pair = try #require(CurvePair(secret: "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"))
        #expect(pair.key.description == "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID")
        #expect(pair.key.id == "bb88471d")
        let made = try CurvePair.generate()
        #expect(CurvePair(secret: made.secret)?.key == made.key)
        for text in ["\(made)", String(describing: made), String(reflecting: made), "\([made])"] {
            #expect(!text.contains(made.secret))
        }
        var dumped = ""
        dump(made, to: &dumped)
        #expect(!dumped.contains(made.secret))
    }

    @Test(arguments: [
        "", "short", String(repeating: "x", count: 41), String(repeating: "\\", count: 40),
        String(repeating: "é", count: 20),
        String(repeating: "#", count: 40),
    ])
    func whatIsNoKeyIsNone(text: String) {
        #expect(CurveKey(text) == nil)
        #expect(CurvePair(secret: text) == nil)
    }

    @Test func twoKeysAreAcceptedAtATimeAndTheOlderOneIsRevoked() throws {
        let (old, new, other) = try pairs()
        var file = KeyFile()
        try file.add(old, on: "2026-01-01")
        #expect { try file.revoke(nil, on: "2026-01-02") } throws: { ($0 as? ServiceError)?.code == .conflict }
        try file.add(new, on: "2026-01-02")
        #expect(file.accepted == [new, old])
        #expect { try file.add(other, on: "2026-01-03") } throws: {
            ($0 as? ServiceError)?.message.contains("revoke the old one first") == true
        }
        #expect(try file.revoke(nil, on: "2026-01-04") == old)
        #expect(file.accepted == [new])
        #expect(file.state(of: old) == .revoked)
        #expect(file.state(of: other) == nil)
        #expect { try file.revoke("00000000", on: "") } throws: { ($0 as? ServiceError)?.code == .notFound }
        #expect { try file.revoke(old.id, on: "") } throws: { ($0 as? ServiceError)?.code == .notFound }
        try file.revoke(new.id, on: "2026-01-05")
        #expect(file.accepted.isEmpty)
        #expect(try KeyFile(file.text, path: "f") == file)
    }

    @Test func aLongHistoryIsForgottenButNoAcceptedKey() throws {
        var file = KeyFile()
        try file.add(try CurvePair.generate().key, on: "d")
        for _ in 0..<40 {
            try file.add(try CurvePair.generate().key, on: "d")
            try file.revoke(nil, on: "d")
        }
        #expect(file.entries.count == KeyFile.revokedRemembered + 1)
        #expect(file.accepted.count == 1)
    }

    @Test func aFileOfKeysIsReadStrictly() throws {
        let (old, new, other) = try pairs()
        let file = try KeyFile(
            "accepted \(old) 2026-01-01\r\n\nrevoked \(new) 2026-01-02\ncall ScoreQuery\n", path: "f")
        #expect(file.accepted == [old])
        #expect(file.grants == [ScoreQuery.type])
        for text in [
            "accepted \(old)", "welcome \(old) d", "accepted x d", "call Everything",
            "accepted \(old) d\naccepted \(new) d\naccepted \(other) d", "\(old)",
        ] {
            #expect { try KeyFile(text, path: "the file") } throws: {
                ($0 as? ServiceError)?.message.contains("the file") == true
            }
        }
    }

    @Test func onlyAcceptedKeysAreAdmittedAndARefusalSaysWhy() throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker)
        try keys.admit(.caller, grants: "call ScoreQuery\n")
        let authenticator = PeerAuthenticator(
            tokens: TokenStore(directory: world.directory + "/tokens"), keys: keys.store(.broker))
        func judge(_ key: CurveKey) throws -> PeerAuthenticator.Verdict { authenticator.judge(try request(key)) }

        let caller = try #require(try keys.store(.caller).pair(of: .caller)).key
        let peer = PeerAuthenticator.AuthenticatedPeer(name: BrokerWorld.name(.caller), proof: .key(caller))
        #expect(try judge(caller) == .admitted(peer, grants: [ScoreQuery.type]))
        #expect(authenticator.standing(of: peer) == .stays(grants: [ScoreQuery.type]))
        guard case .refused(.unknownKey, let sentence) = try judge(try CurvePair.generate().key) else {
            throw ServiceError(.failed, "a stranger came in")
        }
        #expect(sentence.contains("10.1.2.3") && sentence.contains("pulsum keys list"))
        // The broker's own key is not valid for a peer.
        let broker = try #require(try keys.store(.broker).pair(of: .broker)).key
        guard case .refused(.unknownKey, _) = try judge(broker) else {
            throw ServiceError(.failed, "the broker came in as a peer")
        }

        try keys.give(.caller, try .generate(), to: .caller)
        let next = try #require(try keys.store(.caller).pair(of: .caller)).key
        #expect(authenticator.standing(of: peer) == .stays(grants: [ScoreQuery.type]))
        guard case .admitted = try judge(next) else { throw ServiceError(.failed, "the second key is not accepted") }
        try keys.revoke(.caller, nil)
        guard case .refused(.revokedKey, let revoked) = try judge(caller) else {
            throw ServiceError(.failed, "a revoked key came in")
        }
        #expect(revoked.contains("caller") && revoked.contains(caller.id))
        #expect(authenticator.standing(of: peer) == .isOut)

        // An unreadable file admits no peer and disconnects none.
        let inside = PeerAuthenticator.AuthenticatedPeer(name: BrokerWorld.name(.caller), proof: .key(next))
        try keys.write("accepted \(next) d", keys.store(.broker).publicPath(.caller), mode: 0o666)
        guard case .refused(.unknownKey, let unreadable) = try judge(next) else {
            throw ServiceError(.failed, "a forgeable file counts")
        }
        #expect(unreadable.contains("can be written by others"))
        #expect(authenticator.standing(of: inside) == .unsure)
    }

    private func request(_ key: CurveKey) throws -> ZAPRequest {
        try #require(
            ZAPRequest([Array("1.0".utf8), [1], [], Array("10.1.2.3".utf8), [], Array("CURVE".utf8), key.bytes]))
    }

    @Test func tokensAndKeysAreNotMixed() throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker)
        _ = try world.token(.worker)
        let tokens = TokenStore(directory: world.directory + "/tokens")
        let byToken = try #require(
            ZAPRequest(["1.0", "1", "pulsum", "", "", "PLAIN", "worker", "token-of-worker"].map { Array($0.utf8) }))
        let byKey = try request(try #require(try keys.store(.worker).pair(of: .worker)).key)
        let nobody = try #require(ZAPRequest(["1.0", "1", "pulsum", "", "", "NULL"].map { Array($0.utf8) }))
        #expect(byToken.place.isEmpty)
        #expect(
            ZAPRequest(["1.0", "1", "", ":1000:1000:77", "", "NULL"].map { Array($0.utf8) })?.place
                == " (process 77 of user 1000)")
        func cause(_ verdict: PeerAuthenticator.Verdict) -> HandshakeFailure? {
            if case .refused(let failure, _) = verdict { failure } else { nil }
        }
        let (plain, curve) = (
            PeerAuthenticator(tokens: tokens, keys: nil), PeerAuthenticator(tokens: tokens, keys: keys.store(.broker))
        )
        #expect(cause(plain.judge(byToken)) == nil)
        #expect(cause(curve.judge(byKey)) == nil)
        #expect(cause(plain.judge(byKey)) == .wrongMechanism)
        #expect(cause(curve.judge(byToken)) == .wrongMechanism)
        for authenticator in [plain, curve] {
            #expect(cause(authenticator.judge(nobody)) == .wrongMechanism)
        }
        for frames in [
            [], ["1.0"], ["2.0", "1", "", "", "", "PLAIN", "a", "b"], ["1.0", "1", "", "", "", "CURVE", "short"],
        ] as [[String]] {
            #expect(ZAPRequest(frames.map { Array($0.utf8) }) == nil)
        }
    }

    @Test(arguments: [
        "tcp://127.0.0.1:5550", "tcp://127.8.9.1:5550", "tcp://localhost:5550", "tcp://[::1]:5550", "ipc:///run/bus",
    ])
    func anAddressWithinTheMachineNeedsNoKey(text: String) throws {
        let endpoint = try BusEndpoint(text)
        #expect(!endpoint.isExposed)
        #expect(try !SocketSecurity.broker(endpoint, nil).isCurve)
        #expect(
            try !SocketSecurity.peer(
                endpoint, BusConfiguration(service: .worker, release: "", brokers: [endpoint], token: "t"), turn: 0
            ).isCurve)
    }

    @Test(arguments: [
        "tcp://*:5550", "tcp://0.0.0.0:5550", "tcp://10.0.0.1:5550", "tcp://broker:5550",
        "tcp://127.0.0.1.evil.example:5550", "tcp://127.1:5550",
        "tcp://[::]:5550",
    ])
    func anAddressOtherMachinesReachIsRefusedWithoutAKey(text: String) throws {
        let endpoint = try BusEndpoint(text)
        let world = try BusWorld()
        let empty = KeyStore(directory: world.directory)
        let demand: (any Error) -> Bool = {
            ($0 as? ServiceError)?.code == .refused && "\($0)".contains("pulsum keys create") && "\($0)".contains(text)
        }
        for keys in [nil, empty] {
            #expect(performing: { try SocketSecurity.broker(endpoint, keys) }, throws: demand)
            #expect(
                performing: {
                    try BusConnection(
                        BusConfiguration(service: .worker, release: "", brokers: [endpoint], token: "t", keys: keys))
                }, throws: demand)
        }
    }

    @Test func aPeerTriesTheBrokersKeysInTurn() throws {
        let keys = try KeyWorld(try BusWorld(), .worker)
        let endpoint = try BusEndpoint("tcp://broker:5550")
        let first = try #require(try keys.store(.broker).pair(of: .broker)).key
        try keys.give(.broker, try .generate(), to: .broker)
        let second = try #require(try keys.store(.broker).pair(of: .broker)).key
        try keys.shareBrokerKeys(with: .worker)
        let configuration = BusConfiguration(
            service: .worker, release: "", brokers: [endpoint], token: "", keys: keys.store(.worker))
        var tried: [CurveKey] = []
        for turn in 0..<3 {
            if case .key(_, let broker) = try SocketSecurity.peer(endpoint, configuration, turn: turn) {
                tried.append(broker)
            }
        }
        #expect(tried == [second, first, second])
        try FileManager.default.removeItem(atPath: keys.store(.worker).publicPath(.broker))
        #expect { try SocketSecurity.peer(endpoint, configuration, turn: 0) } throws: {
            "\($0)".contains("broker.public")
        }
    }

    @Test func aSecretOthersCanReadDoesNotCount() throws {
        let keys = try KeyWorld(try BusWorld(), .worker)
        let path = keys.store(.worker).secretPath(.worker)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect { try keys.store(.worker).pair(of: .worker) } throws: { "\($0)".contains("0600") }
        try keys.write("no key", path)
        #expect { try keys.store(.worker).pair(of: .worker) } throws: {
            "\($0)".contains("Z85") && !"\($0)".contains("no key")
        }
    }

    @Test func aHangUpDuringTheHandshakeIsForgivenOnceAndThenNamed() {
        let now = MonotonicInstant(nanoseconds: 0)
        var link = LinkCore(name: "tcp://b:1", service: .worker, timing: BusTiming(), now: now)
        _ = link.tick(now: now)
        let failure = LinkCore.Failure(.wrongBrokerKey, key: nil)
        #expect(link.handshakeFailed(failure, now: now, random: 0.5) == [.close])
        #expect(link.tick(now: now) == [.open])
        let actions = link.handshakeFailed(failure, now: now, random: 0.5)
        #expect(
            actions.contains {
                if case .notice(.error, let text) = $0 { text.contains("broker.public") } else { false }
            })
        #expect(link.tick(now: now).isEmpty)
    }
}

extension CurveKey {
    /// The 32 bytes as libzmq passes them to the ZAP handler.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        zmq_z85_decode(&bytes, description)
        return bytes
    }
}
