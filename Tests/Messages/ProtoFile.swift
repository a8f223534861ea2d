@testable import Messages
@testable import Wire

/// The `.proto` files of the contract, generated from the Swift types.
struct ProtoFile {
    static let package = "pulsum.v1"
    static let folder = "pulsum/v1"

    let name: String
    let text: String

    static func all() throws -> [ProtoFile] {
        let world = Probe.World(seed: 1, isComplete: true)
        var owners: [String: String] = [:]
        for file in EveryMessage.files {
            for message in file.messages {
                _ = try Probe.make(message, world)
                for name in Array(world.schema.messages.keys) + Array(world.schema.enumerations.keys)
                where owners[top(name)] == nil {
                    owners[top(name)] = file.name
                }
            }
        }
        return EveryMessage.files.map { ProtoFile($0, world.schema, owners) }
    }

    private init(_ file: EveryMessage.File, _ schema: Schema, _ owners: [String: String]) {
        name = file.name + ".proto"
        let own = owners.filter { $0.value == file.name }.keys
        // In the order of the contract; nested types follow.
        let listed = file.messages.map { Self.top(Schema.name(of: $0)) }
        let order = Self.unique(listed.filter(own.contains)) + own.filter { !listed.contains($0) }.sorted()

        var body = ""
        for type in order {
            body += "\n" + Self.comment(type, in: file)
            body += Self.declaration(type, schema, indent: "")
        }
        let uses = Set(order.flatMap { Self.references($0, schema) }.compactMap { owners[$0] }).subtracting([file.name])
        let imports = uses.sorted().map { "import \"\(Self.folder)/\($0).proto\";\n" }.joined()
        text = """
            // Made from the Swift types by deploy/generate: do not edit.
            // Field numbers are never used again. Arrays and maps have no presence, optional fields do.
            syntax = "proto3";

            package \(Self.package);
            \(imports.isEmpty ? "" : "\n" + imports)
            """ + body
    }

    // MARK: Declarations

    private static func declaration(_ type: String, _ schema: Schema, indent: String) -> String {
        if let values = schema.enumerations[type] { return enumeration(type, values, indent) }
        let inner = indent + "  "
        var text = "\(indent)message \(last(type)) {"
        let nested = (Array(schema.messages.keys) + Array(schema.enumerations.keys)).filter { parent($0) == type }
            .sorted()
        let fields = schema.messages[type] ?? []
        if nested.isEmpty, fields.isEmpty { return text + "}\n" }
        text += "\n"
        for name in nested {
            text += declaration(name, schema, indent: inner) + (fields.isEmpty && name == nested.last ? "" : "\n")
        }
        var previous = 0
        for field in fields.sorted(by: { $0.number < $1.number }) {
            // Numbers of removed fields: protoc refuses a field that takes one.
            if field.number > previous + 1 {
                text += "\(inner)reserved \((previous + 1..<field.number).map(String.init).joined(separator: ", "));\n"
            }
            previous = field.number
            let (kind, note) = spelling(field.kind)
            let isScalar =
                if case .repeated = field.kind { false } else if case .map = field.kind { false } else { true }
            let name = snake(field.name)
            let json = camel(name) == field.name ? "" : " [json_name = \"\(field.name)\"]"
            text +=
                "\(inner)\(field.isOptional && isScalar ? "optional " : "")\(kind) \(name) = \(field.number)\(json);"
            text += note.map { "  // \($0)\n" } ?? "\n"
        }
        return text + "\(indent)}\n"
    }

    /// Values carry their type's name, because all enumerations in a scope share one namespace.
    private static func enumeration(_ type: String, _ values: [(number: Int32, name: String)], _ indent: String)
        -> String
    {
        let prefix = snake(last(type)).uppercased() + "_"
        var text = "\(indent)enum \(last(type)) {\n\(indent)  \(prefix)UNSPECIFIED = 0;\n"
        for value in values { text += "\(indent)  \(prefix)\(snake(value.name).uppercased()) = \(value.number);\n" }
        return text + "\(indent)}\n"
    }

    private static func spelling(_ kind: Schema.Kind) -> (String, note: String?) {
        switch kind {
        case .scalar(let name, let note): return (name, note)
        case .enumeration(let name), .message(let name): return (name, nil)
        case .repeated(let element):
            let (name, note) = spelling(element)
            return ("repeated " + name, note)
        case .map(let value):
            let (name, note) = spelling(value)
            return ("map<string, \(name)>", note)
        }
    }

    private static func comment(_ type: String, in file: EveryMessage.File) -> String {
        for request in file.requests where Schema.name(of: request) == type { return comment(request) }
        for event in file.events where Schema.name(of: event) == type { return "// Event 0x\(hex(event.type)).\n" }
        return ""
    }

    private static func comment<R: BusRequest>(_ request: R.Type) -> String {
        let reply = "answered with \(Schema.name(of: R.Reply.self))"
        return "// Request 0x\(hex(R.type)), \(reply)\(R.isRepeatable ? "" : ", not repeatable").\n"
    }

    private static func hex(_ type: MessageType) -> String {
        let digits = String(type.rawValue, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    // MARK: Names

    /// Top-level types that a top-level type's fields refer to.
    private static func references(_ type: String, _ schema: Schema) -> Set<String> {
        func target(_ kind: Schema.Kind) -> String? {
            switch kind {
            case .scalar: nil
            case .enumeration(let name), .message(let name): top(name)
            case .repeated(let element), .map(let element): target(element)
            }
        }
        return Set(schema.messages.filter { top($0.key) == type }.values.joined().compactMap { target($0.kind) })
    }

    private static func top(_ name: String) -> String { String(name.prefix { $0 != "." }) }
    private static func last(_ name: String) -> String {
        String(name[(name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)...])
    }
    private static func parent(_ name: String) -> String? { name.lastIndex(of: ".").map { String(name[..<$0]) } }
    private static func unique(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// `topMomentID` is `top_moment_id`.
    private static func snake(_ name: String) -> String {
        var result = ""
        var before: Character = "_"
        for character in name {
            if character.isUppercase, !before.isUppercase, before != "_" { result += "_" }
            result += character.lowercased()
            before = character
        }
        return result
    }

    /// The JSON name that protobuf makes of a field name.
    private static func camel(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }
}
