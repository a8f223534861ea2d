/// Short questions and remarks to a coach, for measuring the topic gate (COA-7). Written independently of its training
/// data. Do not tune on them: a missed row stays missed until the gate improves by other means.
enum GateQuestions {
    static let onTopic = text.split(separator: "\n").map(String.init)

    private static let text = """
            I only got five hours last night
            Is a weekend lie-in harmful?
            My mind goes in circles once the lights are out
            Could a warmer shower help me drop off?
            Why do I feel groggy after ten hours in bed?
            What should I change about my evenings?
            How late is too late for espresso?
            I keep checking the clock at night
            Do short naps ruin the night?
            Is my sleep debt getting smaller?
            Best temperature for a bedroom?
            I nod off on the sofa and then lie awake
            Give me a wind-down ritual
            How can I become a morning person?
            Does wine make me sleep worse?
            We have a newborn, how do I cope with broken nights?
            I was up late gaming again
            Any trick for getting back to sleep?
            What do you make of my sleep this week?
            Should I get up if I can't drop off?
            My partner's snoring keeps me up
            I had nightmares
            How do shift workers rest well?
            Was last night better than usual?
            Can exercise in the evening disturb my sleep?
            Everything is piling up
            I've got too much on my plate
            My jaw is clenched all day
            How do I decompress after a shift?
            Big presentation tomorrow, I'm a wreck
            What takes the edge off quickly?
            I feel under pressure from all sides
            Can you help me slow down?
            How do I leave work at work?
            I lose my temper too easily
            Moving house is wearing me down
            My inbox gives me palpitations
            Is some tension good for me?
            How to deal with a difficult colleague without getting worked up?
            I'm frazzled
            Money worries keep me tense
            I need five minutes of peace
            Does my data show that I'm under strain?
            Exams start on Monday and I'm panicking
            How can I be calmer in traffic?
            Planning a wedding and losing my nerves
            What are early warnings that I'm overdoing it?
            I bottle everything up
            How do I ask for help at work?
            I feel like I'm running on fumes
            Where did all my energy go?
            By three o'clock I'm useless
            What gives a lasting boost?
            I'm wiped out after the weekend
            Can too much rest make me tired?
            How do I get going when I feel flat?
            Is it the weather or am I just worn out?
            I crash after lunch every day
            Would a brisk walk wake me up?
            Why does socialising drain me?
            I woke up full of beans
            Is it fine to take it easy today?
            How do I save my strength for the evening?
            I feel weak since my infection
            Too many energy drinks, how do I cut back?
            What is a normal HRV at 45?
            My variability is all over the place
            Is 58 a decent resting pulse?
            What pushed my HRV up?
            Why was my pulse raised last night?
            Am I ready for a hard session?
            Does a late dinner change my overnight heart rate?
            What's the number under my heart rate?
            How long does recovery take after flu?
            Can breathing slowly raise variability?
            My watch shows a red recovery, now what?
            Is dehydration visible in my pulse?
            Should I trust one low reading?
            What does it mean when my heart rate stays high in the evening?
            Compare my pulse to last month
            I'm feeling blue
            Everything irritates me today
            I could use some cheering up
            What do people do against the winter blues?
            I feel a bit lost since graduation
            No joy in my hobbies these days
            I'm grumpy for no reason
            How do I stop dwelling on mistakes?
            I had a wonderful day
            I felt left behind at the party
            I envy my sister
            How do I forgive myself?
            Name one thing to lift my spirits
            I'm down because it keeps raining
            How can I be kinder to myself?
            We broke up on Sunday and I keep crying
            I'm nostalgic and a bit sad
            Can music change how I feel?
            Does sunshine really improve mood?
            I long for company
            Everyone seems happier than me
            I'm in high spirits
            I feel misunderstood
            How do I let go of a grudge?
            I'm ashamed of how I reacted
            How do I get back in shape?
            Ten minutes, no equipment, what can I do?
            I haven't moved all day
            Is swimming better than cycling for me?
            What's a good weekly amount of movement?
            I pulled through a long hike
            My knees don't like jogging, alternatives?
            Chair exercises please
            How do I fit a walk into my workday?
            Do chores count?
            Stiff neck from the laptop
            Can I work out with sore muscles?
            I skipped training twice
            Shall I go for a run or stay in?
            Something gentle for my hips
            I reached my step target!
            How do I warm up for a swim?
            Is standing at a desk worth it?
            I hate gyms, what else is there?
            How fast should I walk?
            What's a sensible plan to run five kilometres?
            Balance exercises for my age?
            Is it harmful to exercise every single day?
            My step count is pathetic
            Show me how to breathe when I'm upset
            A quick grounding technique
            I'd like to sit quietly for three minutes
            How do beginners meditate?
            My attention wanders all the time
            What is a body scan good for?
            How can I be less distracted by my phone?
            Can I meditate lying down?
            Walk me through slow breathing
            I want to notice more of my day
            How do I stop living on autopilot?
            Give me a calming thought
            What's loving-kindness?
            I only have one minute to relax
            Mindful dishes, is that a thing?
            Four seven eight breathing, how does it go?
            Does mindfulness work if I'm sceptical?
            I feel scattered
            How do I concentrate for an hour?
            What makes a balanced dinner?
            I live on sandwiches
            Sweet tooth in the evenings, help
            Am I drinking enough?
            What's a good breakfast before a long day?
            Does fasting suit me?
            I eat out of boredom
            Which foods keep me full?
            Is late-night eating that bad?
            How can I cook healthier without effort?
            More greens, but how?
            I feel heavy after lunch
            Too much salt lately?
            How do I cut down on soda?
            Good snacks for the office
            I gained weight over the holidays
            Do I need supplements?
            What should I eat on training days?
            I skipped dinner and feel shaky
            Is my caffeine intake okay?
            How do I stop finishing the kids' plates?
            A light supper idea
            Fish, nuts or beans for more protein?
            I want to eat more slowly
            My appetite is gone when I'm tense
            How do I make it stick this time?
            I fell off the wagon
            One realistic target for tomorrow
            I start strong and give up in a week
            Let's plan tomorrow
            How do I reward myself without food?
            What's the smallest step I could take?
            I want to read more and scroll less
            How many goals at once?
            My motivation comes and goes
            How do I track my progress?
            I did all three things today
            What if I miss a day?
            I'd like to drink less on weekends
            How do I change a bad habit?
            Keep me accountable
            I put everything off until the last minute
            How long does a habit take?
            Let's set something for the week
            I feel like I'm failing at my resolutions
            How was I last week?
            Why did my score go down?
            What would raise my score?
            Which factor hurts me the most?
            Did anything improve?
            Is today a good day for something demanding?
            What should I pay attention to?
            Why do you say that?
            Where does this advice come from?
            Show me another suggestion
            Not that one, please
            That was useful
            I tried it and it was good
            Cheers
            Good evening
            Hey there
            Okay, let's do it
            What now?
            Tell me more
            Is that normal for me?
            What have you noticed about me?
            How do I use this app for my wellbeing?
            Anything I can do right now?
            What's one thing for tonight?
            Be honest, how bad is it?
            I don't feel like doing anything
            I feel fine
            All good today
            It was an exhausting day
            Could be better
            I'm nervous and excited at once
            I think I'm coming down with something
            My head hurts after a day of video calls
            Cramps and no sleep
            I'm three weeks sober and restless
            Hot flushes at night
            How do I keep healthy routines on a trip?
            My grandma is ill and I'm sad
            I work nights and eat badly
            I sit in meetings eight hours straight
            My kids exhaust me
            I'm caring for two parents and have no time for myself
            I feel guilty when I rest
            How do I protect my evenings?
            I keep saying yes to everyone
            I'm jealous of fit people
            How do I talk to my partner about my stress?
            I argued with my mum and can't settle
            I blush when I speak up
            I'm shy at parties, any tips?
            I doubt myself all the time
            How can I accept my body?
            I miss having a routine
            Retirement feels strange
            I can't enjoy free time
            Should I take a mental health day?
            How often should I take breaks?
            Screens till midnight, again
            What can nature do for me?
            Is forest bathing real?
            I'd like a hobby that relaxes me
            Do pets reduce stress?
            How do I say goodbye to the day?
            What should I note in my diary tonight?
            Does it help to write down worries?
            Remind me what worked last time
            I need a push
            Say something encouraging
            I'm proud, I said no today
            I laughed a lot today
            I'm anxious about flying
            Crowded trains make me uneasy
            Sirens and noise all day, I'm on edge
            My thoughts won't settle
            What can I do in bed when I can't relax?
            I clench my teeth at night
            Why am I sweating in my sleep?
            Is feeling tired in spring real?
            My eyes burn from the monitor
            I ache all over from gardening
            Should I stretch before or after?
            How do I get my pulse down after sport?
            What's zone two?
            Is my breathing rate normal?
            How much daylight do I need?
            Does cold water wake you up?
            Is a sauna after training a good idea?
            I want to walk to work, how do I start?
            Help, I ate a whole cake
            Tea or coffee in the afternoon?
            Which habits help most against tiredness?
            Could low iron be why I'm tired, and what can I eat?
            I'd like to feel lighter
            I feel overwhelmed by choices
            How do I end the day well?
            Mir wird alles zu viel
            Ich kann nicht einschlafen
            Was tut mir heute gut?
            Wie war meine Woche?
            Ich bin so gereizt
            Eine Atemübung bitte
            Wie bewege ich mich mehr?
            Mein Puls war nachts hoch
            Ich bin stolz auf mich
            Was kann ich gegen Grübeln tun?
            Ich habe Heißhunger am Abend
            Gib mir ein kleines Ziel
        """
}
