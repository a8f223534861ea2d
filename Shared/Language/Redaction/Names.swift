/// Word lists for names: given names, and words that are never names.
enum Names {
    /// Whether a word is a known given name.
    static func isGiven(_ word: String) -> Bool { given.contains(word) }
    /// Whether a given name is also a word ("May", "Will", "Grace"): it counts only with evidence that a person is
    /// meant.
    static func isAmbiguous(_ word: String) -> Bool { ambiguous.contains(word) }
    /// Whether a word is a common word: of the language, the calendar, peoples or brands.
    static func isCommon(_ word: String) -> Bool {
        common.contains(word) || LanguageGuess.isEverydayWord(word) || SentimentLexicon.shared.valences[word] != nil
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let ambiguous = set(
        """
        may april june august will mark grace hope faith joy rose summer dawn art bill drew frank jack chase hunter rich pat sue max christian angel sky ray gene
        virginia paris georgia jordan austin dallas chelsea florence sydney jade ruby pearl amber ivy lily daisy violet iris olive heather holly autumn crystal
        grant miles dean cliff rob nick josh guy jean wade dale glen lance chip buddy major king prince duke earl baron mercy charity patience constance felicity
        destiny harmony melody liberty justice star sunny sandy penny ginger honey candy basil sage reed ford lane forest river brook stone clay rusty dusty
        carol eve ernst ute mara mona nova luna gus sol dick randy robin
        """)

    private static let given = ambiguous.union(
        set(
            """
            aaron abby abdul abigail abraham adam adele adrian agnes ahmad ahmed aidan aisha alan albert alejandro alessandro alex alexa alexander alexandra alexis
            alfred ali alice alicia alina alison allison alyssa amanda amelia amina amir amy ana ananya anastasia andre andrea andreas andrew andy angela angelica
            anita anja anke ann anna anne annette annie anthony antje anton antonia antonio arjun arthur arun ashley asma astrid audrey ava axel barbara beate beatrice
            beatriz ben benjamin bernard bernd bernhard beth bettina betty beverly bianca bjorn bob bobby boris bradley brandon brenda brian brittany bruce bruno bryan
            caitlin camila camille carina carl carla carlos carmen caroline catherine cecilia charles charlie charlotte chen chloe chris christa christina christine
            christoph christopher cindy claire clara clarence claudia claus colin connor corinna courtney craig cynthia daniel daniela danielle danny david deborah
            deepak denise dennis derek diana diane diego dieter dimitri dirk dmitri dominic dominik donald donna dora doris dorothea dorothy doug douglas dylan
            eddie edgar edith eduardo edward edwin eileen elaine elena eleanor eli elias elisabeth elizabeth ella ellen elsa emil emilia emilie emily emma enrique eric
            erica erich erik erika erin ernest esther ethan eugene eva evan evelyn fabian farah fatima felix ferdinand fernando finn fiona frances francesca francesco
            francis francisco franz franziska fred frederick friedrich gabriel gabriela gabriele gary george gerald gerhard gerd gertrud gianni gina giovanni giulia
            giuseppe gloria gordon greg gregory greta guillermo gunter gustav hanna hannah hannes hans harald harold harry hasan hassan heidi heike heiko heinrich
            heinz helen helena helga helmut hendrik henri henrik henry herbert hermann hilde holger horst howard hugo ian ibrahim ida ilse ines inga inge ingrid irene
            irina isaac isabel isabella isabelle ivan jackson jacob jacqueline jaime jake jakob jamal james jamie jan jana jane janet janice jasmin jasmine jason javier
            jeff jeffrey jenna jennifer jenny jens jeremy jerry jesse jessica jesus jill jim jimmy joan joanna joao jochen joe joel joerg johan johann johanna johannes
            john johnny jon jonas jonathan jorge jose josef joseph joshua juan judith judy julia julian juliana julie julien justin karen karin karl karla karsten katarina
            kate katharina katherine kathleen kathrin kathryn kathy katie katja katrin kayla keith kelly ken kenneth kerstin kevin khalid kim kimberly klaus konrad
            konstantin kristen kristin kristina kurt kyle lara larry lars laura lauren laurent lea leah leif lena leo leon leonard leonie leonardo lewis liam lida
            linda lisa logan lorenzo louis louisa louise luc luca lucas lucia lucy ludwig luis luisa lukas luke lydia madeleine madison magdalena maja malik manfred
            manuel manuela marc marcel marco marcus margaret margarete maria mariam marianne marie marina mario marion marius markus marta martha martin martina mary
            mathias matt matteo matthew matthias maureen maximilian megan mehmet melanie melissa mia michael michaela michal michel michelle miguel mike milan mina
            miriam mohamed mohammad mohammed monica monika morgan moritz muhammad mustafa nadia nadine nancy naomi natalia natalie natasha nathan neha nicholas nicola
            nicolas nicole niklas nikola nils nina noah noel nora norbert norman olaf oleg olga oliver olivia omar oscar oskar otto pablo pamela patricia patrick paul
            paula paulina pauline pedro peter petra phil philip philipp philippe phillip phyllis pia pierre pooja priya rachel rafael rahul rainer raj rajesh ralf ralph
            ramesh ramona raphael raquel raymond rebecca regina reinhard renate rene ricardo richard rick rita robert roberta roberto robin rodrigo roger roland rolf
            roman ron ronald rosa rosemary roy rudolf russell ruth ryan sabine sabrina sally salma sam samantha samir samuel sandra sanjay sara sarah sascha scott sean
            sebastian selina sergei sergio seth shannon sharon shawn sheila shirley shreya silke silvia simon simona simone sofia sofie sonia sonja sophia sophie stacy
            stanislav stefan stefanie stella stephan stephanie stephen steve steven stuart sunita susan susanne susi suzanne svetlana sven sylvia tamara tanja tanya
            tara tatjana ted teresa terry theo theodor theresa thomas thorsten tiffany tim timo timothy tina tobias todd tom tomas tommy tony torsten tracy travis
            trevor tristan tyler udo uli ulrich ulrike ursula uschi uwe valentin valentina valerie vanessa vera verena veronica veronika vicky victor victoria vijay
            vikas vikram viktor viktoria vincent vincenzo vladimir volker walter waltraud wanda wayne wei wendy werner wilhelm william willi willy winfried wolf
            wolfgang yan yasmin yolanda yusuf yvonne zachary zara zoe zoey
            """))

    private static let common = set(
        """
        i a the this that these those there here it he she we you they my our your his her its their in on at to for from with and but or so if when then as of is
        am are was were has have had do does did can could will would should may might must not no yes please thanks thank hello hi hey dear ok okay oh well
        sunday monday tuesday wednesday thursday friday saturday january february march april may june july august september october november december montag
        dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember christmas easter halloween thanksgiving ramadan
        hanukkah diwali weihnachten ostern english german french spanish italian russian chinese japanese indian american british european african asian irish
        scottish dutch greek turkish polish swedish danish norwegian finnish muslim christian jewish hindu buddhist catholic god lord jesus bible mr mrs ms dr prof
        covid adhd ptsd ocd hrv ecg mri ibs pms iphone ipad android apple google amazon netflix spotify youtube facebook instagram whatsapp tiktok twitter zoom
        starbucks strava garmin fitbit oura whoop peloton kindle uber internet wifi email tv phone app pulsum windows mac pixel galaxy what why how who where which
        just also still after before because while since until during today yesterday tomorrow tonight now later maybe really let lets get got go going went
        one two three four five six seven eight nine ten first second third last next new old big little good great bad best worst some any all every each many
        much more most few both either neither another other same such only own than too very even never always often sometimes usually again once
        """)
}
