import Messages

/// The entries of `CrisisDirectory` outside the English-speaking countries and western Europe. Each number is given for
/// its line by several independent public sources, looked up on 21 and 22 November 2026 in stored copies of public
/// pages. The numbers were not called.
extension CrisisTable {
    static let moreEurope: [Country] = [
        // policie.cz, "National Emergency Line 158": police 158, ambulance 155. Masaryk University, First Aid: 112
        // transfers medical calls to 155, which takes time. Line: irozhlas.cz, 8 December 2024 (closed on that month's
        // weekends for lack of money); idnes.cz, 10 January 2024.
        Country(
            "CZ", "155", police: "158",
            talk: [
                line(
                    "Linka první psychické pomoci", "116 123", "Chat on the website", "https://linkapsychickepomoci.cz")
            ]),
        // webbeteg.hu, July 2024: 112 reaches all services (104 ambulance and 107 police still answer); 116-123 is the
        // telephone line for emotional first aid.
        Country("HU", "112", talk: [line("Lelki Elsősegély Telefonszolgálat", "116 123", "", "https://sos116123.hu")]),
        Country(
            "IS", "112",
            talk: [line("Hjálparsími Rauða krossins", "1717", "Chat on the website", "https://www.raudikrossinn.is")]),
        // Police 113: Police Grand-Ducale in lessentiel.lu, December 2020 and 2022. 112 for ambulance and fire brigade:
        // rtl.lu, February 2023. Line: tageblatt.lu on its report for 2024.
        Country("LU", "112", police: "113", talk: [line("SOS Détresse", "45 45 45", "", "https://454545.lu")]),
        // mvs.gov.ua, 13 April 2024: 112 does not cover every region yet; 101 to 104 remain. 24tv.ua, 12 March 2026:
        // 112 is still being built. Line: lifelineukraine.com.
        Country(
            "UA", "103", police: "102",
            talk: [line("Lifeline Ukraine", "7333", "Chat on the website", "https://lifelineukraine.com")]),
    ]

    static let elsewhere: [Country] = [
        Country(
            "IN", "112", talk: [line("Tele-MANAS", "14416", "", "https://telemanas.mohfw.gov.in")],
            abuse: [line("Women Helpline", "181", "", "https://wcd.gov.in")]),
        Country(
            "JP", "119", police: "110",
            talk: [
                line("よりそいホットライン Yorisoi Hotline", "0120-279-338", "", "https://www.since2011.net/yorisoi/"),
                line("TELL Lifeline (English)", "03-5774-0992", "Chat on the website", "https://telljp.com"),
            ],
            abuse: [line("DV相談プラス DV Hotline Plus", "0120-279-889", "Chat on the website", "https://soudanplus.jp")]),
        Country(
            "BR", "192", police: "190",
            talk: [line("CVV", "188", "Chat on the website", "https://cvv.org.br")],
            abuse: [line("Central de Atendimento à Mulher", "180", "", "https://www.gov.br/mulheres")]),
        Country(
            "SG", "995", police: "999",
            talk: [line("Samaritans of Singapore", "1767", "WhatsApp 9151 1767", "https://www.sos.org.sg")],
            harm: [line("PAVE", "6555 0390", "", "https://pave.org.sg")]),
        Country("KR", "119", police: "112", talk: [line("자살예방상담전화", "109", "", "https://www.mohw.go.kr")]),
        Country("MX", "911", talk: [line("Línea de la Vida", "800 911 2000", "", "https://www.gob.mx/salud/conadic")]),
        Country(
            "IL", "101", police: "100", talk: [line("ERAN", "1201", "Chat on the website", "https://www.eran.org.il")]),
        Country(
            "AR", "107", police: "911",
            talk: [
                line(
                    "Centro de Asistencia al Suicida: Buenos Aires y Gran Buenos Aires", "135", "",
                    "https://www.asistenciaalsuicida.org.ar"),
                line(
                    "Centro de Asistencia al Suicida: todo el país", "0800 345 1435", "",
                    "https://www.asistenciaalsuicida.org.ar"),
                line(
                    "Centro de Asistencia al Suicida: todo el país", "011 5275-1135", "",
                    "https://www.asistenciaalsuicida.org.ar"),
            ]),
        Country(
            "CL", "131", police: "133",
            talk: [
                line(
                    "Línea de prevención del suicidio", "*4141", "",
                    "https://www.minsal.cl/linea-de-atencion-4141-no-estas-solo-no-estas-sola/"),
                // iPhones do not dial links that contain a star (Apple, "Phone Links").
                line("Salud Responde", "600 360 7777", "", "https://www.minsal.cl/salud-responde/"),
            ]),
        Country(
            "HK", "999",
            talk: [line("香港撒瑪利亞防止自殺會 Samaritan Befrienders Hong Kong", "2389 2222", "", "https://sbhk.org.hk")]),
        Country(
            "MY", "999", talk: [line("Befrienders Kuala Lumpur", "03-7627 2929", "", "https://www.befrienders.org.my")],
            abuse: [line("Talian Kasih", "15999", "", "https://www.kpwkm.gov.my")]),
        Country(
            "PE", "106", police: "105",
            talk: [line("Línea 113, opción 5: salud mental", "113", "", "https://www.gob.pe/minsa")]),
        Country(
            "PH", "911",
            talk: [
                line("NCMH Crisis Hotline", "1553", "", "https://ncmh.gov.ph"),
                line("NCMH Crisis Hotline", "0917-899-8727", "", "https://ncmh.gov.ph"),
            ]),
        Country(
            "TH", "1669", police: "191",
            talk: [line("สายด่วนสุขภาพจิต Mental Health Hotline", "1323", "", "https://dmh.go.th")]),
        Country(
            "TW", "119", police: "110", talk: [line("安心專線 Peace of Mind line", "1925", "", "https://www.mohw.gov.tw")]),
        Country("UY", "911", talk: [line("Línea Vida", "0800 0767", "", "https://www.asse.com.uy")]),
    ]
}
