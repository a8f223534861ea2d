/// Frequent words by language, folded (`Folding`), compiled for this project.
enum StopWords {
    static let english = """
        i me my mine myself we us our ours you your yours he him his she her hers it its they them their this that these those who what which when where why how
        am is are was were be been being have has had do does did will would can could should shall may might must not no nor yes and or but if because so as of at
        by for with about against between into through during before after above below to from up down in out on off over under again then once here there all
        any both each few more most other some such only own same than too very just the a an im ive dont cant didnt isnt wasnt wont got get also even still yet
        """
    static let everydayEnglish = """
        ok okay today yesterday tomorrow tonight morning evening afternoon night day days week weeks month months year years time hour hours minute minutes ago now
        later soon always never often sometimes feel feeling feels felt think thinking thought know want need like love hate hope wish make made take took go going
        went come came see saw look say said tell told ask work working worked job school class home house family mom dad mum mother father sister brother friend
        friends wife husband kids baby son daughter boss meeting deadline sleep slept sleeping awake woke tired rest rested bed run ran running walk walked walking
        gym yoga swim bike workout training legs energy stress stressed stressful calm relaxed happy sad angry anxious anxiety worried afraid scared lonely alone
        good better best great nice fine bad worse worst awful terrible amazing wonderful beautiful quiet busy long short big small new old first last next much
        many little lot lots bit really pretty quite almost enough maybe thing things something nothing everything anything someone everyone nobody people man
        woman life live living die dying dead death kill killing hurt hurting pain ache head headache heart chest breath breathe breathing stomach body sick ill
        doctor hospital medicine pills coffee tea water food eat eating ate drink drinking drank breakfast lunch dinner beer wine read reading book watch watched
        movie show music song play played game phone call called text talk talked talking write wrote help helped please thanks thank sorry hello hi hey bye
        let lets keep kept start started stop stopped finish finished done try tried trying give gave put money rent car bus train drive drove dog cat weather
        sun sunny rain rainy cold hot warm park garden outside inside weekend monday tuesday wednesday thursday friday saturday sunday january february march
        april june july august september october november december holiday vacation trip birthday christmas party fun laugh laughed smile cry cried crying tears
        mind mood self suicide suicidal harm cut cutting overdose steps score heart rate hrv journal coach goal goals focus project exam test study studying
        lol lmao haha hahaha hehe yo yeah yep yup nope wow oh ooh huh hmm ha dude bro guys guy shit fuck fucking fucked damn hell god lord holy cool dear mate
        story stories kid kids boy girl girls dude crazy weird funny stupid dumb hilarious gross nasty lovely poor lucky seen thanks cheers congrats official
        anger angry cause every especially certain without against fail win wins won lose lost team fans player players season real true false actual facts like
        makes making makes mistakes less loving loved looks look pulls says said turn turns actually mouth lying shut cries oil wild dark light stood years
        """
    static let german = """
        ich mich mir mein meine meinen meinem meiner du dich dir dein deine er ihn ihm sie ihr wir uns euch es sich der die das den dem des ein eine einen einem
        einer eines und oder aber weil dass wenn ob als wie wo wer was warum ist bin bist sind war waren sein hat habe haben hatte wird werde werden wurde kann
        konnte muss soll sollte will wollte darf mag nicht kein keine keinen nie nichts auch nur noch schon sehr mehr immer wieder so zu zum zur von vom mit bei
        nach aus auf an am im ins fur uber unter vor hinter ohne gegen durch um bis da dann hier dort jetzt doch mal ja nein alle alles viel
        """
    static let everydayGerman = """
        heute gestern morgen abend nacht tag tage woche monat jahr fuhle fuhlte gefuhl gut schlecht mude schlaf geschlafen schlafen wach arbeit schule freund
        freundin familie mutter vater schwester bruder mann frau kind kinder leben lebe sterben tot tod angst traurig glucklich froh wutend allein einsam stress
        gestresst ruhig entspannt sport laufen gelaufen spazieren essen gegessen trinken kaffee hause wetter sonne regen kopf kopfschmerzen herz schmerzen krank
        arzt krankenhaus tabletten hilfe bitte danke hallo tschuss schon schlimm toll super gerade bisschen ganz weiss glaube denke mochte gehen gehe ging kommen
        machen gemacht wenig lange letzte letzten nachste welt menschen keiner niemand jemand umbringen selbstmord suizid ritzen
        """
    static let spanish = """
        yo me mi mis tu te el ella nosotros ellos los las una unos unas y pero porque que como cuando donde quien estoy esta estas soy eres es somos son fue era
        tengo tiene tienes hay muy mas no si sin con para por del al lo le se ya hoy ayer manana quiero quiere siento vida morir matarme bien mal dia noche gracias
        """
    static let french = """
        je me moi mon ma mes tu te toi il elle nous vous ils elles le la les un une des et mais parce que qui quoi comme quand ou suis es est sommes sont etait
        j'ai ai as avez ont pas ne plus tres avec sans pour dans sur au aux du ce cette c'est ca aujourd'hui hier demain veux vie mourir bien mal jour nuit merci
        """
    static let italian = """
        io mi mio mia miei tu ti lui lei noi voi loro il lo gli le un uno una e ma perche che chi come quando dove sono sei siamo era ho hai ha abbiamo hanno non
        piu molto con senza per nel nella del della di da su oggi ieri domani voglio vita morire bene male giorno notte grazie sto
        """
    static let portuguese = """
        eu me mim meu minha meus tu voce ele ela nos eles elas os as um uma uns e mas porque que quem como quando onde estou esta sou es somos sao foi era tenho
        tem nao sim muito mais com sem para por do da dos das no na ao hoje ontem amanha quero vida morrer bem mal dia noite obrigado obrigada
        """
    static let dutch = """
        ik mij mijn jij je jou jouw hij hem zij haar wij ons onze jullie zij hun het een en maar omdat dat dit die wat wie waar hoe ben bent is zijn was waren heb
        hebt heeft hebben had niet geen nooit ook nog al zeer heel meer met zonder voor naar van op aan bij uit vandaag gisteren morgen wil leven dood goed slecht
        """
    static let polish = """
        ja mnie mi moj moja moje ty ciebie ci on ona my nas wy oni sie i a ale bo ze co kto jak kiedy gdzie jestem jest sa byl byla bylo mam ma nie tak bardzo
        wiecej z bez dla do na w od po przy dzis wczoraj jutro chce zycie umrzec dobrze zle dzien noc dziekuje
        """
}
