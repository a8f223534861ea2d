/// Initial inputs, one or more for each target; all synthetic.
enum FuzzSeeds {
    static let all: [[UInt8]] =
        (texts + companions).map { [$0.0.rawValue] + Array($0.1.utf8) }
        + archives.map { [FuzzTarget.zip.rawValue] + $0 } + [
            header, batch, ready, nested, monitor,
        ]

    private static let key = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"

    private static let texts: [(FuzzTarget, String)] = [
        (.endpoint, "tcp://127.0.0.1:5550"), (.endpoint, "ipc:///run/pulsum/bus"), (.endpoint, "tcp://[::1]:80"),
        (.tokens, "secret\ncall ScoreQuery\n"),
        (.keys, "accepted \(key) 2026-01-01\nrevoked \(key) 2026-01-02\ncall ScoreQuery\n"),
        (
            .csv,
            "kind,start,end,value,unit,source\nheartRate,2025-12-01T10:00:00Z,2025-12-01T10:00:05Z,61.5,count/min,\"Watch, \"\"mine\"\"\"\n"
        ),
        (
            .healthAutoExport,
            #"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[{"date":"2025-12-01 10:00:00 +0100","Avg":61.5,"Min":6e1,"Max":63,"source":"W\u00e4\ud83d\ude00"}]},"#
                + #"{"name":"sleep_analysis","units":"hr","data":[{"date":"2025-12-01 00:00:00 +0100","sleepStart":"2025-11-30 23:00:00 +0100","sleepEnd":"2025-12-01 07:00:00 +0100","deep":1.5,"core":4,"rem":1.5}]}],"workouts":[{"name":"Run","start":"2025-12-01 10:00:00 +0100","end":"2025-12-01 11:00:00 +0100"}]}}"#
        ),
        (
            .healthAutoExport,
            #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":[[],[],{"a":[]}],"qty":1e300}]}]}}"#
        ),
        (
            .table,
            "Date,Heart Rate [Avg] (count/min),Sleep Analysis [Asleep] (hr),Step Count (count),VO2 Max (ml/(kg·min)),Weight & Body Mass (lb)\n12/1/2025 0:00,61.5,7.5,900,,150\n"
        ),
        (.xml, export),
        (.zap, "1.0\u{FFFD}1"),
    ]

    /// A body of each companion.
    private static let companions: [(FuzzTarget, String)] = [
        (
            .hcWebhook,
            #"{"timestamp":"2025-12-01T10:00:00Z","steps":[{"count":900,"start_time":"2025-11-30T00:00:00Z","end_time":"2025-12-01T00:00:00Z"}],"#
                + #""sleep":[{"session_end_time":"2025-12-01T06:00:00Z","duration_seconds":3600,"stages":[{"stage":"5","start_time":"2025-12-01T05:00:00Z","end_time":"2025-12-01T06:00:00Z"}],"metadata":{"data_origin":"a.b","device":{"type":1}}}],"exercise":[{"type":"56","start_time":"2025-12-01T05:00:00Z","end_time":"2025-12-01T06:00:00Z","steps":9}]}"#
        ),
        (
            .openWearables,
            #"{"provider":"google","syncTimestamp":"2025-12-01T10:00:00Z","data":{"records":[{"id":"a-s0","type":"HEART_RATE","startDate":"2025-12-01T09:00:00Z","endDate":"2025-12-01T09:00:00Z","zoneOffset":"+01:00","source":{"appId":"a.b","deviceType":"watch"},"value":61,"unit":"bpm","parentId":"a"}],"#
                + #""sleep":[{"id":"n-s0","parentId":"n","stage":"deep","startDate":"2025-12-01T01:00:00Z","endDate":"2025-12-01T02:00:00Z"}],"workouts":[{"id":"w","type":"RUNNING","startDate":"2025-12-01T01:00:00Z","endDate":"2025-12-01T02:00:00Z","values":[{"type":"duration","value":60,"unit":"s"}]}]}}"#
        ),
        (
            .healthBridge,
            #"{"schema_id":"health_bridge.batch.v1","generated_at":"2025-12-01T10:00:00Z","samples":[{"client_record_id":"hk-quantity-weight-0000000a-0000-4000-8000-000000000000","type_code":"weight","start_time":"2025-12-01T08:00:00Z","end_time":"2025-12-01T08:00:00Z","value":71,"unit":"kg"}],"#
                + #""sleep_sessions":[{"client_record_id":"hk-sleep-1","source_key":"s","stage_intervals":[{"stage":"rem","start_time":"2025-12-01T01:00:00Z","end_time":"2025-12-01T02:00:00Z"}]}],"deleted_records":[{"client_record_id":"x"}],"sync":{"cursors":[{"source_key":"s","cursor_kind":"anchored_sleep_baseline_reset","cursor_value":"v2:1"}]}}"#
        ),
        (
            .openScale,
            #"{"event":"update","measurements":[{"userId":1,"date":"2025-12-01T08:00:00.000Z","weight":71.4000015,"body_fat":0.0,"values":[{"key":"waist","isDerived":false,"value":82}]}]}"#
        ),
        (
            .healthAutoExportPost,
            #"{"data":{"metrics":[{"name":"blood_pressure","units":"mmHg","data":[{"date":"2025-12-01 10:00:00 +0100","systolic":120,"diastolic":80}]},{"name":"step_count","units":"count","data":[{"date":"2025-12-01 10:00:00 +0100","qty":9}]}],"#
                + #""symptoms":[{"start":"2025-12-01 10:00:00 +0100","name":"Headache","severity":"Mild"}],"workouts":[{"name":"Run","start":"2025-12-01 10:00:00 +0100","end":"2025-12-01 11:00:00 +0100","distance":{"qty":1,"units":"km"}}]}}"#
        ),
    ]

    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [<!ELEMENT HealthData (Record*)>]>
        <HealthData locale="en_DE"><ExportDate value="2025-12-01 22:00:00 +0100"/>
         <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch &amp; co&#x21;" unit="count/min" startDate="2025-12-01 10:00:00 +0100" endDate="2025-12-01 10:00:05 +0100" value="61.5"><MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record>
         <Record type='HKCategoryTypeIdentifierSleepAnalysis' sourceName='W' startDate='2025-11-30 23:00:00 +0100' endDate='2025-12-01 07:00:00 +0100' value='HKCategoryValueSleepAnalysisAsleepCore'/>
         <Correlation type="x"><Record type="HKQuantityTypeIdentifierStepCount"/></Correlation><!-- c --><![CDATA[ x ]]>
        </HealthData>
        """

    /// ZAP frames contain a separator byte that no text has.
    static let zap: [[UInt8]] = [
        ["1.0", "1", "pulsum", "10.0.0.1", "", "PLAIN", "scoring", "token"].map { Array($0.utf8) },
        ["1.0", "1", "pulsum", "10.0.0.1", "", "CURVE"].map { Array($0.utf8) } + [[UInt8](repeating: 7, count: 32)],
    ].map { [FuzzTarget.zap.rawValue] + Array($0.joined(separator: [0xFF])) }

    private static let monitor = [FuzzTarget.monitor.rawValue, 0x00, 0x20, 0x02, 0x00, 0x00, 0x11]

    private static let header: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 97)
        bytes[0] = FuzzTarget.header.rawValue
        (bytes[1], bytes[2], bytes[3]) = (0x50, 1, 2)
        bytes.replaceSubrange(41..<48, with: Array("scoring".utf8))
        bytes.replaceSubrange(57..<60, with: Array("api".utf8))
        return bytes
    }()

    /// Two headers and their payloads of one and two bytes.
    private static let batch: [UInt8] = {
        var headers = [Array(header.dropFirst()), Array(header.dropFirst())]
        (headers[0][15], headers[1][15]) = (1, 2)
        return [FuzzTarget.batch.rawValue, 2] + headers.joined() + [1, 2, 3]
    }()

    /// READY: a release, numbers, packed types.
    private static let ready: [UInt8] = [
        FuzzTarget.message.rawValue, 0, 0x0A, 1, 0x31, 0x10, 7, 0x18, 4, 0x22, 3, 0x81, 0x02, 0x05,
    ]
    /// Nested messages.
    private static let nested: [UInt8] = [
        FuzzTarget.message.rawValue, 9, 0x0A, 8, 0x0A, 6, 0x0A, 4, 0x12, 2, 0x08, 1, 0x19, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,
    ]

    private static let electrocardiogram =
        "Name,A\nGeburtstag,\"01.01.1990\"\nAufzeichnungsdatum,2025-03-01 10:15:00 +0100\nKlassifizierung,Sinusrhythmus\n\n57,992\n"

    /// An archive with the export, once stored and once in a stored block of DEFLATE (RFC 1951, 3.2.4), and one with an
    /// electrocardiogram.
    private static let archives: [[UInt8]] = {
        let content = Array(export.utf8)
        let size = UInt16(content.count)
        let block = [1] + number(size) + number(~size) + content
        let name = "apple_health_export/export.xml"
        let table = Array(electrocardiogram.utf8)
        return [
            archive(name, content, packed: content, method: 0), archive(name, content, packed: block, method: 8),
            archive("electrocardiograms/ecg_2025-03-01.csv", table, packed: table, method: 0),
        ]
    }()

    private static func archive(_ name: String, _ content: [UInt8], packed: [UInt8], method: UInt16) -> [UInt8] {
        let name = Array(name.utf8)
        let common =
            number(UInt16(20)) + number(UInt16(0)) + number(method) + number(UInt32(0)) + number(checksum(content))
            + number(UInt32(packed.count))
            + number(UInt32(content.count)) + number(UInt16(name.count)) + number(UInt16(0))
        let local = number(UInt32(0x0403_4b50)) + common + name + packed
        let central =
            number(UInt32(0x0201_4b50)) + number(UInt16(20)) + common + [UInt8](repeating: 0, count: 14) + name
        let end =
            number(UInt32(0x0605_4b50)) + [0, 0, 0, 0, 1, 0, 1, 0] + number(UInt32(central.count))
            + number(UInt32(local.count)) + number(UInt16(0))
        return local + central + end
    }

    private static func number<N: FixedWidthInteger>(_ number: N) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Bitwise CRC-32 (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}
