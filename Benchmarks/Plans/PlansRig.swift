import Bus
import Fixtures
import Foundation
import Messages

/// The real plans service with a broker; this process takes the place of the API and of ingestion.
final class PlansRig {
    /// Time after which allocations of the work before have been returned.
    private static let idle = Duration.seconds(5)
    /// People in one delivery, and deliveries under way: the relay's own limits.
    private static let (perDelivery, deliveries) = (64, 4)

    let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
    private let rig: ServiceRig
    private let ingestion: BusConnection

    var bus: BusConnection { rig.bus }

    /// - Parameter environment: added to that of the processes.
    init(_ data: String, environment: [String: String] = [:]) async throws {
        rig = try await ServiceRig(data, services: [.plans], environment: environment)
        ingestion = try rig.join(as: .ingestion)
    }

    func stop() { rig.stop() }

    /// Proportional set size of the idle service in MB of 10⁶ bytes; nil where it cannot be read.
    func idleMegabytes() async throws -> Double? {
        try await Task.sleep(for: Self.idle)
        return try rig.proportionalMegabytes(of: .plans)
    }

    /// A man of 30 years with 180 cm, who wants to lose weight.
    func body(of user: UserID, revision: UInt64 = 1, kilograms: Double = 80) -> BodyProfile {
        BodyProfile(
            user: user, revision: revision, sex: .male, birthday: today.advanced(by: -30 * 365 - 100),
            heightCentimetres: 180, weightKilograms: kilograms,
            weightAt: Milliseconds(Date().timeIntervalSince1970 * 1000), targetKilograms: 75, aim: .lose,
            activity: .moderate)
    }

    /// Records so many past days of intake, and of weight every third day, for each person.
    func record(days count: Int, of users: [UserID]) async throws {
        let groups = stride(from: 0, to: users.count, by: Self.perDelivery).map {
            Array(users[$0..<min(users.count, $0 + Self.perDelivery)])
        }
        let (ingestion, today) = (ingestion, today)
        _ = try await inParallel(groups.count, inFlight: Self.deliveries) { number in
            var random = SplitMix(seed: UInt64(number))
            var (eaten, weighed): ([(UserID, [IntakeRecorded])], [(UserID, [BodyMassRecorded])]) = ([], [])
            for user in groups[number] {
                let days = (1...count).reversed().map { today.advanced(by: -$0) }
                eaten.append(
                    (
                        user,
                        days.map {
                            IntakeRecorded(
                                user: user, revision: 1, day: $0, kilocalories: 2_300 + 300 * random.standardNormal(),
                                proteinGrams: 120)
                        }
                    ))
                weighed.append(
                    (
                        user,
                        days.enumerated().filter { $0.offset % 3 == 0 }.map { offset, day in
                            BodyMassRecorded(
                                user: user, revision: 1, day: day,
                                kilograms: 82 - 0.03 * Double(offset) + 0.5 * random.standardNormal(),
                                at: Milliseconds(day.number) * 86_400_000 + 25_200_000, deleted: false)
                        }
                    ))
            }
            try await ingestion.deliver(eaten, first: 1, from: .ingestion, to: .plans)
            try await ingestion.deliver(weighed, first: UInt64(count) + 1, from: .ingestion, to: .plans)
        }
    }
}
