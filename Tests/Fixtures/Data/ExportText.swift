/// Text of an export: appends to one buffer and allocates no strings for parts that repeat millions of times.
struct ExportText {
    var bytes = [UInt8]()
    /// UTC offset of all dates, in seconds: the phone's offset at export, the same in winter and summer.
    let offset: Int
    let isCompact: Bool

    init(offset: Int, isCompact: Bool) {
        (self.offset, self.isCompact) = (offset, isCompact)
        bytes.reserveCapacity(1 << 19)
    }

    mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func digits(_ value: Int, _ width: Int) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(48 + value / divisor % 10))
            divisor /= 10
        }
    }

    /// `yyyy-MM-dd HH:mm:ss Z`.
    mutating func date(_ instant: Int) {
        let local = instant + offset
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        let second = local - day * 86_400
        // Algorithm: H. Hinnant, "chrono-compatible low-level date algorithms".
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        digits(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4)
        bytes.append(45)
        digits(month, 2)
        bytes.append(45)
        digits(dayOfYear - (153 * monthIndex + 2) / 5 + 1, 2)
        bytes.append(32)
        digits(second / 3600, 2)
        bytes.append(58)
        digits(second / 60 % 60, 2)
        bytes.append(58)
        digits(second % 60, 2)
        text(" +")
        digits(offset / 3600, 2)
        digits(offset / 60 % 60, 2)
    }

    /// A number with at most three decimals, as HealthKit writes them.
    mutating func number(_ value: Double) {
        let thousandths = Int((value * 1000).rounded())
        text(String(thousandths / 1000))
        var rest = thousandths % 1000
        guard rest > 0 else { return }
        bytes.append(46)
        while rest > 0 {
            bytes.append(UInt8(48 + rest / 100))
            rest = rest % 100 * 10
        }
    }

    enum Device { case watch, phone, scale }

    /// Appends the attributes up to the value; the caller closes the element.
    mutating func record(
        _ type: StaticString, _ device: Device, unit: StaticString?, from start: Int, to end: Int, written: Int? = nil
    ) {
        text(" <Record type=\"")
        text(type)
        switch device {
        case .watch where isCompact: text("\" sourceName=\"Anna\u{2019}s Apple\u{a0}Watch\" sourceVersion=\"9.3\"")
        case .phone where isCompact: text("\" sourceName=\"Anna &amp; Ben iPhone\" sourceVersion=\"16.3\"")
        case .watch:
            text("\" sourceName=\"Anna\u{2019}s Apple\u{a0}Watch\" sourceVersion=\"9.3\" device=\"&lt;&lt;HKDevice: 0x")
            // The address differs in every export and record, so it must not count as another device.
            text(String(0x2_8000_0000 + start * 64 % 0x7FFF_FFFF, radix: 16))
            text("&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.3&gt;\"")
        case .phone:
            text("\" sourceName=\"Anna &amp; Ben iPhone\" sourceVersion=\"16.3\" device=\"&lt;&lt;HKDevice: 0x")
            text(String(0x2_8100_0000 + start * 64 % 0x7FFF_FFFF, radix: 16))
            text("&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,2, software:16.3&gt;\"")
        case .scale: text("\" sourceName=\"Kitchen Scale\" sourceVersion=\"2\"")
        }
        if let unit {
            text(" unit=\"")
            text(unit)
            text("\"")
        }
        text(" creationDate=\"")
        date(written ?? end + 4)
        text("\" startDate=\"")
        date(start)
        text("\" endDate=\"")
        date(end)
        text("\" value=\"")
    }

    mutating func quantity(
        _ type: StaticString, _ device: Device, _ value: Double, unit: StaticString, from start: Int, to end: Int,
        written: Int? = nil
    ) {
        record(type, device, unit: unit, from: start, to: end, written: written)
        number(value)
        text("\"/>\n")
    }

    /// The DTD of iOS 15, shortened: element and attribute declarations that no reader should interpret.
    static let prolog: StaticString = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 11 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
        <!ATTLIST Record
          type          CDATA #REQUIRED
          unit          CDATA #IMPLIED
          value         CDATA #IMPLIED
          sourceName    CDATA #REQUIRED
          startDate     CDATA #REQUIRED
          endDate       CDATA #REQUIRED
        >
        <!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->
        ]>

        """
}
