import Localization
import Messages

/// Progress towards one target: a bar with its words.
struct ProgressLine: Sendable {
    /// The measure's name; empty if it is unknown.
    let name: String
    let sum: String
    /// 0 … 100, for the bar.
    let percent: Int
    let pace: String?
    let finish: String?

    /// - Parameter measure: nil if it is unknown.
    init(_ progress: TargetProgress, in measure: MeasureContent?, for reader: Reader) {
        name = measure?.name ?? ""
        sum = reader.formats.sum(progress, in: measure)
        percent = Int((progress.share * 100).rounded())
        pace = reader.formats.pace(progress, in: measure)
        finish = progress.pace.flatMap { $0.state == .done ? nil : reader.formats.finish($0) }
    }
}
