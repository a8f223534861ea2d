import Messages

/// The entries of `CrisisDirectory`, one phone number per field.
///
/// Police and ambulance are separate where a country has different numbers (Wikipedia, "List of emergency telephone
/// numbers"; Ibaraki Prefecture on 110 and 119; Chile: SAMU 131, Carabineros 133; Peru: SAMU 106, policía 105; Brazil:
/// SAMU 192, polícia 190; Israel: Magen David Adom 101, police 100).
enum CrisisTable {
    typealias Country = CrisisCountry

    /// A line of a card; empty strings for contact types that it does not offer.
    static func line(_ name: String, _ phone: String, _ text: String = "", _ url: String) -> CrisisCard.Line {
        CrisisCard.Line(name: name, phone: phone, text: text, url: url)
    }

    /// 112 is the emergency number of the European Union; mobile phones connect it in most countries (GSM 02.30).
    static let international = Country(
        "", "112",
        talk: [
            line(
                "Find A Helpline: helplines in over 130 countries", "", "Chat and text lines are listed by country",
                "https://findahelpline.com"),
            line("Befrienders Worldwide", "", "", "https://befrienders.org"),
        ],
        abuse: [
            line(
                "NO MORE Global Directory: help with domestic and sexual violence by country", "", "",
                "https://nomoredirectory.org")
        ])

    static let englishSpeaking: [Country] = [
        Country(
            "US", "911",
            talk: [
                line(
                    "988 Suicide & Crisis Lifeline", "988", "Text 988, chat at 988lifeline.org",
                    "https://988lifeline.org"),
                line("Crisis Text Line", "", "Text HOME to 741741", "https://www.crisistextline.org"),
            ],
            abuse: [
                line(
                    "National Domestic Violence Hotline", "1-800-799-7233", "Text START to 88788, chat on the website",
                    "https://www.thehotline.org"),
                line(
                    "RAINN National Sexual Assault Hotline", "1-800-656-4673", "Chat on the website",
                    "https://www.rainn.org"),
            ],
            // commonwealthmagazine.org and theamericansaga.com report callers from all over the country.
            harm: [line("A Call for Change Helpline", "1-877-898-3411", "", "https://acallforchangehelpline.org")],
            poison: [line("Poison Help", "1-800-222-1222", "", "https://www.poison.org")]),
        Country(
            "GB", "999",
            talk: [
                line("Samaritans", "116 123", "E-mail jo@samaritans.org", "https://www.samaritans.org"),
                line("Shout", "", "Text SHOUT to 85258", "https://giveusashout.org"),
                line(
                    "NHS 111, option 2 for mental health", "111", "",
                    "https://www.nhs.uk/nhs-services/mental-health-services/"),
            ],
            abuse: [
                line(
                    "National Domestic Abuse Helpline", "0808 2000 247", "Chat on the website",
                    "https://www.nationaldahelpline.org.uk")
            ],
            harm: [line("Respect Phoneline", "0808 802 4040", "Chat on the website", "https://respectphoneline.org.uk")]
        ),
        Country(
            "IE", "112",
            talk: [
                line("Samaritans", "116 123", "E-mail jo@samaritans.ie", "https://www.samaritans.org/ireland/"),
                line("Text About It", "", "Text HELLO to 50808", "https://www.textaboutit.ie"),
                line("Pieta", "1800 247 247", "", "https://www.pieta.ie"),
            ],
            abuse: [line("Women's Aid", "1800 341 900", "Chat on the website", "https://www.womensaid.ie")]),
        Country(
            "CA", "911",
            talk: [
                line("9-8-8 Suicide Crisis Helpline", "988", "Text 988", "https://988.ca"),
                line("Kids Help Phone", "1-800-668-6868", "Text CONNECT to 686868", "https://kidshelpphone.ca"),
            ],
            abuse: [line("ShelterSafe: the nearest shelter and its crisis line", "", "", "https://sheltersafe.ca")]),
        Country(
            "AU", "000",
            talk: [
                line("Lifeline", "13 11 14", "Text 0477 13 11 14, chat on the website", "https://www.lifeline.org.au"),
                line(
                    "Suicide Call Back Service", "1300 659 467", "Chat on the website",
                    "https://www.suicidecallbackservice.org.au"),
            ],
            abuse: [
                line(
                    "1800RESPECT", "1800 737 732", "Text 0458 737 732, chat on the website",
                    "https://www.1800respect.org.au")
            ],
            harm: [line("Men's Referral Service", "1300 766 491", "Chat on the website", "https://ntv.org.au")],
            poison: [line("Poisons Information Centre", "13 11 26", "", "https://www.poisonsinfo.nsw.gov.au")]),
        Country(
            "NZ", "111",
            talk: [
                line("1737, need to talk?", "1737", "Text 1737", "https://1737.org.nz"),
                line("Lifeline Aotearoa", "0800 543 354", "Text 4357", "https://www.lifeline.org.nz"),
            ],
            abuse: [line("Women's Refuge", "0800 733 843", "", "https://womensrefuge.org.nz")],
            harm: [line("0800 HEY BRO, He Waka Tapu", "0800 439 276", "", "https://www.hewakatapu.org.nz")]),
        Country(
            "ZA", "10177", police: "10111",
            talk: [line("SADAG Suicide Crisis Helpline", "0800 567 567", "Text 31393", "https://www.sadag.org")],
            abuse: [line("Gender-Based Violence Command Centre", "0800 428 428", "", "https://gbv.org.za")]),
    ]

    static let europe: [Country] = [
        Country(
            "DE", "112", police: "110",
            talk: [
                line(
                    "TelefonSeelsorge", "0800 111 0 111", "Chat at online.telefonseelsorge.de",
                    "https://www.telefonseelsorge.de"),
                line("TelefonSeelsorge", "0800 111 0 222", "", "https://www.telefonseelsorge.de"),
                line("TelefonSeelsorge", "116 123", "", "https://www.telefonseelsorge.de"),
            ],
            abuse: [
                line(
                    "Hilfetelefon Gewalt gegen Frauen", "116 016", "Chat on the website", "https://www.hilfetelefon.de")
            ],
            // The city of Ingolstadt describes this line of Behandlungsinitiative Opferschutz (BIOS).
            harm: [
                line("Hilfetelefon für tatgeneigte Personen (BIOS)", "0800 70 222 40", "", "https://www.bios-bw.com")
            ]),
        Country(
            "AT", "144", police: "133",
            talk: [
                line("TelefonSeelsorge", "142", "Chat on the website", "https://www.telefonseelsorge.at"),
                line("Rat auf Draht (for young people)", "147", "Chat on the website", "https://www.rataufdraht.at"),
            ],
            abuse: [line("Frauenhelpline gegen Gewalt", "0800 222 555", "", "https://www.frauenhelpline.at")],
            harm: [line("Männerinfo", "0800 400 777", "", "https://maennerinfo.at")]),
        Country(
            "CH", "144", police: "117",
            talk: [
                line(
                    "Die Dargebotene Hand · La Main Tendue · Telefono Amico", "143", "Chat at 143.ch",
                    "https://www.143.ch"),
                line("Pro Juventute (for young people)", "147", "Chat at 147.ch", "https://www.147.ch"),
            ],
            abuse: [
                line(
                    "Opferhilfe Schweiz: the advice centre of each canton", "", "", "https://www.opferhilfe-schweiz.ch")
            ]),
        Country(
            "FR", "112", police: "17",
            talk: [
                line("Numéro national de prévention du suicide", "3114", "", "https://3114.fr"),
                line("SOS Amitié", "09 72 39 40 50", "Chat on the website", "https://www.sos-amitie.com"),
            ],
            abuse: [line("Violences Femmes Info", "3919", "", "https://www.solidaritefemmes.org")],
            harm: [line("Ne frappez pas, FNACAV", "08 019 019 11", "", "https://www.fnacav.fr")]),
        Country(
            "ES", "112",
            talk: [
                line("Línea 024 de atención a la conducta suicida", "024", "", "https://www.sanidad.gob.es/linea024/"),
                line("Teléfono de la Esperanza", "717 003 717", "", "https://telefonodelaesperanza.org"),
            ],
            abuse: [
                line(
                    "016, violencia de género", "016", "WhatsApp 600 000 016", "https://violenciagenero.igualdad.gob.es"
                )
            ]),
        Country(
            "IT", "112",
            talk: [
                line("Telefono Amico Italia", "02 2327 2327", "WhatsApp 324 011 7252", "https://www.telefonoamico.it")
            ],
            abuse: [line("Antiviolenza e stalking", "1522", "Chat on the website", "https://www.1522.eu")]),
        Country(
            "NL", "112",
            talk: [
                line("113 Zelfmoordpreventie", "113", "Chat on the website", "https://www.113.nl"),
                line("113 Zelfmoordpreventie", "0800-0113", "", "https://www.113.nl"),
            ],
            abuse: [line("Veilig Thuis", "0800-2000", "Chat on the website", "https://veiligthuis.nl")],
            // Rijksoverheid: also for people who use violence.
            harm: [line("Veilig Thuis", "0800-2000", "Chat on the website", "https://veiligthuis.nl")]),
        Country(
            "BE", "112", police: "101",
            talk: [
                line("Zelfmoordlijn", "1813", "Chat on the website", "https://www.zelfmoord1813.be"),
                line("Centre de Prévention du Suicide", "0800 32 123", "", "https://www.preventionsuicide.be"),
            ],
            abuse: [
                line("1712", "1712", "Chat on the website", "https://1712.be"),
                line(
                    "Écoute violences conjugales", "0800 30 030", "Chat on the website",
                    "https://www.ecouteviolencesconjugales.be"),
            ],
            // For victims, witnesses and people who use violence.
            harm: [line("1712", "1712", "Chat on the website", "https://1712.be")]),
        Country(
            "SE", "112", talk: [line("Mind Självmordslinjen", "90101", "Chat on the website", "https://mind.se")],
            abuse: [line("Kvinnofridslinjen", "020-50 50 50", "", "https://kvinnofridslinjen.se")],
            harm: [line("Välj att sluta", "020-555 666", "", "https://valjattsluta.se")]),
        Country(
            "NO", "113", police: "112",
            talk: [
                line("Mental Helse Hjelpetelefonen", "116 123", "", "https://mentalhelse.no"),
                line("Kirkens SOS", "22 40 00 40", "Chat on the website", "https://www.kirkens-sos.no"),
            ],
            abuse: [line("VO-linjen", "116 006", "", "https://www.volinjen.no")]),
        Country(
            "DK", "112", talk: [line("Livslinien", "70 201 201", "Chat on the website", "https://www.livslinien.dk")],
            abuse: [line("Lev Uden Vold", "1888", "", "https://levudenvold.dk")],
            // Also for people who use violence.
            harm: [line("Lev Uden Vold", "1888", "", "https://levudenvold.dk")]),
        Country(
            "FI", "112", talk: [line("MIELI Kriisipuhelin", "09 2525 0111", "Chat on the website", "https://mieli.fi")],
            abuse: [
                line("Nollalinja", "116 016", "", "https://nollalinja.fi"),
                line("Nollalinja", "080 005 005", "", "https://nollalinja.fi"),
            ]),
        Country(
            "PT", "112",
            talk: [
                line("SOS Voz Amiga", "213 544 545", "", "https://www.sosvozamiga.org"),
                line("SNS 24", "808 24 24 24", "", "https://www.sns24.gov.pt"),
            ],
            abuse: [line("APAV, apoio à vítima", "116 006", "", "https://apav.pt")]),
        Country(
            "PL", "112",
            talk: [
                line("Centrum Wsparcia", "800 70 2222", "Chat on the website", "https://centrumwsparcia.pl"),
                line("Telefon zaufania", "116 123", "", "https://116sos.pl"),
            ],
            abuse: [line("Niebieska Linia", "800 120 002", "", "https://www.niebieskalinia.info")]),
    ]
}
