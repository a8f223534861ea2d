/// All companions that can be decoded.
package enum Companions {
    /// In the order of the documents.
    package static let all: [any CompanionReader.Type] = [
        HCWebhookReader.self, OpenWearablesReader.self, HealthBridgeReader.self, OpenScaleReader.self,
        HealthAutoExportCompanion.self,
    ]
}
