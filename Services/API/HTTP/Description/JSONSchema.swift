/// The JSON form of a Codable type, as `SchemaRecorder` finds it.
indirect enum JSONSchema: Equatable, Sendable {
    case string
    case uuid
    /// `yyyy-MM-dd`.
    case day
    case bool
    case integer(Int64, Int64)
    /// From 0 to 2⁶⁴ − 1.
    case unsigned
    case number
    case array(JSONSchema)
    /// An object with free keys.
    case map(JSONSchema)
    /// One of the document's components.
    case component(String)

    var json: JSONValue {
        switch self {
        case .string: ["type": "string"]
        case .uuid: ["type": "string", "format": "uuid"]
        case .day: ["type": "string", "format": "date"]
        case .bool: ["type": "boolean"]
        case .integer(let least, let most):
            ["type": "integer", "minimum": .integer(least), "maximum": .integer(most)]
        case .unsigned: ["type": "integer", "minimum": 0]
        case .number: ["type": "number"]
        case .array(let element): ["type": "array", "items": element.json]
        case .map(let value): ["type": "object", "additionalProperties": value.json]
        case .component(let name): ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    /// The same, or null.
    var orNull: JSONValue {
        guard case .object(let members) = json, let type = members["type"] else {
            return ["anyOf": [json, ["type": "null"]]]
        }
        return json.adding(["type": [type, "null"]])
    }

    /// As the readable page writes it.
    var text: String {
        switch self {
        case .string: "string"
        case .uuid: "UUID"
        case .day: "day"
        case .bool: "boolean"
        case .integer, .unsigned: "integer"
        case .number: "number"
        case .array(let element): "[\(element.text)]"
        case .map(let value): "{name: \(value.text)}"
        case .component(let name): name
        }
    }
}

/// A named schema of the document.
enum SchemaComponent: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        let name: String
        let schema: JSONSchema
        let isRequired: Bool
        let mayBeNull: Bool
    }

    /// In the order in which the type's decoder asks for them.
    case object([Field])
    /// The known values of an enumeration.
    case names([String])

    /// - Parameter limits: further keywords by field.
    func json(_ limits: [String: [String: JSONValue]] = [:]) -> JSONValue {
        switch self {
        case .names(let names): return ["type": "string", "enum": .array(names.map { .string($0) })]
        case .object(let fields):
            let properties = fields.map { field in
                (
                    field.name,
                    (field.mayBeNull ? field.schema.orNull : field.schema.json).adding(limits[field.name] ?? [:])
                )
            }
            let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
            let object: JSONValue = ["type": "object", "properties": .object(Dictionary(properties) { $1 })]
            return required.isEmpty ? object : object.adding(["required": .array(required)])
        }
    }
}
