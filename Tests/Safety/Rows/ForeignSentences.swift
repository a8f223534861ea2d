/// Everyday sentences in languages without full rules: the first four of each language's examples in spaCy 3.8
/// (`spacy/lang/*/examples.py`, MIT, © ExplosionAI). Only counts were seen. Each begins with the code of its language.
enum ForeignSentences {
    static let all: [(language: Substring, text: Substring)] = rows.split(separator: "\n").map { row in
        let parts = row.split(separator: " ", maxSplits: 1)
        return (parts[0], parts[1])
    }

    private static let rows = """
        am አፕል የዩኬን ጅምር ድርጅት በ 1 ቢሊዮን ዶላር ለመግዛት አስቧል።
        am የራስ ገዝ መኪኖች የኢንሹራንስ ኃላፊነትን ወደ አምራቾች ያዛውራሉ
        am ሳን ፍራንሲስኮ የእግረኛ መንገድ አቅርቦት ሮቦቶችን ማገድን ይመለከታል
        am ለንደን በእንግሊዝ የምትገኝ ትልቅ ከተማ ናት።
        ar نال الكاتب خالد توفيق جائزة الرواية العربية في معرض الشارقة الدولي للكتاب
        ar أين تقع دمشق ؟
        ar كيف حالك ؟
        ar هل يمكن ان نلتقي على الساعة الثانية عشرة ظهرا ؟
        az Bu bir cümlədir.
        az Necəsən?
        az Qarabağ ordeni vətən müharibəsində qələbə münasibəti ilə təsis edilmişdir.
        az Məktəbimizə Bakıdan bir tarix müəllimi gəlmişdi.
        bg Епъл иска да купи английски стартъп за 1 милиард долара.Автономните коли прехвърлят застрахователната отговорност към производителите.Сан Франциско обмисля забрана на роботи доставящи по тротоари. Лондон е голям град в Обединеното Кралство.
        bn তুই খুব ভালো
        bn আজ আমরা ডাক্তার দেখতে যাবো
        bn আমি জানি না
        bo དོན་དུ་རྒྱ་མཚོ་བླ་མ་ཞེས་བྱ་ཞིང༌།
        bo ཏཱ་ལའི་ཞེས་པ་ནི་སོག་སྐད་ཡིན་པ་དེ་བོད་སྐད་དུ་རྒྱ་མཚོའི་དོན་དུ་འཇུག
        bo སོག་པོ་ཨལ་ཐན་རྒྱལ་པོས་རྒྱལ་དབང་བསོད་ནམས་རྒྱ་མཚོར་ཆེ་བསྟོད་ཀྱི་མཚན་གསོལ་བ་ཞིག་ཡིན་ཞིང༌།
        bo རྗེས་སུ་རྒྱལ་བ་དགེ་འདུན་གྲུབ་དང༌། དགེ་འདུན་རྒྱ་མཚོ་སོ་སོར་ཡང་ཏཱ་ལའི་བླ་མའི་སྐུ་ཕྲེང་དང་པོ་དང༌།
        ca Apple està buscant comprar una startup del Regne Unit per mil milions de dòlars
        ca Els cotxes autònoms deleguen la responsabilitat de l'assegurança als seus fabricants
        ca San Francisco analitza prohibir els robots de repartiment
        ca Londres és una gran ciutat del Regne Unit
        cs Máma mele maso.
        cs Příliš žluťoučký kůň úpěl ďábelské ódy.
        cs ArcGIS je geografický informační systém určený pro práci s prostorovými daty.
        cs Může data vytvářet a spravovat, ale především je dokáže analyzovat, najít v nich nové vztahy a vše přehledně vizualizovat.
        da Apple overvejer at købe et britisk startup for 1 milliard dollar.
        da Selvkørende biler flytter forsikringsansvaret over på producenterne.
        da San Francisco overvejer at forbyde udbringningsrobotter på fortovet.
        da London er en storby i Storbritannien.
        el Η άνιση κατανομή του πλούτου και του εισοδήματος, η οποία έχει λάβει τρομερές διαστάσεις, δεν δείχνει τάσεις βελτίωσης.
        el Ο στόχος της σύντομης αυτής έκθεσης είναι να συνοψίσει τα κυριότερα συμπεράσματα των επισκοπήσεων κάθε μιας χώρας.
        el Μέχρι αργά χθες το βράδυ ο πλοιοκτήτης παρέμενε έξω από το γραφείο του γενικού γραμματέα του υπουργείου, ενώ είχε μόνον τηλεφωνική επικοινωνία με τον υπουργό.
        el Σύμφωνα με καλά ενημερωμένη πηγή, από την επεξεργασία του προέκυψε ότι οι δράστες της επίθεσης ήταν δύο, καθώς και ότι προσέγγισαν και αποχώρησαν από το σημείο με μοτοσικλέτα.
        es Apple está buscando comprar una startup del Reino Unido por mil millones de dólares.
        es Los coches autónomos delegan la responsabilidad del seguro en sus fabricantes.
        es San Francisco analiza prohibir los robots de reparto.
        es Londres es una gran ciudad del Reino Unido.
        eu bilbon ko castinga egin da eta nik jakin ez zuetako inork egin al du edota parte hartu duen ezagunik ba al du
        eu gaur telebistan entzunda denok martetik gatoz hortaz martzianoak gara beno nire ustez batzuk beste batzuk baino martzianoagoak dira
        fa این یک جمله نمونه می باشد.
        fa قرار ما، امروز ساعت ۲:۳۰ بعدازظهر هست!
        fa دیروز علی به من ۲۰۰۰.۱﷼ پول نقد داد.
        fa چطور می‌توان از تهران به کاشان رفت؟
        fi Itseajavat autot siirtävät vakuutusvastuun autojen valmistajille
        fi San Francisco harkitsee toimitusrobottien liikkumisen kieltämistä jalkakäytävillä
        fi Lontoo on suuri kaupunki Yhdistyneessä Kuningaskunnassa.
        fi Missä sinä olet?
        fr Apple cherche à acheter une start-up anglaise pour 1 milliard de dollars
        fr Les voitures autonomes déplacent la responsabilité de l'assurance vers les constructeurs
        fr San Francisco envisage d'interdire les robots coursiers sur les trottoirs
        fr Londres est une grande ville du Royaume-Uni
        grc ἐρᾷ μὲν ἁγνὸς οὐρανὸς τρῶσαι χθόνα, ἔρως δὲ γαῖαν λαμβάνει γάμου τυχεῖν·
        grc εὐδαίμων Χαρίτων καὶ Μελάνιππος ἔφυ, θείας ἁγητῆρες ἐφαμερίοις φιλότατος.
        grc ὃ μὲν δὴ ἀπόστολος ἐς τὴν Μίλητον ἦν.
        grc Θρασύβουλος δὲ σαφέως προπεπυσμένος πάντα λόγον καὶ εἰδὼς τὰ Ἀλυάττης μέλλοι ποιήσειν μηχανᾶται τοιάδε.
        gu લોકશાહી એ સરકારનું એક એવું તંત્ર છે જ્યાં નાગરિકો મત દ્વારા સત્તાનો ઉપયોગ કરે છે.
        gu તે ગુજરાત રાજ્યના ધરમપુર શહેરમાં આવેલું હતું
        gu કર્ણદેવ પહેલો સોલંકી વંશનો રાજા હતો
        gu તેજપાળને બે પત્ની હતી
        he סין מקימה קרן של 440 מיליון דולר להשקעה בהייטק בישראל
        he רה"מ הודיע כי יחרים טקס בחסותו
        he הכנסת צפויה לאשר איכון אוטומטי של שיחות למוקד 100
        he תוכנית לאומית תהפוך את ישראל למעצמה דיגיטלית
        hi एप्पल 1 अरब डॉलर के लिए यू.के. स्टार्टअप खरीदने पर विचार कर रहा है।
        hi स्वायत्त कारें निर्माताओं की ओर बीमा दायित्व रखतीं हैं।
        hi सैन फ्रांसिस्को फुटपाथ वितरण रोबोटों पर प्रतिबंध लगाने का विचार कर रहा है।
        hi लंदन यूनाइटेड किंगडम का विशाल शहर है।
        hr Ovo je rečenica.
        hr Kako se popravlja auto?
        hr Zagreb je udaljen od Ljubljane svega 150 km.
        hr Nećete vjerovati što se dogodilo na ovogodišnjem festivalu!
        ht Apple ap panse achte yon demaraj nan Wayòm Ini pou $1 milya dola
        ht Machin otonòm fè responsablite asirans lan ale sou men fabrikan yo
        ht San Francisco ap konsidere entèdi robo ki livre sou twotwa yo
        ht Lond se yon gwo vil nan Wayòm Ini
        hu Az Apple egy brit startup vásárlását tervezi 1 milliárd dollár értékben.
        hu San Francisco vezetése mérlegeli a járdát használó szállító robotok betiltását.
        hu London az Egyesült Királyság egy nagy városa.
        hy Լոնդոնը Միացյալ Թագավորության մեծ քաղաք է։
        hy Ո՞վ է Ֆրանսիայի նախագահը։
        hy Ո՞րն է Միացյալ Նահանգների մայրաքաղաքը։
        hy Ե՞րբ է ծնվել Բարաք Օբաման։
        id Indonesia merupakan negara kepulauan yang kaya akan budaya.
        id Berapa banyak warga yang dibutuhkan saat kerja bakti?
        id Penyaluran pupuk berasal dari lima lokasi yakni Bontang, Kalimantan Timur, Surabaya, Banyuwangi, Semarang, dan Makassar.
        id PT Pupuk Kaltim telah menyalurkan 274.707 ton pupuk bersubsidi ke wilayah penyaluran di 14 provinsi.
        it Apple vuole comprare una startup del Regno Unito per un miliardo di dollari
        it Le automobili a guida autonoma spostano la responsabilità assicurativa verso i produttori
        it San Francisco prevede di bandire i robot di consegna porta a porta
        it Londra è una grande città del Regno Unito.
        ja アップルがイギリスの新興企業を１０億ドルで購入を検討
        ja 自動運転車の損害賠償責任、自動車メーカーに一定の負担を求める
        ja 歩道を走る自動配達ロボ、サンフランシスコ市が走行禁止を検討
        ja ロンドンはイギリスの大都市です。
        kmr Berê mirovan her tim li geşedana pêşerojê ye
        kmr Kawa Nemir di 14 salan de Ulysses wergerand Kurmancî.
        kmr Mem Ararat hunermendekî Kurd yê bi nav û deng e.
        kmr Firat Cewerî 40 sal e pirtûkên Kurdî dinivîsîne.
        kn ಆಪಲ್ ಒಂದು ಯು.ಕೆ. ಸ್ಟಾರ್ಟ್ಅಪ್ ಅನ್ನು ೧ ಶತಕೋಟಿ ಡಾಲರ್ಗಳಿಗೆ ಖರೀದಿಸಲು ನೋಡುತ್ತಿದೆ.
        kn ಸ್ವಾಯತ್ತ ಕಾರುಗಳು ವಿಮಾ ಹೊಣೆಗಾರಿಕೆಯನ್ನು ತಯಾರಕರ ಕಡೆಗೆ ಬದಲಾಯಿಸುತ್ತವೆ.
        kn ಕಾಲುದಾರಿ ವಿತರಣಾ ರೋಬೋಟ್‌ಗಳನ್ನು ನಿಷೇಧಿಸುವುದನ್ನು ಸ್ಯಾನ್ ಫ್ರಾನ್ಸಿಸ್ಕೊ ​​ಪರಿಗಣಿಸುತ್ತದೆ.
        kn ಲಂಡನ್ ಯುನೈಟೆಡ್ ಕಿಂಗ್‌ಡಂನ ದೊಡ್ಡ ನಗರ.
        ko 애플이 영국의 스타트업을 10억 달러에 인수하는 것을 알아보고 있다.
        ko 자율주행 자동차의 손해 배상 책임이 제조 업체로 옮겨 가다
        ko 샌프란시스코 시가 자동 배달 로봇의 보도 주행 금지를 검토 중이라고 합니다.
        ko 런던은 영국의 수도이자 가장 큰 도시입니다.
        ky Apple Улуу Британия стартабын $1 миллиардга сатып алууну көздөөдө.
        ky Автоном автомобилдерди камсыздоо жоопкерчилиги өндүрүүчүлөргө артылды.
        ky Сан-Франциско тротуар менен жүрүүчү робот-курьерлерге тыю салууну караштырууда.
        ky Лондон - Улуу Британияда жайгашкан ири шаар.
        lb An der Zäit hunn sech den Nordwand an d’Sonn gestridden, wie vun hinnen zwee wuel méi staark wier, wéi e Wanderer, deen an ee waarme Mantel agepak war, iwwert de Wee koum.
        lb Si goufen sech eens, dass deejéinege fir de Stäerkste gëlle sollt, deen de Wanderer forcéiere géif, säi Mantel auszedoen.
        lb Den Nordwand huet mat aller Force geblosen, awer wat e méi geblosen huet, wat de Wanderer sech méi a säi Mantel agewéckelt huet.
        lb Um Enn huet den Nordwand säi Kampf opginn.
        lg Mpa ebyafaayo ku byalo Nakatu ne Nkajja
        lg Okuyita Ttembo kitegeeza kugwa ddalu
        lg Ekifumu kino kyali kya mulimu ki?
        lg Ekkovu we liyise wayitibwa mukululo
        lij Sciusciâ e sciorbî no se peu.
        lij Graçie di çetroin, che me son arrivæ.
        lij Vegnime apreuvo, che ve fasso pescâ di òmmi.
        lij Bella pe sempre l'ægua inta conchetta quande unn'agoggia d'ægua a se â trapaña.
        lt Jaunikis pirmąją vestuvinę naktį iškeitė į areštinės gultą
        lt Bepiločiai automobiliai išnaikins vairavimo mokyklas, autoservisus ir eismo nelaimes
        lt Vilniuje galvojama uždrausti naudoti skėčius
        lt Londonas yra didelis miestas Jungtinėje Karalystėje
        ml അനാവശ്യമായി കണ്ണിലും മൂക്കിലും വായിലും സ്പർശിക്കാതിരിക്കുക
        ml പൊതുരംഗത്ത് മലയാള ഭാഷയുടെ സമഗ്രപുരോഗതി ലക്ഷ്യമാക്കി പ്രവർത്തിക്കുന്ന സംഘടനയായ മലയാളഐക്യവേദിയുടെ വിദ്യാർത്ഥിക്കൂട്ടായ്മയാണ് വിദ്യാർത്ഥി മലയാളവേദി
        ml എന്താണ്‌ കവാടങ്ങൾ?
        ml ചുരുക്കത്തിൽ വിക്കിപീഡിയയുടെ ഉള്ളടക്കത്തിലേക്കുള്ള പടിപ്പുരകളാണ്‌‌ കവാടങ്ങൾ. അവ ലളിതവും വായനക്കാരനെ ആകർഷിക്കുന്നതുമായിരിക്കും
        ms Malaysia ialah sebuah negara yang terletak di Asia Tenggara.
        ms Berapa banyak pelajar yang akan menghadiri majlis perpisahan sekolah?
        ms Pengeluaran makanan berasal dari beberapa lokasi termasuk Cameron Highlands, Johor Bahru, dan Kuching.
        ms Syarikat XYZ telah menghasilkan 20,000 unit produk baharu dalam setahun terakhir
        nb Apple vurderer å kjøpe britisk oppstartfirma for en milliard dollar.
        nb Selvkjørende biler flytter forsikringsansvaret over på produsentene.
        nb San Francisco vurderer å forby robotbud på fortauene.
        nb London er en stor by i Storbritannia.
        ne एप्पलले अमेरिकी स्टार्टअप १ अर्ब डलरमा किन्ने सोच्दै छ
        ne स्वायत्त कारहरूले बीमा दायित्व निर्माताहरु तिर बदल्छन्
        ne स्यान फ्रांसिस्कोले फुटपाथ वितरण रोबोटहरु प्रतिबंध गर्ने विचार गर्दै छ
        ne लन्डन यूनाइटेड किंगडमको एक ठूलो शहर हो।
        nl Apple overweegt om voor 1 miljard een U.K. startup te kopen
        nl Autonome auto's verschuiven de verzekeringverantwoordelijkheid naar producenten
        nl San Francisco overweegt robots op voetpaden te verbieden
        nl Londen is een grote stad in het Verenigd Koninkrijk
        nn Konseptet går ut på at alle tre omgangar tel, alle hopparar må stille i kvalifiseringa og poengsummen skal telje.
        nn Det er ein meir enn i same periode i fjor.
        nn Det har lava ned enorme snømengder i store delar av Europa den siste tida.
        nn Akhtar Chaudhry er ikkje innstilt på Oslo-lista til SV, men utfordrar Heikki Holmås om førsteplassen.
        pl Poczuł przyjemną woń mocnej kawy.
        pl Istnieje wiele dróg oddziaływania substancji psychoaktywnej na układ nerwowy.
        pl Powitał mnie biało-czarny kot, płosząc siedzące na płocie trzy dorodne dudki.
        pl Nowy abonament pod lupą Komisji Europejskiej
        pt Apple está querendo comprar uma startup do Reino Unido por 100 milhões de dólares
        pt Carros autônomos empurram a responsabilidade do seguro para os fabricantes.São Francisco considera banir os robôs de entrega que andam pelas calçadas
        pt Londres é a maior cidade do Reino Unido
        ro Apple plănuiește să cumpere o companie britanică pentru un miliard de dolari
        ro Municipalitatea din San Francisco ia în calcul interzicerea roboților curieri pe trotuar
        ro Londra este un oraș mare în Regatul Unit
        ro Unde ești?
        ru Apple рассматривает возможность покупки стартапа из Соединённого Королевства за $1 млрд
        ru Беспилотные автомобили перекладывают страховую ответственность на производителя
        ru В Сан-Франциско рассматривается возможность запрета роботов-курьеров, которые перемещаются по тротуару
        ru Лондон — это большой город в Соединённом Королевстве
        sa अभ्यावहति कल्याणं विविधं वाक् सुभाषिता ।
        sa मनसि व्याकुले चक्षुः पश्यन्नपि न पश्यति ।
        sa यस्य बुद्धिर्बलं तस्य निर्बुद्धेस्तु कुतो बलम्?
        sa परो अपि हितवान् बन्धुः बन्धुः अपि अहितः परः ।
        si මෙය වාක්‍යයකි.
        si ඔබ කවුද?
        si ගූගල් සමාගම ඩොලර් මිලියන 500 කට එම ආයතනය මිලදී ගන්නා ලදී.
        si කොළඹ ශ්‍රී ලංකාවේ ප්‍රධානතම නගරය යි.
        sk Ardevop, s.r.o. je malá startup firma na území SR.
        sk Samojazdiace autá presúvajú poistnú zodpovednosť na výrobcov automobilov.
        sk Košice sú na východe.
        sk Bratislava je hlavné mesto Slovenskej republiky.
        sl Apple načrtuje nakup britanskega startupa za 1 bilijon dolarjev
        sl France Prešeren je umrl 8. februarja 1849 v Kranju
        sl Staro ljubljansko letališče Moste bo obnovila družba BTC
        sl London je največje mesto v Združenem kraljestvu.
        sq Apple po shqyrton blerjen e nje shoqërie të U.K. për 1 miliard dollarë
        sq Makinat autonome ndryshojnë përgjegjësinë e sigurimit ndaj prodhuesve
        sq San Francisko konsideron ndalimin e robotëve të shpërndarjes
        sq Londra është një qytet i madh në Mbretërinë e Bashkuar.
        sr Apple планира куповину америчког стартапа за $1 милијарду.
        sr Беспилотни аутомобили пребацују одговорност осигурања на произвођаче.
        sr Лондон је велики град у Уједињеном Краљевству.
        sr Где си ти?
        sv Apple överväger att köpa brittisk startup för 1 miljard dollar.
        sv Självkörande bilar förskjuter försäkringsansvar mot tillverkare.
        sv San Fransisco överväger förbud mot leveransrobotar på trottoarer.
        sv London är en storstad i Storbritannien.
        ta கிறிஸ்துமஸ் மற்றும் இனிய புத்தாண்டு வாழ்த்துக்கள்
        ta எனக்கு என் குழந்தைப் பருவம் நினைவிருக்கிறது
        ta உங்கள் பெயர் என்ன?
        ta ஏறத்தாழ இலங்கைத் தமிழரில் மூன்றிலொரு பங்கினர் இலங்கையை விட்டு வெளியேறிப் பிற நாடுகளில் வாழ்கின்றனர்
        te ఆపిల్ 1 బిలియన్ డాలర్స్ కి యూ.కె. స్టార్ట్అప్ ని కొనాలని అనుకుంటుంది.
        te ఆటోనోమోస్ కార్లు భీమా బాధ్యతను తయారీదారులపైకి మళ్లిస్తాయి.
        te సాన్ ఫ్రాన్సిస్కో కాలిబాట డెలివరీ రోబోట్లను నిషేధించడానికి ఆలోచిస్తుంది.
        te లండన్ యునైటెడ్ కింగ్డమ్ లో పెద్ద సిటీ.
        ti አፕል ብዩኬ ትርከብ ንግድ ብ1 ቢሊዮን ዶላር ንምግዛዕ ሐሲባ።
        ti ፈላማይ ክታበት ኮቪድ 19 ተጀሚሩ፤ሓዱሽ ተስፋ ሂቡ ኣሎ
        ti ቻንስለር ጀርመን ኣንገላ መርከል ዝርግሓ ቫይረስ ኮሮና ንምክልካል ጽኑዕ እገዳ ክግበር ጸዊዓ
        ti ለንደን ብዓዲ እንግሊዝ ትርከብ ዓባይ ከተማ እያ።
        tn Apple e nyaka go reka JSE ka tlhwatlhwa ta R1 billion
        tn Johannesburg ke toropo e kgolo mo Afrika Borwa.
        tn O ko kae?
        tn ke mang presidente ya Afrika Borwa?
        tr Neredesin?
        tr Neredesiniz?
        tr Bu bir cümledir.
        tr Sürücüsüz araçlar sigorta yükümlülüğünü üreticilere kaydırıyor.
        tt Apple Бөекбритания стартабын $1 миллиард өчен сатып алыун исәпли.
        tt Автоном автомобильләр иминият җаваплылыкны җитештерүчеләргә күчерә.
        tt Сан-Франциско тротуар буенча йөри торган робот-курьерларны тыю мөмкинлеген карый.
        tt Лондон - Бөекбританиядә урнашкан зур шәһәр.
        uk Ніч на середу буде морозною.
        uk Чим кращі книги ти читав, тим гірше спиш.
        uk Найстаріші ґудзики, відомі людству, археологи знайшли в долині ріки Інд.
        uk Слов'янське слово «Україна» вперше згадується у Київському літописному зводі за Іпатіївським списком під 1187 роком.
        ur اردو ہے جس کا نام ہم جانتے ہیں داغ
        ur سارے جہاں میں دھوم ہماری زباں کی ہے
        vi Đây là đâu, tôi là ai?
        vi Căn phòng có nhiều cửa sổ nên nó khá sáng
        vi Đại dịch COVID vừa qua đã gây ảnh hưởng rất lớn tới nhiều doanh nghiệp lớn nhỏ.
        vi Thành phố Hồ Chí Minh đã bị ảnh hưởng nặng nề trong thời gian vừa qua.
        yo Ìjọba Tanzania fi Ajìjàgbara Ọmọ Orílẹ̀-èdèe Uganda sí àtìmọ́lé
        yo Olúṣẹ́gun Ọbásanjọ́, tí ó jẹ́ Ààrẹ ìjọba ológun àná (láti ọdún 1976 sí 1979), tí ó sì tún ṣe Ààrẹ ìjọba alágbádá tí ìbò gbé wọlé (ní ọdún 1999 sí 2007), kúndùn láti máa bu ẹnu àtẹ́ lu àwọn ètò ìjọba Ààrẹ orílẹ̀-èdè Nàìjíríà tí ó jẹ tẹ̀lé e.
        yo Akin Alabi rán ẹnu mọ́ agbárá Adárí Òsìsẹ̀, àwọn ọmọ Nàìjíríà dẹnu bò ó
        yo Ta ló leè dúró s'ẹ́gbẹ̀ẹ́ Okunnu láì rẹ́rìín?
        zh 作为语言而言，为世界使用人数最多的语言，目前世界有五分之一人口做为母语。
        zh 汉语有多种分支，当中官话最为流行，为中华人民共和国的国家通用语言（又称为普通话）、以及中华民国的国语。
        zh 此外，中文还是联合国正式语文，并被上海合作组织等国际组织采用为官方语言。
        zh 在中国大陆，汉语通称为“汉语”。
        """
}
