import Messages
import Testing

@testable import HealthFormats

/// The table of kinds: what a row says is complete, and the stored kinds are rows of it without a change.
@Suite struct KindTableTests {
    @Test("COM-2 Names and HealthKit's identifiers are unique") func unique() {
        #expect(Set(KindTable.rows.map(\.name)).count == KindTable.rows.count)
        let identifiers = KindTable.rows.compactMap(\.healthKit)
        #expect(Set(identifiers).count == identifiers.count)
        #expect(KindTable.rows.count > 150)
    }

    @Test("COM-2 The stored kinds are rows with the same unit, range and factors, to the last bit")
    func stored() throws {
        for kind in SampleKind.allCases {
            let row = try #require(KindTable.row(kind.exported.name))
            #expect(row.stored == kind)
            #expect(row === KindTable.row(kind))
            #expect(row.unit == kind.exported.unit)
            #expect(row.plausible == kind.plausible)
            #expect((row.day == .sum) == kind.isCumulative)
            for unit in row.units.keys {
                let factor = try #require(UnitConversion.factor(unit, for: kind))
                for value in [0, 1, 61.5, 0.1, 1e-3, 12_345.678] {
                    let own = factor == 1 ? value : value * factor
                    #expect(row.canonical(value, unit)?.bitPattern == own.bitPattern)
                }
            }
            #expect(row.units.count == UnitConversion.table(kind).count)
        }
        #expect(KindTable.rows.filter { $0.stored != nil }.count == SampleKind.allCases.count)
        #expect(KindTable.row(healthKit: "HKQuantityTypeIdentifierStepCount")?.stored == .steps)
    }

    @Test("Every quantity has its unit among the accepted ones, and ranges fit the shape") func rows() {
        for row in KindTable.rows {
            switch row.shape {
            case .quantity, .half:
                #expect(row.units[row.unit]?.canonical(7) == 7, "\(row.name)")
                #expect(!row.unit.isEmpty)
            case .workout: #expect(row.units[row.unit]?.canonical(7) == 7, "\(row.name)")
            case .level(let names):
                #expect(row.plausible == 0...Double(names.count - 1), "\(row.name)")
                #expect(Set(names).count == names.count)
                #expect(row.level(names[0]) == 0 && row.level("no level") == nil)
            case .event: #expect(row.plausible == 1...1)
            case .interval: #expect(row.plausible == 0...0)
            case .stage: #expect(row.stored == .sleep)
            }
        }
        let halves = KindTable.rows.filter { $0.shape == .half(of: "bloodPressure") }
        #expect(halves.map(\.name) == ["bloodPressureSystolic", "bloodPressureDiastolic"])
    }

    /// Values that laws, standards and maker's constants give.
    @Test(
        "COM-2 Conversions are exact",
        arguments: [
            ("bodyTemperature", "degF", 98.6, 37), ("bodyTemperature", "°C", 37.5, 37.5),
            ("bodyTemperature", "K", 310.15, 37), ("skinTemperatureDifference", "degF", 1.8, 1),
            ("bodyMass", "lb", 1, 0.453_592_37), ("leanBodyMass", "st", 1, 6.350_293_18),
            ("distanceWalkingRunning", "mi", 1, 1609.344), ("waist", "in", 1, 2.54), ("waist", "m", 0.9, 90),
            ("dietaryEnergy", "kJ", 4.184, 1), ("dietaryWater", "fl_oz_us", 1, 29.573_529_562_5),
            ("bloodGlucose", "mg/dL", 180.155_880_000_054_08, 10), ("bloodGlucose", "mmol/L", 5.5, 5.5),
            ("dietarySodium", "g", 1.5, 1500), ("dietaryVitaminD", "mcg", 20, 20), ("dietaryVitaminD", "mg", 0.02, 20),
            ("basalMetabolicRate", "W", 100, 2_065.009_560_229_446), ("walkingSpeed", "km/hr", 3.6, 1),
            ("walkingSpeed", "mi/hr", 1, 0.447_04), ("runningVerticalOscillation", "m", 0.08, 8),
            ("runningGroundContactTime", "s", 0.25, 250), ("respiratoryRate", "brpm", 14, 14),
            ("vo2Max", "mL/kg/min", 44, 44), ("standTime", "min", 2, 120), ("electrodermalActivity", "S", 2e-6, 2),
        ])
    func conversions(name: String, unit: String, value: Double, expected: Double) throws {
        let kind = try #require(KindTable.row(name))
        let found = try #require(kind.canonical(value, unit))
        #expect(abs(found - expected) <= abs(expected) * 1e-12, "\(found)")
    }

    @Test("COM-2 A unit of another quantity, or none, measures nothing") func wrongUnits() throws {
        for (name, unit) in [
            ("bodyTemperature", "kg"), ("bodyTemperature", ""), ("bloodGlucose", "g"), ("steps", "m"),
            ("bodyFat", "count"), ("oxygenSaturation", ""),
        ] {
            #expect(try #require(KindTable.row(name)).canonical(1, unit) == nil)
        }
    }

    @Test("Intimate kinds are those of the mind, symptoms, the cycle, medicines and alcohol") func intimate() {
        let intimate = Set(KindTable.rows.filter(\.isIntimate).map(\.name))
        for name in [
            "menstrualFlow", "sexualActivity", "contraceptive", "pregnancy", "medication", "symptom", "stateOfMind",
            "alcoholicBeverages", "bloodAlcohol", "ovulationTest", "basalBodyTemperature", "insulin",
        ] {
            #expect(intimate.contains(name))
        }
        for name in ["bodyMass", "bloodPressureSystolic", "handwashing", "dietaryCaffeine"] {
            #expect(!intimate.contains(name))
        }
    }

    @Test("Names in the decoders' tables are names of rows: none is left out") func decoders() {
        let names = [
            HealthBridgeRows.kinds, HealthAutoExportMetrics.kinds, HealthAutoExportSections.cycleKinds,
            OpenWearablesRows.android, OpenWearablesRows.details,
        ]
        for table in names { #expect(table.missing.isEmpty, "\(table.missing)") }
        // Tables that leave a missing row out: they would be shorter.
        #expect(HCWebhookRows.fields.values.joined().count == 31)
        #expect(HCWebhookRows.workout.count == 5)
        #expect(HCWebhookRows.levels.values.allSatisfy { KindTable.row($0.kind) != nil })
        #expect(OpenScaleReader.fields.count == 23)
        #expect(HealthAutoExportSections.workoutDetails.count == 16)
    }
}
