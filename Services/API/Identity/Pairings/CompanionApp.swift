import Messages

/// An app that can be paired, by the name of its `CompanionReader`.
enum CompanionApp: String, CaseIterable, Codable {
    case hcWebhook = "hc-webhook"
    case openWearables = "open-wearables"
    case healthBridge = "health-bridge"
    case openScale = "openscale"
    case healthAutoExport = "health-auto-export"

    /// The name of a body as it is listed among imports.
    var title: String {
        switch self {
        case .hcWebhook: "HC Webhook"
        case .openWearables: "Open Wearables"
        case .healthBridge: "Health Bridge"
        case .openScale: "openScale sync"
        case .healthAutoExport: "Health Auto Export"
        }
    }

    /// Where the app sends its posts.
    var path: String {
        switch self {
        case .hcWebhook, .openScale, .healthAutoExport: "/v1/companions/\(rawValue)"
        case .healthBridge: "/v1/batches"
        case .openWearables: "/api/v1/sdk/users/{user}/sync"
        }
    }

    /// Whether the app gets its secret for an invitation.
    var isInvited: Bool { self == .openWearables || self == .healthBridge }

    /// How long an invitation lives, or, for an app that is given its secret, a secret that the app has not used.
    var patience: Milliseconds { self == .healthBridge ? 20 * 60_000 : Self.unusedLifetime }

    /// How long a secret lives that its companion has not used.
    static let unusedLifetime: Milliseconds = 86_400_000

    /// Bytes of the largest body: what the app sends at most, or 64 MiB.
    var maximumBytes: Int64 {
        switch self {
        case .openScale: 4 << 20
        case .healthBridge: 5_000_000
        case .hcWebhook, .openWearables, .healthAutoExport: 64 << 20
        }
    }
}
