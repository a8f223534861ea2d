/// Folded words shared by patterns and context checks.
enum WordLists {
    static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// People other than the writer.
    static let people = set(
        """
        friend friends sister brother mom mum mommy mother dad daddy father parents son daughter wife husband spouse partner girlfriend boyfriend fiance fiancee
        gf bf bff ex stepdad stepfather stepmom stepmother uncle aunt cousin grandma grandpa grandmother grandfather roommate flatmate housemate colleague coworker
        boss manager teacher coach neighbor neighbour patient student client classmate kid child kids children baby teen teenager teenagers teens man men woman
        women guy girl boy stranger person people someone somebody anyone everyone everybody nephew niece family caregiver landlord
        freund freundin schwester bruder mutter mama vater papa eltern sohn tochter frau mann ehemann ehefrau partnerin onkel tante kollege kollegin chef chefin
        nachbar nachbarin kind kinder jemand leute menschen mensch mitbewohner mitbewohnerin stiefvater stiefmutter madchen junge nichte neffe oma opa
        grossmutter grossvater cousine schwager schwagerin schuler schulerin mitschuler mitschulerin lehrer lehrerin kunde kundin klient klientin patientin
        patienten patientinnen bekannter bekannte verlobter verlobte
        """)

    static let named: [String: Set<String>] = [
        "who": people.union(set("he she they")),
        "them": people.union(set("him her them you others")),
        "kin": set(
            """
            husband wife boyfriend girlfriend partner spouse fiance ex dad daddy father stepdad stepfather mom mum mother stepmom stepmother parents brother sister
            uncle cousin grandfather caregiver bf gf
            """),
        "pills": set(
            """
            pills tablets meds medication medicine painkillers tylenol paracetamol ibuprofen aspirin xanax acetaminophen antidepressants capsules valium ambien
            benzos opioids insulin pill tablet advil drugs
            """),
        "absent": set(
            """
            family kids children parents husband wife everyone everybody friends mom mum they people he she world boyfriend girlfriend it son daughter mother father
            all life things place sister brother partner planet
            """),
        "meaning": set(
            """
            want wants wanna going gonna plan planning planned ready about might will like urge urges thinking thoughts think fantasize fantasizing need fantasies tempted
            considering decided could afraid scared worried wish desire intend
            """),
        "victim": set(
            """
            him her them you others everyone everybody people someone somebody my the that those this every all some wife husband ex kids children coworker coworkers
            classmates family mother father brother sister
            """),
        "kill": set("kill killing killed kil kll killl unalive unaliving unlive unliving unalived murder"),
        "body": set("wrist wrists arm arms leg legs thigh thighs skin vein veins throat"),
        "intend": set(
            """
            want wanna wanting going gonna plan planning will need ready about trying try decided intend intending think thinking thoughts considering contemplating
            like urge urges tempted keep fantasizing fantasize
            """),
        "nach": set(
            "mann ehemann freund vater stiefvater partner ex bruder mutter eltern frau freundin er sie papa mama onkel chef jemand"
        ),
    ]

    static let firstPerson = set(
        "i me my mine myself we us our ours ourselves ich mich mir mein meine meinen meinem meiner wir uns")
    static let thirdPerson = people.union(
        set(
            "villain character protagonist hero heroine killer murderer player he she they him her them his hers their theirs himself herself themselves themself who you your yourself er ihn ihm ihr ihre sein seine"
        ))

    static let negators = set("not never no without nor neither nicht nie niemals kein keine keinen ohne")

    /// Words after which a "not" does not deny the rest: "cannot stop thinking about …", "not sure …", "not afraid to
    /// …".
    static let transparent = set(
        "only just stop help know care sure even see afraid scared promise guarantee take live cope ignore shake get handle"
    )

    /// A statement that one does not think, mean or feel something is a denial even across a new subject "I".
    static let beliefs = set("think believe feel mean say said saying mind plan intend want going glaube denke")

    static let fiction = set(
        """
        movie movies film films book books novel novels series episode episodes show shows documentary song songs lyrics lyric album band character characters
        protagonist villain hero plot scene chapter game games gaming theater theatre opera poem netflix hbo anime manga trailer actor actress
        script fiction fictional headline title titled roman buch lied serie folge spiel figur romanfigur
        """)

    static let information = set(
        """
        article articles essay paper papers research study studies statistics rates rate awareness prevention helpline training lecture class course seminar history signs facts myths causes warning
        news report reports podcast definition thesis survey campaign charity fundraiser walk volunteer volunteered volunteering policy law bill
        debate assisted bombing bomber bombers bombings squad mission pact artikel studie vortrag pravention aufsatz referat
        read reading watched watching wrote heard learned learning studied studying discussed lesson presentation
        """)

    static let grief = set(
        "lost died death loss funeral grief grieving mourning mourn buried anniversary passed late verloren gestorben beerdigung trauer"
    )

    static let laughter = set(
        "lol lmao lmfao rofl haha hahaha hahahaha hehe jk kidding joking joke 😂 🤣 😅 💀 lachen witz")

    static let trivial = set(
        """
        embarrassing embarrassed embarrassment cringe awkward boring bored boredom spicy hot humid cute hilarious funny hungry full stuffed heat traffic homework
        wifi sunburn hangover hungover jetlag leg legs workout squats burpees cramps
        """)
}
