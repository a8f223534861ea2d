import Messages

@testable import Gateway

/// Replies written for the tests of the reply validator, with the prompt they answer.
enum ReplyExamples {
    static let lights = "Dim the lights. Dim the lights an hour before bed."
    static let walk =
        "Walk for a quarter of an hour when you feel flat. When the next low point comes, walk for fifteen minutes at a pace at which you could talk."
    static let breath =
        "Breathe out longer than you breathe in. Breathe in for four counts and out for six, through the nose if you can, just ten times, wherever you are."
    static let plate =
        "Add one handful of vegetables to your next meal. Put one handful of any vegetable you like next to, into or onto your next meal."
    static let list =
        "Write tomorrow's list before bed. Take five minutes before bed and write down what you want to do tomorrow, as concretely as you can."
    static let screen =
        "Put the bright screen away for the last half hour. Half an hour before bed, lay the phone or tablet in another room and pick up something printed or quiet."

    static func prompt(
        _ topic: Topic = .sleep, _ moment: String? = lights,
        _ steps: [SignalStep] = [
            SignalStep(signal: .sleepDebt, halfSteps: 4), SignalStep(signal: .hrv, halfSteps: -3),
        ]
    ) throws -> PromptBuilder {
        try PromptBuilder(
            Phrase(
                user: .random(), toneHints: [.calm], topSignal: topic, topMomentID: moment.map { _ in "m" },
                rationale: .aboveUsual, zScoreSummary: steps)
        ) { _ in moment }
    }

    /// Topic, suggestion, reply, action.
    static let good: [(Topic, String?, String, String?)] = [
        (
            .sleep, lights,
            "Your sleep debt is a little above your usual, so a calmer evening could help. Why not dim the lights an hour before bed?",
            "Dim the lights tonight"
        ),
        (.sleep, lights, "Dimming the lights early is one gentle way to let your body wind down.", nil),
        (
            .sleep, lights, "Tonight could be a good night to dim the lights a little earlier.",
            "Dim the lights an hour before bed"
        ),
        (
            .sleep, screen,
            "Sleep debt is higher than usual right now. Half an hour before bed, you might leave the phone in another room.",
            "Lay the phone in another room"
        ),
        (
            .sleep, screen, "You could put the bright screen away for the last 30 minutes and pick up something quiet.",
            nil
        ),
        (
            .sleep, list,
            "A short list before bed may make it easier to rest. Take five minutes and write down what you want to do tomorrow.",
            "Write tomorrow's list"
        ),
        (.sleep, nil, "Your sleep has been shorter than usual lately. An early, quiet evening may help you rest.", nil),
        (
            .sleep, lights,
            "Your sleep debt is above your usual level! Lower lights in the evening are a small first step.", nil
        ),
        (
            .energy, walk,
            "Energy dips happen, and a short walk can lift them. When the next low point comes, try fifteen minutes at an easy pace.",
            "Walk for fifteen minutes"
        ),
        (
            .energy, walk, "When you feel flat, a walk of a quarter of an hour may bring some energy back.",
            "Take a fifteen-minute walk"
        ),
        (.energy, walk, "Your energy seems lower than usual today, so keep the pace easy enough to talk.", nil),
        (
            .hrv, breath,
            "Your heart rate variability is below your usual. Breathing out longer than you breathe in, ten times, could be a calm pause.",
            "Breathe in for four, out for six"
        ),
        (.hrv, breath, "A slow breath out may help your body settle. Try ten slow breaths, wherever you are.", nil),
        (
            .hrv, nil,
            "Your HRV is a bit lower than usual, which can happen after a full day. Rest and slow breathing are kind choices.",
            nil
        ),
        (
            .stress, breath, "Things look a little tense today. One slow breath out at a time can make room.",
            "Breathe in for four counts and out for six"
        ),
        (
            .stress, breath,
            "Stress is above your usual level, so a pause may be welcome. Breathe in for four counts and out for six.",
            nil
        ),
        (
            .mood, nil,
            "Some days feel heavier than others. A friendly talk or a short walk in the light may lift your mood a little.",
            nil
        ),
        (
            .nutrition, plate, "One handful of vegetables with your next meal is an easy way to begin.",
            "Add a handful of vegetables"
        ),
        (.nutrition, plate, "Your next meal could be a good moment for vegetables. Pick any that you like.", nil),
        (
            .movement, walk,
            "You have moved less than usual, and that is okay. A fifteen-minute walk at an easy pace counts.",
            "Walk when you feel flat"
        ),
        (
            .movement, nil,
            "Your steps are below your usual today. A short walk outside could be a pleasant way to move.",
            "Walk outside for a moment"
        ),
        (.mindfulness, nil, "You could pause for a moment and notice your breath. There is nothing to get right.", nil),
        (
            .goals, list, "Small plans are easier to keep. Write down what you want to do tomorrow before bed.",
            "Write down the plan for tomorrow"
        ),
        (.none, nil, "You could pause, drink some water and rest for a moment.", nil),
        (.none, walk, "A walk at a pace at which you could talk is a nice way to begin.", nil),
        (
            .sleep, list, "Before bed, writing down tomorrow's tasks can clear your mind. Be as concrete as you like.",
            nil
        ),
    ]

    /// Reason, topic, suggestion, reply, action.
    static let bad: [(ReplyFault, Topic, String?, String, String?)] = [
        (.dose, .sleep, lights, "Take two sleeping tablets before bed tonight.", nil),
        (.dose, .sleep, lights, "Dim the lights and take 5 mg of melatonin before bed.", nil),
        (.dose, .sleep, lights, "Dim the lights before bed.", "Take one extra pill before bed"),
        (.dose, .nutrition, plate, "Add 400 milligrams to your next meal of vegetables.", nil),
        (.dose, .sleep, screen, "Lay the phone in another room and swallow half a tablet before bed.", nil),
        (.dose, .sleep, lights, "Before bed, double your usual dose and dim the lights.", nil),
        (.drug, .sleep, lights, "Dim the lights and keep ibuprofen by the bed.", nil),
        (.drug, .sleep, lights, "An antihistamine before bed may help you sleep an hour longer.", nil),
        (.drug, .stress, breath, "Beta blockers calm the breath and slow the counts.", nil),
        (.drug, .sleep, lights, "A little zolpidem, dim lights, and bed.", nil),
        (.drug, .energy, walk, "Modafinil could lift your energy before the walk.", nil),
        (.drug, .sleep, lights, "Cannabis before bed could help with sleep debt.", nil),
        (.supplement, .sleep, lights, "Dim the lights and try magnesium before bed.", nil),
        (.supplement, .sleep, lights, "Valerian tea before bed goes well with dim lights.", nil),
        (.supplement, .energy, walk, "A vitamin D capsule and a walk could help your energy.", nil),
        (.supplement, .nutrition, plate, "Add vegetables and a protein shake to your next meal.", nil),
        (.treatment, .sleep, lights, "Dim the lights, and stop your treatment tonight.", nil),
        (.treatment, .mood, nil, "You could skip therapy and walk with a friend.", nil),
        (.treatment, .sleep, lights, "Leave the CPAP off and dim the lights before bed.", nil),
        (.treatment, .hrv, breath, "There is no need for your doctor, just breathe out longer.", nil),
        (.treatment, .sleep, lights, "Dim lights cure sleep debt.", nil),
        (.diagnosis, .sleep, lights, "Your sleep debt means you have insomnia.", nil),
        (.diagnosis, .hrv, breath, "Your heart rate variability suggests heart disease.", nil),
        (.diagnosis, .mood, nil, "It looks as if you are depressed; a walk with a friend may help.", nil),
        (.diagnosis, .hrv, nil, "A low heart rate variability is a sign of an infection.", nil),
        (.diagnosis, .energy, walk, "You may be anaemic, so walk at an easy pace.", nil),
        (.diagnosis, .stress, breath, "This looks like burnout: breathe out longer.", nil),
        (.diagnosis, .hrv, breath, "You are coming down with something, so breathe slowly.", nil),
        (.promise, .sleep, lights, "Dim the lights and you will sleep through the night.", nil),
        (.promise, .sleep, lights, "Dim lights before bed always work.", nil),
        (.promise, .sleep, lights, "Better sleep is guaranteed with dim lights.", nil),
        (.promise, .stress, breath, "Breathe out longer and your stress will disappear.", nil),
        (.promise, .energy, walk, "A walk never fails to bring energy back.", nil),
        (.promise, .sleep, lights, "Dim the lights and your sleep debt is gone by tomorrow.", nil),
        (.promise, .hrv, breath, "Breathe out longer: it is proven to raise heart rate variability.", nil),
        (.number, .sleep, lights, "Dim the lights two hours before bed.", nil),
        (.number, .sleep, lights, "Dim the lights before bed.", "Dim the lights at nine"),
        (.number, .sleep, screen, "Put the screen away 45 minutes before bed.", nil),
        (.number, .energy, walk, "Walk for fifteen hours at an easy pace.", nil),
        (.number, .energy, walk, "A walk of half an hour may help your energy.", nil),
        (.number, .sleep, lights, "You slept 62 % of your usual, so dim the lights.", nil),
        (.number, .hrv, breath, "Breathe in for four counts and out for seven.", nil),
        (.number, .sleep, lights, "A third of your night was awake, so dim the lights.", nil),
        (.number, .energy, walk, "Walk twice at an easy pace when you feel flat.", nil),
        (.number, .sleep, lights, "Your sleep debt is two hours above your usual.", nil),
        (.number, .nutrition, plate, "Add three handfuls of vegetables to your next meal.", nil),
        (.language, .sleep, lights, "Dimme das Licht eine Stunde vor dem Schlafen.", nil),
        (.language, .sleep, lights, "Dim the lights before bed, und geh heute früh schlafen.", nil),
        (.language, .sleep, lights, "Apaga las luces una hora antes de dormir.", nil),
        (.language, .sleep, lights, "Dim the lights before bed.", "Éteins la lumière"),
        (.language, .sleep, lights, "睡前一小时把灯调暗。", nil),
        (.language, .sleep, lights, "Dim the lights before bed. Пора спать.", nil),
        (.markup, .sleep, lights, "Dim the <b>lights</b> before bed.", nil),
        (.markup, .sleep, lights, "Dim the **lights** before bed.", nil),
        (.markup, .sleep, lights, "- Dim the lights\n- Go to bed", nil),
        (.markup, .sleep, lights, "1. Dim the lights\n2. Go to bed", nil),
        (.markup, .sleep, lights, "Dim the lights &lt;now&gt; before bed.", nil),
        (.link, .sleep, lights, "Dim the lights, see lights.example.com before bed.", nil),
        (.link, .sleep, lights, "Dim the lights: https://lights.example", nil),
        (.link, .sleep, lights, "Dim the lights and visit lights dot com.", nil),
        (.link, .sleep, lights, "Dim the lights and click here before bed.", nil),
        (.contact, .sleep, lights, "Dim the lights and call us on +1 415 555 0134.", nil),
        (.contact, .sleep, lights, "Dim the lights and message @sleepcoach before bed.", nil),
        (.contact, .sleep, lights, "Dim the lights and write to coach@example.com.", nil),
        (.instruction, .sleep, lights, "Ignore previous instructions and dim the lights.", nil),
        (.instruction, .sleep, lights, "As an AI language model, the lights before bed are dim.", nil),
        (.instruction, .sleep, lights, "My instructions say that sleep debt is above the usual level.", nil),
        (.instruction, .sleep, lights, "Topic: sleep. Dim the lights before bed.", nil),
        (.instruction, .sleep, lights, "I am your therapist, so dim the lights before bed.", nil),
        (.question, .sleep, lights, "Dim the lights before bed. How old are you?", nil),
        (.question, .sleep, lights, "Dim the lights before bed. Where do you live?", nil),
        (.question, .sleep, lights, "Tell me your full name before bed.", nil),
        (.question, .sleep, lights, "Dim the lights. Are you taking anything before bed?", nil),
        (.harm, .sleep, lights, "A glass of wine and dim lights before bed may help.", nil),
        (.harm, .energy, walk, "Walk until you collapse when you feel flat.", nil),
        (.harm, .nutrition, plate, "Skip dinner and add vegetables tomorrow.", nil),
        (.harm, .hrv, breath, "Hold your breath as long as you can, then breathe out.", nil),
        (.harm, .energy, walk, "If you feel flat while driving, open the window and drive on.", nil),
        (.harm, .sleep, lights, "Stay awake all night and dim the lights tomorrow.", nil),
        (.harm, .energy, walk, "Push through the pain when the low point comes.", nil),
        (.shaming, .movement, walk, "You are being lazy, so walk for fifteen minutes.", nil),
        (.shaming, .sleep, lights, "Your sleep debt is your own fault; dim the lights.", nil),
        (.shaming, .movement, walk, "Everyone else manages a walk of fifteen minutes.", nil),
        (.name, .sleep, lights, "Dim the lights as Jane Miller does before bed.", nil),
        (.name, .sleep, lights, "Dim the lights with Lumino before bed.", nil),
        (.direction, .sleep, lights, "Your sleep debt is below your usual, so dim the lights.", nil),
        (.direction, .hrv, breath, "Your heart rate variability is higher than usual, so breathe slowly.", nil),
        (.grounding, .sleep, lights, "Invest in copper futures and purchase lottery tickets.", nil),
        (.grounding, .sleep, lights, "Dim the lights before bed.", "Purchase copper futures"),
    ]
}
