/// Lengths of IBANs by country, from SWIFT's IBAN registry (ISO 13616-1).
enum IBANLengths {
    static let byCountry: [String: Int] = {
        let lines = [
            (15, "NO"), (16, "BE"), (18, "DK FI FO GL NL"), (19, "MK SI"), (20, "AT BA EE KZ LT LU XK"),
            (21, "CH CR HR LI LV"),
            (22, "BG BH DE GB GE IE ME RS VA"),
            (23, "AE GI IL IQ OM TL"), (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"), (26, "IS TR"),
            (27, "BI DJ FR GR IT MC MR SM"),
            (28, "AL AZ BY CY DO GT HU LB PL SV"), (29, "BR EG PS QA UA"), (30, "JO KW MU"), (31, "MT SC"), (32, "LC"),
            (33, "RU"),
        ]
        return Dictionary(
            uniqueKeysWithValues: lines.flatMap { length, codes in
                codes.split(separator: " ").map { (String($0), length) }
            })
    }()
}
