/// English valences; see `SentimentLexicon`.
enum EnglishValences {
    static let table = """
        3 ecstatic euphoric overjoyed elated blissful bliss amazing wonderful fantastic incredible awesome magnificent perfect best thrilled marvelous glorious
        3 exhilarated exhilarating phenomenal outstanding superb spectacular excellent brilliant
        2.5 love loved loves loving adore adored adorable delighted delight delightful joy joyful joyous happiness beautiful gorgeous excited exciting excitement
        2.5 grateful gratitude blessed blessing terrific fabulous inspired inspiring passionate cherish cherished treasure triumphant victory won win
        2.2 happy happier happiest happily great lovely fun proud pride enjoyed enjoy enjoying enjoyable enjoys celebrate celebrated celebrating celebration
        2.2 cheerful laugh laughed laughing laughter laughs succeed succeeded success successful successfully accomplished accomplishment achieved achievement
        2.2 fulfilled fulfilling thankful energized energised energetic vibrant radiant yay hooray woohoo
        1.9 good glad pleased pleasant pleasure nice sweet kind kindness warm warmth hopeful optimistic confident confidence strong stronger strength healthy
        1.9 peaceful peace calm calmer calming relaxed relaxing serene content contented contentment satisfied satisfying satisfaction refreshed refreshing
        1.9 comfortable comforting comfort cozy cosy safe secure supported supportive support encouraged encouraging motivated motivating productive creative
        1.9 friendly caring care cared affection affectionate hug hugged hugs kiss kissed cuddle cuddled smile smiled smiling smiles grin grinning delicious tasty
        1.9 yummy romantic charming generous gift gifts playful lucky fortunate winning praise praised compliment complimented admire admired
        1.6 better improved improving improvement improve progress relief relieved thanks thank thx appreciate appreciated appreciation appreciates welcome
        1.6 interesting interested fascinating curious rested recharged recovered recovering healed healing heal free freedom freeing easy easier easily smooth
        1.6 smoothly helpful helped helping useful valuable worthwhile meaningful connected connection belonging bonded bonding trust trusted trusting faith
        1.6 reward rewarding rewarded bright brighter sunny sunshine focused present mindful balanced fresh alive gentle tender soothing soothed
        1.6 party vacation holiday birthday graduated graduation promoted promotion engaged wedding newborn reunited reunion
        1.2 fine well ok okay decent alright positive like liked likes likable hope hoping hopefully ready eager able capable manageable stable steady
        1.2 cool funny amused amusing clever smart wise worth finally solved resolved resolve completed finished done familiar fair honest
        1.2 exercise exercised workout yoga meditation meditated walked nap napped music sunset sunrise beach garden picnic concert favorite favourite treat
        -1.2 tired sleepy bored boring dull slow meh blah unsure uncertain confused confusing awkward odd busy late missed miss missing distracted distracting
        -1.2 restless sore stiff hungry cold rainy gloomy hard difficult difficulty struggle struggled struggling problem problems issue issues
        -1.2 trouble troubled wrong mistake mistakes delay delayed cancelled canceled forgot forgotten concern concerned concerns concerning worry
        -1.2 weird unfortunately annoying annoyed annoy pressure pressured chaotic chaos mess messy complain complained complaining blame blamed
        -1.6 sad sadly sadder down low upset stress stressed stressful stressing anxious anxiety nervous worried worrying worries tense tension frustrated
        -1.6 frustrating frustration irritated irritating irritable exhausted exhausting exhaustion drained draining fatigue fatigued overwhelmed overwhelming
        -1.6 disappointed disappointing disappointment lonely loneliness alone isolated ignored rejected rejection unhappy uncomfortable unpleasant unwell sick
        -1.6 ill headache headaches migraine nausea nauseous pain pains painful ache aches aching hurt hurts hurting cry cried crying cries tears weak insomnia
        -1.6 sleepless fight fought fighting argue argued arguing argument arguments conflict shouted shouting yelled yelling mad cranky grumpy moody jealous
        -1.6 jealousy envy regret regrets regretted guilt guilty ashamed shame embarrassed embarrassing embarrassment insecure stuck lost lose losing loser lied
        -1.6 lie lies lying rude unfair unfairly selfish lazy useless burnout panicky dread dreading dreaded fear fears fearful
        -1.6 afraid scared scary frightened frightening bitter resentful resentment discouraged discouraging unmotivated pessimistic negative suck sucks sucked
        -1.6 poor poorly bad badly worse crap crappy damn lousy ugly sorry suffer suffered suffering bullied bully lonesome homesick hangover injured injury
        -2.2 angry anger angrier furious rage raging hate hated hates hating hatred awful terrible terribly horrible horribly miserable misery depressed
        -2.2 depressing depression hopeless hopelessness helpless helplessness worthless worthlessness despair desperate desperately desperation heartbroken
        -2.2 heartbreaking heartbreak devastated devastating grief grieving grieve mourning mourn died death dead dying funeral panic panicked panicking crisis
        -2.2 disaster disastrous fail failed failing fails failure failures cruel cruelty abuse abused abusive betrayed betrayal cheated humiliated humiliating
        -2.2 humiliation disgusting disgusted disgust gross nasty evil vile broken crushed crushing shattered numb empty emptiness hollow fired
        -2.2 divorce divorced breakup dumped tragic tragedy trauma traumatic traumatized terrified terrifying terror horrified horrifying nightmare nightmares
        -2.2 stupid idiot pathetic worst hell toxic violent violence attacked attack threatened threat threatening unbearable intolerable loathe despise
        -3 suicidal suicide agony agonizing excruciating anguish tormented torment torture tortured rape raped murder murdered catastrophic
        """
}
