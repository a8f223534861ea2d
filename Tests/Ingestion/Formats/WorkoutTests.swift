import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct WorkoutTests {
    private func workout(_ attributes: String, _ inside: String) -> String {
        document(
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" startDate="2024-02-06 18:00:00 +0100" endDate="2024-02-06 18:33:00 +0100" \#(attributes)>\#(inside)</Workout>"#
        )
    }

    private func statistics(_ type: String, _ rest: String) -> String {
        #"<WorkoutStatistics type="HKQuantityTypeIdentifier\#(type)" startDate="2024-02-06 18:00:00 +0100" endDate="2024-02-06 18:33:00 +0100" \#(rest)/>"#
    }

    private func totals(_ xml: String) throws -> [SampleKind: [Double]] {
        try readAll(xml).samples.mapValues { $0.map(\.value) }
    }

    @Test("ING-1 A workout's statistics are read in any unit; its duration is without pauses")
    func read() throws {
        let inside =
            statistics("ActiveEnergyBurned", #"sum="1255.2" unit="kJ""#)
            + statistics("DistanceWalkingRunning", #"sum="3.1" unit="mi""#)
            + statistics("HeartRate", #"average="151.5" minimum="90" maximum="171" unit="count/min""#)
            + statistics("StepCount", #"sum="4000" unit="count""#)
        let found = try totals(workout("", inside))
        #expect(found[.workout] == [1800])
        #expect(found[.workoutEnergy]?.first.map { abs($0 - 300) < 1e-9 } == true)
        #expect(found[.workoutDistance]?.first.map { abs($0 - 4988.9664) < 1e-6 } == true)
        #expect(found[.workoutHeartRate] == [151.5])
        // Its steps and energy are also separate records; they are not counted twice.
        #expect(found[.steps] == nil && found[.activeEnergy] == nil)
    }

    @Test("ING-1 Old attributes count where there are no statistics; the distances of a triathlon add up")
    func legacy() throws {
        let old = #"totalEnergyBurned="250" totalEnergyBurnedUnit="Cal" totalDistance="5" totalDistanceUnit="km""#
        let found = try totals(workout(old, ""))
        #expect((found[.workoutEnergy], found[.workoutDistance], found[.workoutHeartRate]) == ([250], [5000], nil))
        let both = try totals(
            workout(
                old,
                statistics("DistanceSwimming", #"sum="1500" unit="m""#)
                    + statistics("DistanceCycling", #"sum="40" unit="km""#)))
        #expect((both[.workoutEnergy], both[.workoutDistance]) == ([250], [41_500]))
        let empty = try totals(
            document(
                #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="W" startDate="2024-02-06 18:00:00 +0100" endDate="2024-02-06 18:33:00 +0100" totalEnergyBurned="90" totalEnergyBurnedUnit="kcal"/>"#
            ))
        #expect((empty[.workout], empty[.workoutEnergy]) == ([1980], [90]))
    }

    @Test("ING-7 Statistics without unit, with a wrong one or a wild value are left out, the workout stays")
    func bad() throws {
        let inside =
            statistics("ActiveEnergyBurned", #"sum="300""#)
            + statistics("DistanceWalkingRunning", #"sum="5" unit="kg""#)
            + statistics("HeartRate", #"average="9000" unit="count/min""#) + "<WorkoutStatistics/>"
        let found = try totals(workout("", inside))
        #expect(found.keys.sorted { $0.rawValue < $1.rawValue } == [.workout])
    }
}
