import Foundation
import Messages

/// The settings file that HC Webhook imports. The app refuses keys that it does not know: only those of its first
/// version are written.
struct HCWebhookSettings: Encodable {
    struct Webhook: Encodable {
        let url: String
        let name: String
        let headers: [String: String]
        let isEnabled: Bool
    }

    let appVersion: Int
    let exportedAt: Milliseconds
    let webhookConfigs: [Webhook]
    let enabledDataTypes: [String]
    let syncMode: String
    let syncIntervalMinutes: Int

    /// Everything that the app sends but the cycle, which its owner switches on there.
    private static let types = [
        "STEPS", "SLEEP", "HEART_RATE", "HEART_RATE_VARIABILITY", "DISTANCE", "ACTIVE_CALORIES", "TOTAL_CALORIES",
        "WEIGHT", "HEIGHT", "BLOOD_PRESSURE", "BLOOD_GLUCOSE", "OXYGEN_SATURATION", "BODY_TEMPERATURE",
        "SKIN_TEMPERATURE", "RESPIRATORY_RATE", "RESTING_HEART_RATE", "EXERCISE", "HYDRATION", "NUTRITION",
        "BASAL_METABOLIC_RATE", "BODY_FAT", "LEAN_BODY_MASS", "VO2_MAX", "BONE_MASS",
    ]

    /// - Parameter url: where the app sends.
    static func file(_ url: String, token: String, now: Milliseconds) throws -> String {
        let settings = HCWebhookSettings(
            appVersion: 1, exportedAt: now,
            webhookConfigs: [
                Webhook(url: url, name: "Pulsum", headers: ["Authorization": "Bearer \(token)"], isEnabled: true)
            ], enabledDataTypes: types, syncMode: "INTERVAL", syncIntervalMinutes: 60)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(settings), as: UTF8.self)
    }
}
