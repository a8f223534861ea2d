import Actions
import Bus
import CrisisCards
import Foundation
import Hummingbird
import Localization
import Messages
import Pages

/// Circumstances and own tags of days, which several pages show and save.
extension FeaturePages {
    /// The flags of a range of at most 400 days; nil if scoring does not answer.
    func contexts(_ days: ClosedRange<Day>, _ visit: Visit) async -> DayContextsQuery.Reply? {
        await part(
            DayContextsQuery(user: visit.user, from: days.lowerBound, through: days.upperBound, today: visit.today))
    }

    /// The own tags of a range; nil if scoring does not answer.
    func tags(_ days: ClosedRange<Day>, _ visit: Visit) async -> DayTagsQuery.Reply? {
        await part(DayTagsQuery(user: visit.user, from: days.lowerBound, through: days.upperBound))
    }

    /// Replaces the own tags of a day.
    /// - Throws: `UnreadText` for a tag that is a sign of danger; `ServiceError`.
    func keep(_ tags: [String], on day: Day, _ id: Messages.RequestID, _ visit: Visit) async throws {
        _ = try await DayActions(bus: bus).replaceTags(
            tags, on: day, of: visit.user, id: derived(id, "tags"), fallback(visit))
    }

    /// Begins circumstances that go on.
    func start(_ flags: [ContextFlag], from day: Day, _ id: Messages.RequestID, _ visit: Visit) async throws {
        for flag in flags {
            _ = try await bus.request(
                StartLastingContext(user: visit.user, flag: flag, from: day), id: derived(id, "lasting \(flag)"))
        }
    }
}

extension FormBody {
    /// The answer to a slider of a form; nil if it was left alone.
    /// - Throws: `Problem`, 400, for anything but 1 … 7.
    func answer(_ slider: CheckInSlider) throws -> Int32? {
        guard let text = self[slider.rawValue] else { return nil }
        guard let value = Int32(text), (1...7).contains(value) else {
            throw Problem.invalid("An answer is a number from 1 to 7.")
        }
        return value
    }

    /// The circumstances that a form names.
    /// - Throws: `Problem`, 400, for one that does not exist.
    func flags(_ field: String = "flag") throws -> [ContextFlag] {
        try all(field).map { name in
            guard let flag = ContextFlag(name: name) else {
                throw Problem.invalid("This circumstance does not exist.")
            }
            return flag
        }
    }

    /// The own tags that a form chooses and adds; nil for a form that does not know them, such as one shown offline.
    var tags: [String]? {
        self["tags"].map { _ in all("tag") + TagFields.typed(self["newTag"] ?? "") }
    }
}
