import Language

/// Whether a reply speaks as a doctor would: doses, drugs, supplements, treatments, illnesses.
///
/// A word that the suggestion itself uses ("tablet" for a device, "alcohol") does not count where it is ambiguous; drugs,
/// doses and illnesses always count.
enum MedicalAdvice {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        let (words, given) = (reply.words, context.suggested)
        if doses.match(words) { return .dose }
        if drugs.match(words) || ambiguousDrugs.match(words, unless: given) { return .drug }
        if supplements.match(words) || ambiguousSupplements.match(words, unless: given) { return .supplement }
        if treatments.match(words) || ambiguousTreatments.match(words, unless: given) { return .treatment }
        if illnesses.match(words) || ambiguousIllnesses.match(words, unless: given) { return .diagnosis }
        return nil
    }

    private static let doses = WordPatterns(
        """
        mg|mcg|µg|μg|milligram*|microgram*|iu|dose|doses|dosage*|dosing|overdos*|microdos*|megados*|redos*
        half|one|two|three|four|five|six|couple|few|several|another|extra|more|double ..2 tablet|tablets|pill|pills|capsule|capsules|puffs|drops|gummies|lozenges|sachets
        take|taking|swallow|swallowing|pop|popping|try|have ..2 tablet|tablets|pill|pills|capsule|capsules|gummy|gummies|lozenge|lozenges|sachet|sachets
        take|taking|swallow|pop one|two|three|four|half|another before|with|after|every|each|daily|tonight|now
        take|taking one|two|three|four|six of them|those
        teaspoon|teaspoons|tablespoon|tablespoons|tsp|tbsp|spoonful|spoonfuls ..1 of
        grams|gram of
        double|halve|raise|increase|lower|reduce|up|adjust|split|cut|taper your|the ..1 amount|intake|prescription
        once|twice|times daily|day ..2 with|after|before food|meals|breakfast
        ml|millilitre*|milliliter*|cc
        """)

    private static let drugs = WordPatterns(
        """
        medicat*|medicine|medicines|medicinal*|prescri*|antidepress*|antihistamin*|antibiotic*|antipsychotic*|antacid*
        painkiller*|sedativ*|sedat*|tranquili*|tranquilli*|benzo|benzos|benzodiaz*|opioid*|opiate*|narcotic*|stimulants|steroid*|steroids|barbiturat*
        beta blocker|blockers
        betablocker*|ssri*|snri*|statin|statins|insulin|metformin|inhaler*|drug|drugs|pharma*|meds|placebo*
        blood thinner|thinners
        sleeping|sleep|water|diet|iron|pain|happy|magic|little|blue pill|pills|tablet|tablets|aid|aids|medicine|drops
        over the counter
        over-the-counter|otc|non-drowsy
        *olol|*pril|*sartan|*statin|*azepam|*zolam|*oxetine|*profen|*cillin|*mycin|*triptyline|*codone|*morphine|*codeine|*dipine|*gliptin|*floxacin|*prazole|*barbital|*glutide|*clonazepam|*piclone|*zodone|*alopram|*faxine|*traline|*formin|*triptan
        relaxant*|anaesthe*|anesthe*|anticoagul*|contracept*|botox|lidocaine|antiviral*
        ibuprofen|aspirin|paracetamol|acetaminophen|tylenol|advil|nurofen|naproxen|aleve|excedrin|motrin|panadol
        diphenhydramine|benadryl|nytol|zzzquil|nyquil|doxylamine|unisom|promethazine|hydroxyzine|cetirizine|loratadine|phenergan
        zolpidem|ambien|zopiclone|lunesta|eszopiclone|zaleplon|sonata|temazepam|xanax|valium|ativan|klonopin|librium|lorazepam|suvorexant|ramelteon|quviviq|daridorexant|belsomra
        prozac|zoloft|sertraline|lexapro|celexa|paxil|wellbutrin|bupropion|trazodone|mirtazapine|quetiapine|seroquel|lithium|buspirone|amitriptyline|duloxetine|cymbalta|effexor|fluvoxamine
        adderall|ritalin|modafinil|provigil|vyvanse|concerta|methylphenidate|dexamphetamine|amphetamine*|ephedrine|pseudoephedrine|clonidine|gabapentin|pregabalin|lyrica|ketamine|propranolol|prednis*|cortisone|hydrocortisone
        ozempic|wegovy|semaglutide|mounjaro|viagra|warfarin|levothyroxine|thyroxine|estrogen|oestrogen|progesterone|testosterone|hrt|dhea
        tramadol|oxycodone|fentanyl|heroin|cocaine|codeine|morphine|mdma|lsd|ecstasy|psilocybin|shrooms|ayahuasca|psychedelic*
        cannabis|marijuana|weed|cbd|thc|hashish|edible|edibles|kratom|hemp|nicotine|vape|vaping
        magic mushroom|mushrooms
        """)

    private static let ambiguousDrugs = WordPatterns(
        """
        pill|pills|tablet|tablets|capsule|capsules|injection|injections|syringe|gummy|gummies|lozenge|lozenges|puff|puffs
        cream|ointment|nasal|eye|nose spray|drops
        nasal|patch|patches|vaccin*|jab|suppositor*|laxativ*|diuretic*|hormone|hormones|hormonal
        """)

    private static let supplements = WordPatterns(
        """
        melatonin|magnesium|zinc|selenium|potassium|ashwagandha|valerian|rhodiola|ginseng|ginkgo|kava|theanine|l-theanine|tryptophan|htp|5htp|5-htp|gaba|glycine|creatine|taurine|carnitine|collagen
        vitamin*|multivitamin*|b12|b6|d3|k2|coq10|biotin|folate|folic
        omega|fish|cod|krill|liver oil|oils|3|liver
        wort|echinacea|turmeric|curcumin|spirulina|chlorella|passionflower|skullcap|maca|reishi|cordyceps|lion's|adaptogen*|nootropic*|probiotic*|prebiotic*|electrolyte*|preworkout|bcaa|bcaas|nmn|resveratrol|inositol|tyrosine|phosphatidylserine|apigenin|tart
        supplement*|herbal*|homeopath*|homoeopath*|naturopath*|tincture*
        bach flower|flowers
        globules|elixir|tonic|remedy|remedies
        essential|lavender|peppermint|eucalyptus|cbd oil|oils|capsules|extract
        protein|whey|collagen|greens|mushroom powder|shake|shakes|powders
        iron|calcium|sleep|energy|herb|herbal|plant|root|green|extract ..1 supplement|tablets|pills|capsules|extract|powder|gummies|drops|spray
        """)

    private static let ambiguousSupplements = WordPatterns(
        """
        chamomile|camomile|lavender|hops
        lemon balm
        iron|calcium|extract|extracts|powder|powders|syrup|caffeine tablets|gum|pill|extract|levels
        nutrient|nutrients
        balm|infusion|magnes*|mineral|minerals
        """)

    private static let treatments = WordPatterns(
        """
        stop|stopping|quit|start|starting|skip|skipping|drop|change|changing|switch|cancel|avoid|replace|pause|delay|resume|begin|continue|miss|come|wean|taper|forget|ignore ..3 treatment|treatments|therapy|therapist|doctor*|medication|medicine|meds|counsel*|appointment|appointments|cpap|prescription|rehab|specialist|physio|physiotherapy|dialysis|chemo*|insulin|inhaler|psychiatrist|psychologist|gp|nurse|surgeon
        instead of ..2 therapy|treatment|doctor|therapist|medicine|medication|hospital
        no|any|without|need|needs|longer|more ..2 doctor|doctors|therapy|therapist|treatment|psychiatrist|hospital
        emdr|neurofeedback|biofeedback|infusion|infusions|transfusions|ect|tms|iv-drip|electrod*
        cpap|chemo*|dialysis|pacemaker|operation|operations|implant*|transplant*|surgery|surgeon|transfusion|antiviral*|immunotherap*|hypnotherap*|acupunct*|chiropract*|electroshock|electrotherap*|radiotherap*|psychotherap*|physiotherap*|cbt|cbti|cbt-i|rehab|detox*
        treats|treated|treating|cure|cures|cured|curing|curative|heal|heals|healed|healing|therapeut*|dosage*
        can|could|may|will|to|helps|help|also treat your|the|it|this|a|bad|poor|low|high|sleep|stress
        treatment|treatments|therapies
        second opinion
        """)

    private static let ambiguousTreatments = WordPatterns(
        """
        doctor|doctors|physician*|gp|psychiatr*|psycholog*|therap*|counsel*|nurse|nurses|hospital*|clinic|clinics|clinical*|clinician*|specialist|specialists|cardiolog*|neurolog*|pharmac*|dietitian*|dietician*|nutritionist*
        checkup|check-up|ecg|ekg|mri|biops*|bloodwork|screening
        blood|sleep|lab|stress|medical|thyroid|heart test|tests|study|panel|scan|check
        medical*|ambulance|emergency|appointment|appointments|referral
        """)

    private static let illnesses = WordPatterns(
        """
        diagnos*|insomnia*|apnea|apnoea|narcolep*|disorder|disorders|disease|diseases|syndrome|syndromes|patholog*|symptom*|illness|illnesses|ailment*|malady
        borderline|bruxism|narciss*|sociopath*|psychopath*|neurodiver*|neurodivergent|dyslex*|dyspraxi*|tourette*|alexithym*|codependen*|perfectionis*
        obsessive|avoidant|antisocial|histrionic|schizoid|compulsive|addictive|dependent personality|disorder|traits|compulsive|behaviour|behavior
        personality disorder
        intoleran*|gluten|lactose|histamine|candida|parasite*
        wasting|atrophy*|atrophied|degenerat*|deteriorat*
        slipped|herniated|bulging|trapped|pinched disc|disk|nerve
        sleep|circadian phase|rhythm ..1 disorder|delay|delayed|disruption|would|syndrome|problem
        delayed|advanced|shifted sleep|circadian
        sciatica|scoliosis|tinnitus|vertigo|tendinopath*|whiplash|hernia*|varicose|anorgasm*|fibroid*|endometri*|pcos|gout|gastri*|rosacea|psoria*|parasomn*|sleepwalk*|catatoni*|tics
        depressi*|depressed|bipolar|mania|manic|adhd|autis*|ptsd|ocd|psychos*|psychotic|schizo*|neuros*|neurotic|anorex*|bulim*|burnout|burn-out|alcoholic|alcoholism|addict*|phobia|phobias|dissociat*|delusion*|paranoi*|hypochond*|bpd|pmdd|pms
        burned|burnt out
        anxiety disorder|attack|attacks|problem|issue|condition
        panic attack|attacks|disorder
        generalised|generalized|social|health|chronic|severe|clinical anxiety
        you|your|have|has|had|got|develop*|signs|sign|symptoms|suffer*|indicate*|suggest*|shows|show ..3 anxiety
        hypertens*|hypotens*|arrhythm*|fibrillat*|afib|tachycard*|bradycard*|cardiac|cardiovascular|cardiomyo*|myocard*|angina|stroke|strokes|thrombo*|embol*|clot|clots|murmur|palpitat*|ischem*|heart-attack
        heart|lung|kidney|liver|thyroid|brain|nerve|gut|cardiac|adrenal|bowel ..1 disease|attack|failure|condition|problem|problems|trouble|damage|block|defect|fatigue|issue|issues|disorder|dysfunction|infection
        damage|damaged|damages|damaging|dysfunction*|malfunction*|deficien*|anaemi*|anemi*|diabet*|prediabet*|hypogly*|hypergly*|thyroid*|hypothyr*|hyperthyr*|dysauto*|cushing*|addison*
        cancer*|tumor*|tumour*|leukaemi*|leukemi*|infection|infections|infected|infectious|virus|viral|bacteri*|sepsis|flu|influenza|covid*|coronavirus|pneumon*|bronchit*|asthma*|copd|fever|feverish|mono|lyme|hepatit*|*itis|cirrho*|ulcer*|ibs|reflux|coeliac|celiac|crohn*|migrain*|epilep*|seizure*|dementia|alzheim*|parkinson*|sclerosis|fibromyal*|neuropath*|lupus|arthrit*|osteo*|inflamed|inflammat*|eczema|menopaus*|perimenopaus*|pregnan*|concussion|obes*|malnutrition|malnourish*|dehydrated|dehydration|jaundice
        chronic|acute|underlying|undiagnosed|medical|health|serious ..1 condition|fatigue|illness|issue|issues|problem|problems|pain|stress|cause|exhaustion
        low|high iron
        blood pressure|sugar|glucose
        come|coming|came down with
        fight|fighting|brewing|catch|catching ..1 something|bug|cold|off
        getting|falling|becoming|feeling|be|are|being ill|sick|unwell
        suffer*|afflict*
        at risk
        risk|risks|danger|warning|sign|signs|mark|hallmark|indicator|indication|consistent|typical|case|form|type of|with ..2 *osis|*emia|*aemia|*opathy|*algia|serious|something|illness|disease|overtraining|problem
        warning sign|signs
        red flag|flags
        something|thing|anything|is|be|seriously|medically|physically wrong
        abnormal*|irregular|impaired|unhealthy|pathological ..1 heart|heartbeat|rhythm|pulse|values|reading|result|sleep|hrv|rate
        abnormal*|cortisol|cholesterol|glucose|adrenal|adrenals|serotonin|dopamine
        overtraining|overtrained|immune|immunity|imbalance|imbalances|imbalanced
        mentally|physically|clinically|chronically|seriously|dangerously ill|sick|unwell|unstable|depressed
        clinically|chronically|seriously|dangerously fatigued|exhausted|tired|low|high|stressed
        life expectancy
        early|premature death
        """)

    private static let ambiguousIllnesses = WordPatterns(
        """
        ill|sick|unwell|sickness|pain|pains|painful|ache|aches|headache*|nausea*|dizzy|dizziness|faint|fainting|cough|coughing|bleed*|wound*|injur*|fracture*|rash|swelling|numb|numbness|tremor|cramp|cramps|vomit*|risk|risks|risky|toxin*|toxic*|hernia|restless legs
        anxiety|panic|trauma*|allerg*
        eating disorder
        restless legs|leg
        condition
        """)
}
