import Foundation
import TestTraits
import Testing

@testable import Messages
@testable import Wire

/// Proves that the bytes are protobuf: Google's `protoc` and Python's protobuf decode the main messages, and we decode
/// their output.
@Suite(.tags(.processes)) struct OtherLanguageTests {
    @Test("Protobuf in Python reads our bytes, finds the same values, and we read what it writes") func bothDirections()
        throws
    {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("pulsum-proto-\(EntityID.random())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let descriptors = scratch.appendingPathComponent("contract.pb").path
        let files = try ProtoFile.all().map { "\(ProtoFile.folder)/\($0.name)" }
        _ = try run(["protoc", "-I", Repository.protos.path, "--descriptor_set_out", descriptors] + files)

        let ours: [(name: String, bytes: [UInt8])] = try MainMessages.all.map { main in
            let value = main.value
            return (main.name, try bytes(of: value))
        }
        let input = ours.map { "\($0.name) \(Data($0.bytes).base64EncodedString())\n" }.joined()
        let output = try run(
            ["python3", Repository.protos.appendingPathComponent("check.py").path, descriptors], input: input)

        let lines = output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
        try #require(lines.count == ours.count)
        for (line, main) in zip(lines, MainMessages.all) {
            let (name, value) = main
            try #require(line.count == 3 && line[0] == name)
            let theirs = try #require(Data(base64Encoded: line[1]))
            try same(value, [UInt8](theirs), name)
            try valuesMatch(value, json: line[2], name)
        }
    }

    private func bytes<M: Message>(of message: M) throws -> [UInt8] { try WireEncoder().encode(message) }

    private func same<M: Message>(_ value: M, _ theirs: [UInt8], _ name: String) throws {
        let back = try WireDecoder().decode(M.self, from: theirs)
        #expect(try json(back) == json(value), "\(name): what Python wrote is something else to us")
    }

    private func valuesMatch<M: Message>(_ value: M, json text: String, _ name: String) throws {
        let world = Probe.World(seed: 1, isComplete: true)
        _ = try Probe.make(M.self, world)
        let read = ProtobufJSON(schema: world.schema)
        let mine = try read.expected(JSONSerialization.jsonObject(with: json(value)), .message(Schema.name(of: M.self)))
        let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(read.canonical(mine) == read.canonical(theirs), "\(name)")
    }

    private func json<M: Message>(_ value: M) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    private struct ToolFailure: Error, CustomStringConvertible { let description: String }

    private func run(_ command: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        // A few kilobytes: they fit the pipe's buffer.
        try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        let errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = String(decoding: errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw ToolFailure(
                description: """
                    \(command[0]) failed (\(process.terminationStatus)): \(said). This test needs protoc, python3 and Python's protobuf; \
                    deploy/test installs them.
                    """)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Our JSON as protobuf's JSON mapping writes the same message: 64-bit numbers as text, bytes in base64, enum values by
/// their full name, defaults left out.
struct ProtobufJSON {
    let schema: Schema

    func expected(_ value: Any, _ kind: Schema.Kind) -> Any {
        switch kind {
        case .message(let name):
            let object = value as? [String: Any] ?? [:]
            var result: [String: Any] = [:]
            for field in schema.messages[name] ?? [] {
                guard let value = object[field.name] else { continue }
                let converted = expected(value, field.kind)
                // An empty list is left out, whether or not it may be absent.
                let isList = if case .repeated = field.kind { true } else { false }
                if field.isOptional && !isList || !isDefault(converted, field.kind) { result[field.name] = converted }
            }
            return result
        case .enumeration(let name):
            let text = value as? String ?? ""
            if text.first == "#" { return Int(text.dropFirst()) ?? 0 }
            let type = name.split(separator: ".").last.map(String.init) ?? name
            return snake(type) + "_" + snake(text)
        case .repeated(let element): return (value as? [Any] ?? []).map { expected($0, element) }
        case .map(let element): return (value as? [String: Any] ?? [:]).mapValues { expected($0, element) }
        case .scalar(let type, let note):
            switch (type, value) {
            case ("int64", let number as NSNumber), ("uint64", let number as NSNumber): return number.stringValue
            case ("bytes", let text as String): return Data(EntityID(text)?.bytes ?? []).base64EncodedString()
            case ("bytes", let numbers as [NSNumber]): return Data(numbers.map(\.uint8Value)).base64EncodedString()
            case ("int32", let text as String) where note != nil: return Int(Day(text)?.number ?? 0)
            default: return value
            }
        }
    }

    private func isDefault(_ value: Any, _ kind: Schema.Kind) -> Bool {
        if case .message = kind { return false }
        switch value {
        case let text as String: return text.isEmpty || text == "0"
        case let list as [Any]: return list.isEmpty
        case let map as [String: Any]: return map.isEmpty
        case let number as NSNumber: return number.doubleValue == 0
        default: return false
        }
    }

    private func snake(_ name: String) -> String {
        name.reduce(into: "") { result, character in
            if character.isUppercase, !result.isEmpty { result += "_" }
            result += character.uppercased()
        }
    }

    /// Text that is equal if the values are; floats are compared at 32-bit precision.
    func canonical(_ value: Any) -> String {
        switch value {
        case let map as [String: Any]:
            "{" + map.sorted { $0.key < $1.key }.map { "\($0.key): \(canonical($0.value))" }.joined(separator: ", ")
                + "}"
        case let list as [Any]: "[" + list.map(canonical).joined(separator: ", ") + "]"
        case let text as String: "\"\(text)\""
        case let number as NSNumber: "\(Float(number.doubleValue) + 0)"
        default: "\(value)"
        }
    }
}
