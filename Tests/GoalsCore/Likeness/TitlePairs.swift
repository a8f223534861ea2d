/// Pairs of titles, written before the rules: `same` means that a person would call both one goal or one action.
/// `similar` are related, but two. German pairs are judged by title only, so `same` ones differ in spelling alone.
enum TitlePairs {
    static let english = """
        same | Run 5 km | run 5 km
        same | Run 5 km | Run 5.0 km
        same | Run five km | Run 5 km
        same | Run 5 km | Run 5 kilometers
        same | Run 5000 m | Run 5 km
        same | Read 12 books | Read twelve books
        same | Visit café Müller | Visit Cafe Muller
        same | Learn Spanish | Study Spanish
        same | Meditate every day | Daily meditation
        same | Drink more water | Increase my water intake
        same | Go for a run | Go running
        same | Eat more vegetables | Increase vegetable consumption
        same | Sleep 8 hours a night | Get 8 hours of sleep every night
        same | Lose 5 kg | Lose 5 kilograms of weight
        same | Quit smoking | Stop smoking
        same | Practice the piano | Piano practice
        same | Play piano daily | Practise piano every day
        same | Call my parents weekly | Phone my parents every week
        same | Write in my journal | Journaling
        same | Save money | Put money aside
        same | Learn to cook | Learn cooking
        same | Cook at home more often | Cook more meals at home
        same | Spend more time with family | More family time
        same | Spend less time on my phone | Reduce phone use
        same | Reduce screen time | Less screen time
        same | Do yoga twice a week | Yoga 2 times a week
        same | Write a novel | Write my novel
        same | Finish my thesis | Complete my thesis
        same | Clean the house | House cleaning
        same | Walk 10,000 steps a day | 10000 steps daily
        same | Take a walk every evening | Evening walk every day
        same | Go to the gym three times a week | Gym 3 times per week
        same | Get fitter | Improve my fitness
        same | Learn to play the guitar | Learn guitar
        same | Go to bed earlier | Earlier bedtime
        same | Do 20 push-ups | 20 pushups
        same | Run a marathon | Complete a marathon
        same | Volunteer at the shelter | Do volunteer work at the shelter
        same | Eat less sugar | Cut down on sugar
        same | Walk the dog | Take the dog for a walk
        same | Ride my bike to work | Cycle to work
        same | Learn to swim | Learn swimming
        same | Read before bed | Reading before going to bed
        same | Stretch every morning | Morning stretching
        same | Get a promotion | Be promoted at work
        same | Organise the garage | Tidy up the garage
        same | Drink less alcohol | Reduce alcohol consumption
        same | Visit grandma | Visit my grandmother
        same | Improve my public speaking | Get better at public speaking
        same | Learn Swift programming | Learn to program in Swift
        same | Plant a garden | Start a garden
        same | Eat healthier | Eat a healthier diet
        same | Have dinner with friends | Dinner with friends
        same | Meditate for 10 minutes | 10 minutes of meditation
        same | Pay off my credit card | Pay off credit card debt
        same | Watch less TV | Watch less television
        same | Do the laundry | Laundry
        same | Apply for jobs | Send job applications
        same | Learn how to draw | Learn drawing
        same | Take vitamins daily | Take my vitamins every day
        same | Swim 1 mile | Swim one mile
        same | Do breathing exercises | Breathing exercise
        same | Go hiking | Go on a hike
        same | Attend a dance class | Take a dance class
        similar | Run 5 km | Run 50 km
        similar | Run 5 km | Run 5 miles
        similar | Run 5 km | Walk 5 km
        similar | Run 5 km | Run 10 km
        similar | Read 12 books | Read 20 books
        similar | Learn Spanish | Learn French
        similar | Learn Spanish | Travel to Spain
        similar | Learn guitar | Learn piano
        similar | Practice guitar | Practice violin
        similar | Call mum | Call dad
        similar | Visit my parents | Call my parents
        similar | Eat more vegetables | Eat less meat
        similar | Eat more fruit | Eat more vegetables
        similar | Drink more water | Drink less coffee
        similar | Drink less alcohol | Drink less coffee
        similar | Quit smoking | Quit drinking
        similar | Start smoking | Stop smoking
        similar | Gain weight | Lose weight
        similar | Lose 5 kg | Lose 10 kg
        similar | Go to bed earlier | Get up earlier
        similar | Morning run | Evening run
        similar | Morning yoga | Evening yoga
        similar | Do yoga twice a week | Do yoga five times a week
        similar | Meditate for 10 minutes | Meditate for 20 minutes
        similar | Do push-ups | Do pull-ups
        similar | Do 20 squats | Do 20 push-ups
        similar | Clean the kitchen | Clean the bathroom
        similar | Paint the bedroom | Paint the kitchen
        similar | Write a novel | Read a novel
        similar | Write a book | Read a book
        similar | Write a short story | Write a poem
        similar | Finish my thesis | Finish my taxes
        similar | Learn Swift | Learn Rust
        similar | Learn Python programming | Learn Java programming
        similar | Run a marathon | Run a half marathon
        similar | Swim 1 mile | Cycle 1 mile
        similar | Bike to work | Drive to work
        similar | Walk the dog | Feed the dog
        similar | Save money | Spend money
        similar | Save 1000 euros | Save 5000 euros
        similar | Save for a house | Save for a car
        similar | Sell the car | Buy a car
        similar | More screen time for reading | Less screen time
        similar | Eat breakfast every day | Eat lunch every day
        similar | Cook dinner | Eat dinner
        similar | Learn to cook | Learn to bake
        similar | Dinner with friends | Lunch with friends
        similar | Dinner with friends | Dinner with family
        similar | Visit grandma | Visit grandpa
        similar | Travel to Italy | Travel to Japan
        similar | Weekly review | Daily review
        similar | Journal every day | Journal every week
        similar | Apply for jobs | Quit my job
        similar | Get a promotion | Get a new job
        similar | Plant tomatoes | Plant potatoes
        similar | Play tennis | Play table tennis
        similar | Play chess | Play football
        similar | Watch less TV | Watch a series
        similar | Read the news | Read less news
        similar | Take vitamin D | Take magnesium
        similar | Stretch every morning | Run every morning
        similar | Week 3 of the course | Week 4 of the course
        different | Learn Spanish | Clean the garage
        different | Run a marathon | Read 12 books
        different | Drink more water | Call my parents weekly
        different | Quit smoking | Write a novel
        different | Save money | Do yoga twice a week
        different | Practice the piano | Lose 5 kg
        different | Sleep 8 hours | Learn to cook
        different | Eat less sugar | Get a promotion
        different | Meditate every day | Pay off my credit card
        different | Walk the dog | Finish my thesis
        different | Plant a garden | Learn Swift programming
        different | Swim 1 mile | Dinner with friends
        different | Volunteer at the shelter | Reduce screen time
        different | Go hiking | Do the laundry
        different | Improve my public speaking | Eat more vegetables
        different | Write in my journal | Ride my bike to work
        different | Visit grandma | Do 20 push-ups
        different | Apply for jobs | Stretch every morning
        different | Learn to draw | Drink less alcohol
        different | Take vitamins daily | Organise the garage
        different | Go to bed earlier | Attend a dance class
        different | Watch less TV | Visit my parents
        different | Get fitter | Paint the kitchen
        different | Cook at home more often | Write a poem
        different | Do breathing exercises | Sell the car
        different | Learn to swim | Weekly review
        """

    static let german = """
        same | 5 km laufen | 5 KM laufen
        same | 5 km laufen | 5,0 km laufen
        same | fünf km laufen | 5 km laufen
        same | 5 Kilometer laufen | 5 km laufen
        same | Jeden Tag Klavier üben | jeden tag klavier uben
        same | Mehr Gemüse essen! | mehr gemüse essen
        same | Spaß haben | spass haben
        same | 10.000 Schritte am Tag | 10000 Schritte am Tag
        same | Zwölf Bücher lesen | 12 Bücher lesen
        same | Café Müller besuchen | cafe muller besuchen
        same | 1,5 Stunden lernen | 90 Minuten lernen
        same | Früh-Yoga | früh yoga
        same | 5kg abnehmen | 5 kg abnehmen
        same | Großmutter besuchen | GROSSMUTTER BESUCHEN
        same | Eine halbe Stunde lesen | 30 Minuten lesen
        similar | 5 km laufen | 50 km laufen
        similar | 5 km laufen | 10 km laufen
        similar | 5 km laufen | 5 km gehen
        similar | 5,5 km laufen | 55 km laufen
        similar | 1,5 km schwimmen | 1.500 km schwimmen
        similar | Spanisch lernen | Französisch lernen
        similar | Mehr Gemüse essen | Mehr Obst essen
        similar | Mama anrufen | Papa anrufen
        similar | Früher schlafen | Früher aufstehen
        similar | Küche putzen | Bad putzen
        similar | Mehr Wasser trinken | Weniger Kaffee trinken
        similar | Zwölf Bücher lesen | Zwanzig Bücher lesen
        similar | Klavier üben | Gitarre üben
        similar | 5 kg abnehmen | 5 kg zunehmen
        similar | Morgens Yoga | Abends Yoga
        similar | 10 Minuten meditieren | 10 Stunden meditieren
        similar | Laufen | Langlaufen
        similar | Rauchen | Nicht rauchen
        similar | Jeden Tag lesen | Jede Woche lesen
        similar | Einen Roman schreiben | Einen Roman lesen
        similar | Geld sparen | Geld ausgeben
        similar | 3 Sätze Kniebeugen | 5 Sätze Kniebeugen
        different | Spanisch lernen | Garage aufräumen
        different | 5 km laufen | Mehr Wasser trinken
        different | Klavier üben | Steuererklärung machen
        different | Großmutter besuchen | 10 Minuten meditieren
        different | Roman schreiben | Weniger Zucker
        different | Früher schlafen | Fahrrad reparieren
        different | Meditieren | Schwimmen
        different | Mama anrufen | Küche putzen
        different | Geld sparen | Yoga machen
        different | Abnehmen | Bücher lesen
        different | Garten anlegen | Gitarre üben
        different | Freunde treffen | Wäsche waschen
        different | Bewerbung schreiben | Mehr Gemüse essen
        """

    /// English pairs written after the rules had been run on the others, about other things.
    static let later = """
        same | Keep a gratitude diary | Gratitude journaling
        same | Get out of debt | Become debt free
        same | Declutter the attic | Clear out the attic
        same | Learn to juggle | Learn juggling
        same | Floss daily | Floss my teeth every day
        same | Build a birdhouse | Make a bird house
        same | Eat at home | Eat home-cooked meals
        same | Take the stairs | Use the stairs
        same | Wake up at 6 am | Get up at 6 am
        same | Paint a portrait | Portrait painting
        same | Run 20 miles a week | Run twenty miles every week
        same | Take photos every weekend | Weekend photography
        same | Watch my posture | Improve my posture
        same | Spend an hour outdoors each day | One hour outside daily
        same | Invest in stocks | Stock investing
        same | Mow the lawn | Lawn mowing
        same | Knit a sweater | Sweater knitting
        same | Donate blood | Blood donation
        same | Fix the roof | Repair the roof
        same | Learn sign language | Study sign language
        same | Climb Mont Blanc | Mont Blanc climb
        same | Give a talk at a conference | Speak at a conference
        same | Less caffeine | Cut caffeine
        same | Do my tax return | File my taxes
        same | Drink 2 cups of green tea | Drink two cups of green tea
        similar | Learn to juggle | Learn to ski
        similar | Climb Mont Blanc | Climb Mount Everest
        similar | Knit a sweater | Knit a scarf
        similar | Fix the roof | Fix the sink
        similar | Mow the lawn | Water the lawn
        similar | Invest in stocks | Invest in bonds
        similar | Donate blood | Donate clothes
        similar | Wake up at 6 am | Wake up at 7 am
        similar | Paint a portrait | Buy a portrait
        similar | Learn sign language | Learn body language
        similar | Build a birdhouse | Build a treehouse
        similar | Ride a horse | Ride a motorbike
        similar | Give a talk at a conference | Attend a conference
        similar | Play the harp | Play the accordion
        similar | Visit Norway | Visit Sweden
        similar | Learn algebra | Learn geometry
        similar | Feed the cat | Wash the cat
        similar | Wash the car | Wash the windows
        similar | Read the Bible | Read the Quran
        similar | Eat more fibre | Eat more protein
        similar | Host a party | Go to a party
        similar | Teach English | Learn English
        similar | Open a bakery | Visit a bakery
        similar | Lend money | Save money
        similar | Bench press 80 kg | Squat 80 kg
        similar | Plan the wedding | Plan the holiday
        similar | Write a will | Write a letter
        similar | Hug my wife | Hug my son
        similar | Try sushi | Try tacos
        similar | Win at poker | Win at bridge
        similar | Sail around Britain | Cycle around Britain
        different | Floss daily | Invest in stocks
        different | Knit a sweater | Climb Mont Blanc
        different | Donate blood | Learn to juggle
        different | Fix the roof | Eat more protein
        different | Mow the lawn | Give a talk at a conference
        different | Learn sign language | Wash the car
        different | Build a birdhouse | Less caffeine
        different | Paint a portrait | Wake up at 6 am
        different | Host a party | Get out of debt
        different | Read the Bible | Take the stairs
        """

    /// English pairs written after the threshold was chosen, about other things again.
    static let last = """
        same | Learn calligraphy | Study calligraphy
        same | Drink a smoothie every morning | Morning smoothie every day
        same | Fewer late nights | Less late nights
        same | Try a new recipe each week | Cook a new recipe weekly
        same | Finish the crossword | Complete the crossword
        same | Train for a triathlon | Triathlon training
        same | Bake sourdough bread | Sourdough bread baking
        same | Keep my inbox empty | Inbox zero
        same | Limit social media to 30 minutes | Social media at most half an hour
        same | Trim the hedge | Hedge trimming
        same | Take a cold shower daily | Cold shower every day
        same | Renew my passport | Passport renewal
        same | Sort old photos | Organise old photographs
        same | Write thank-you notes | Write thank you cards
        same | Learn first aid | Take a first aid course
        same | Memorise a poem | Learn a poem by heart
        same | Cook vegetarian three times a week | Vegetarian cooking 3 times weekly
        same | Swim 40 lengths | Swim forty lengths
        same | Go camping | Camping trip
        same | Repaint the fence | Paint the fence
        same | Get my driving licence | Get a driver's license
        same | Pick up litter | Litter picking
        same | Lift weights twice a week | Weight lifting 2 times a week
        same | Start composting | Begin composting
        similar | Learn calligraphy | Learn origami
        similar | Trim the hedge | Plant a hedge
        similar | Paint the fence | Repair the fence
        similar | Renew my passport | Lose my passport
        similar | Bake sourdough bread | Bake cookies
        similar | Train for a triathlon | Watch a triathlon
        similar | Swim 40 lengths | Swim 60 lengths
        similar | Take a cold shower daily | Take a hot bath daily
        similar | Sort old photos | Take new photos
        similar | Go camping | Go fishing
        similar | Write thank-you notes | Write a shopping list
        similar | Start composting | Stop composting
        similar | Lift weights twice a week | Lift weights four times a week
        similar | Adopt a dog | Train the dog
        similar | Learn to sail | Learn to surf
        similar | Clean the oven | Buy an oven
        similar | Visit the dentist | Visit the optician
        similar | Call the bank | Call the dentist
        similar | Finish the puzzle | Start the puzzle
        similar | Iron the shirts | Fold the shirts
        similar | Study for the maths exam | Study for the history exam
        similar | Pack for the trip | Plan the trip
        similar | Sing in a choir | Conduct a choir
        similar | Grow basil | Grow roses
        similar | Repair the bike | Clean the bike
        similar | Speak slower | Eat slower
        similar | Take fewer taxis | Take more taxis
        similar | Learn ten Danish words a day | Learn ten Czech words a day
        different | Trim the hedge | Inbox zero
        different | Learn calligraphy | Lift weights twice a week
        different | Renew my passport | Sing in a choir
        different | Go camping | Clean the oven
        different | Grow basil | Visit the dentist
        different | Pick up litter | Study for the maths exam
        different | Memorise a poem | Take a cold shower daily
        different | Adopt a dog | Finish the crossword
        """
}
