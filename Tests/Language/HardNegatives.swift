/// 200 own journal lines that resemble names, numbers or addresses but contain none: the redactor should not change
/// them.
enum HardNegatives {
    static let all = text.split(separator: "\n").map(String.init)

    /// Lines with the trigger words and number shapes of the rules for cards, accounts and records, without an
    /// identifier.
    static let numbers = """
        my card says 10 000 points
        I collected 10 000 000 points on my loyalty card game
        room 4412 was on the fourth floor
        step goal 10000, reached 12043
        ISBN 978-3-16-148410-0
        the ISBN is 9783161484100, I ordered it twice
        order 20 eggs and 4 tins of 1500 g
        ordered 1500 g of flour
        a pan of 1500 g potatoes
        the pan is 2000 watts, too weak
        a tin of 1200 g of peaches
        my heart rate was 142 158 163 in the three intervals
        pulse 128 131 140 on the hill
        social anxiety at 100, call me maybe
        my social life: 1200 steps to the bar
        credit where credit is due, 10 000 steps
        card games until 11:30, 100 points each
        the card ends in 30 days
        he sent a card with xxx 2 times
        I ran 100 200 400 800 1600
        I have to account for 1500 kcal
        my account of 2019 was long
        On 2026-03-14 08:30 my HRV was 54
        IS2023... anyway, another year
        case 1 and case 2 in the crime novel
        patient for 5 minutes, then 10
        the savings of 1500 euros are gone
        I used 1200 of my 2500 kcal
        5*100 m with my card partner
        the registration in 2026 took 2 hours
        the customer with 15000 orders called again
        id like 1500 calories a day
        a patient with 1500 ml of water
        write to me / Thanks!
        insurance in 2026 is 1200 euros
        member since 2011, level 4
        BIC is also a pen
        my debit of sleep is 12 hours
        a score of 300 201 155 in bowling
        chapter 12, page 394, line 7
        """.split(separator: "\n").map(String.init)

    private static let text = """
        I met nobody in May and that was fine
        April was long and August was short
        June gloom again this morning
        Will I ever sleep before midnight
        I hope grace finds me on Sunday
        Joy in small things today
        Faith is hard on Mondays
        Call it 911, my pizza is late
        I ran 10.5 km in 58:12 today
        Slept 7:45 hours with 92 minutes of REM
        HRV was 54, resting heart rate 51
        Weight 72.4 kg, down 0.6 since last week
        Walked 12,345 steps, a nice number
        Blood pressure 118/76 at the pharmacy
        Drank 2.5 litres of water
        The recipe needs 350 g flour and 200 ml milk
        Page 394 of the novel made me cry
        Chapter 12 was the best so far
        Level 42 in the game, finally
        We lost 3-1 but I scored
        The score was 21-19 in the last set
        The train at 17:42 was late again
        Meeting at 9:30, lunch at 12:15, yoga at 18:00
        On 2026-03-14 the project is due
        The exam is on 12.05. and I am ready
        Week 32 of the year and still no beach
        I have 1,284 unread messages and no energy
        Room 214 was cold
        Bus 42 came twice, bus 17 never
        Gate B12, seat 14C, window
        Platform 9 smelled of rain
        I paid 49.99 for running shoes
        My rent is 1250 now
        Rated the day 7 out of 10
        Mood 4/7, stress 5/7, energy 3/7
        Did 3 x 12 squats and 5 x 5 deadlifts
        Intervals of 400 m, 8 times
        I owe 35.50 to the kitty
        The thermostat says 21.5 degrees
        Battery at 13 percent, same as me
        My pin board is full
        The password party was fun
        I forgot to water the plants on Tuesday
        Monday felt like a Friday
        Christmas came early this year
        Easter eggs everywhere
        We watched Netflix until two
        Zoom fatigue is real
        I deleted Instagram for the weekend
        Google says it is normal to feel tired
        My Apple Watch wants me to stand
        The Garmin was flat
        Strava was down during my best run
        Spotify played the same five songs
        I read about the Roman Empire all evening
        English class was fun, German was not
        I want to see Paris in spring
        Dreamed about London again
        Berlin was loud and lovely
        Italy would be nice in autumn
        I love Italian food
        The French film was slow
        Sushi on Saturday, pasta on Sunday
        The Beatles cheered me up
        Mozart in the background helps
        Harry Potter marathon with popcorn
        I finished Moby Dick at last
        Star Wars night with friends
        The Great Gatsby is shorter than I thought
        God, what a day
        Thank God it is Friday
        Oh boy, what a week
        Dear diary, nothing happened
        Hello tomorrow, be kind
        Good morning, sunshine
        Mum made soup
        Dad fixed the bike
        Grandma's cake was perfect
        My sister called, we laughed
        The doctor said all is well
        My therapist gave me homework
        My boss praised the report
        The neighbour's dog barked all night
        I hugged my best friend
        The kids were wild today
        A stranger smiled at me
        The baby slept through
        My ex texted and I did not answer
        The team won the pitch
        My coach pushed me hard
        I am grateful for my husband
        My girlfriend cooked
        Mark my words, I will do it
        I will bill them later
        Frank talk with myself
        To be frank I was scared
        I pat the dog every morning
        The rose bush has buds
        A robin sang at six
        An olive a day
        The lily smells strong
        I felt rich for an hour
        Ruby red sunset
        Amber light all the way home
        Autumn leaves and cold hands
        Summer is over
        Dawn was pink, dusk was grey
        Sky so clear today
        I need to chase my dreams
        I miss the old me
        Drew a picture of the sea
        Grant me patience
        Jack of all trades, master of none
        Every Tom and nobody came
        The mark on the wall is still there
        Sunny with a chance of naps
        The hazel nuts were old
        I sat on a bench near the river for 20 minutes
        Ran 5 minutes down the road and stopped
        Two streets away a band was playing
        The long way home through the park
        Uphill for 3 miles, downhill for 4
        The square was full of people
        Main problem today: coffee
        High street was crowded
        The lane by the mill is muddy
        Crossed the bridge twice
        Took the second exit at the roundabout
        Parked on level 3
        Climbed 14 floors
        My desk is a mess
        The office was quiet after 4
        The gym was closed
        The library smelled of rain
        Doctor at ten, dentist at two
        Therapy went well
        Physio on Thursday
        I took 400 mg ibuprofen
        Vitamin D 1000 units, as every winter
        Magnesium before bed
        Heart rate peaked at 178
        VO2 max is 46 now
        Cadence 172, stride 1.1 m
        Zone 2 for 45 minutes
        10 minutes of box breathing, 4-4-4-4
        5 things I see, 4 I hear, 3 I feel
        Counted 1 2 3 4 5 6 7 8 9 10 and breathed
        Set a timer for 25 minutes and worked
        Pomodoro number 4
        Version 2.0 of me
        Plan B worked
        A to Z list of things to do
        Three good things: tea, rain, socks
        I am 34 and tired
        Ten years ago I was 24 and tired
        In 2019 things were different
        The 90s music helped
        Born to run, they say
        I was born in the wrong decade
        My birthday is in autumn and I dread it
        Thirty percent battery, seventy percent dread
        COVID took my taste in 2021
        The WHO says 150 minutes a week
        The CEO talked for an hour
        USA against Canada was a good match
        TV off, book on
        DIY day: one shelf, two bruises
        OK, enough for today
        LOL, I fell off the chair
        ASAP is not a plan
        FYI to myself: rest
        Note to self: breathe
        PS: buy milk
        Why am I like this?
        Who even likes Mondays
        What a time to be alive
        When in doubt, nap
        How was it? Fine.
        Felt low at 3 pm, better at 6
        Alarm at 6:15, snoozed until 6:50
        Bedtime 22:30, asleep by 23:10
        Screen time 3 h 12 min
        Calories 2150, protein 96 g
        Fasted 16:8 again
        Half marathon in 2:03:44
        5k in 27:59, sub 28 at last
        Swam 40 lengths
        Plank 2:30
        The puzzle has 1000 pieces
        Chess rating 1187
        Duolingo streak 212
        Day 100 without sugar
        Day 3 of the cold
        Heute war der Mai schön
        Im Sommer ist alles leichter
        Montag war hart, Dienstag besser
        Ich habe 8 Stunden geschlafen
        Der Arzt sagt, alles ist gut
        Meine Schwester hat angerufen
        Um 7:30 joggen, 5 km
        """
}
