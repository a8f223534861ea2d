import ArgumentParser
import Messages

/// `pulsum goals add`, `edit` and `close`.
extension GoalsCommand {
    struct AddCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "A new goal with at least one measure.",
            discussion: """
                Such as: pulsum goals add "Run 100 km" --measure km --target 100 --by 2026-12-31
                Without --by it lasts ten weeks; without --from it begins today.
                """)
        @Argument(help: "Its title.") var title: [String]
        @OptionGroup var options: GoalOptions
        @Flag(help: "Adds it even if there is a goal with a similar title.") var yes = false
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let title = title.joined(separator: " ")
            var writer = try await GoalWriter(session, person)
            let start = options.from ?? person.today
            var content = GoalContent(
                title: title, start: start, target: start.advanced(by: TermContent.days - 1), targets: [])
            try await writer.apply(options, to: &content)
            guard try await isMeant(title, session, person) else { return Terminal.tell("Nothing was saved.") }
            let reply = try await writer.save(content, over: nil, texts: [title] + options.texts)
            try output.print(reply) { GoalsFormatter(writer.measures).saved($0) }
        }

        /// Shows goals with a title alike and asks once (GOL-3). A comparison that fails is no reason not to save.
        private func isMeant(_ title: String, _ session: Session, _ person: Person) async throws -> Bool {
            guard !yes else { return true }
            let query = SimilarTitles(
                user: person.user, title: title, kind: .goal, language: person.language, country: person.country)
            let alike = ((try? await session.bus.request(query))?.similar ?? []).map { "“\($0.title)” \($0.id)" }
            guard !alike.isEmpty else { return true }
            Terminal.tell("Goals with a similar title are there already: \(alike.joined(separator: ", ")).")
            guard Terminal.isTyped else {
                throw CLIError("Nothing was saved. Say --yes to add it all the same.")
            }
            return Terminal.agrees("Add it all the same? y, anything else for no: ")
        }
    }

    struct EditCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Changes a goal; what no option names stays.",
            discussion: "Milestones and promises are in the web app.")
        @Argument(help: "The goal, by its id in “pulsum goals list”.") var goal: EntityID
        @Option(help: "A new title.") var title: String?
        @OptionGroup var dropped: DroppedParts
        @Option(help: "A new status.") var status: GoalStatus?
        @OptionGroup var options: GoalOptions
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard title != nil || status != nil || !dropped.isEmpty || !options.isEmpty else {
                throw ValidationError("Say what is to change, such as --by 2026-12-31.")
            }
        }

        func run(_ session: Session, _ person: Person) async throws {
            var writer = try await GoalWriter(session, person)
            let stored = try await writer.stored(goal)
            var content = stored.content
            content.title = title ?? content.title
            content.status = status ?? content.status
            try await writer.apply(options, dropping: dropped, to: &content)
            let texts = [title].compactMap(\.self) + options.texts
            let reply = try await writer.save(content, over: stored, texts: texts)
            try output.print(reply) { GoalsFormatter(writer.measures).saved($0) }
        }
    }

    struct CloseCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "close", abstract: "Ends a goal as completed, or puts it aside.",
            discussion: "“pulsum goals edit ID --status active” takes it up again.")
        @Argument(help: "The goal, by its id in “pulsum goals list”.") var goal: EntityID
        @Option(help: "How it ends: completed, onHold or cancelled.") var status = GoalStatus.completed
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard status != .active else {
                throw ValidationError("A closed goal is completed, onHold or cancelled.")
            }
        }

        func run(_ session: Session, _ person: Person) async throws {
            var writer = try await GoalWriter(session, person)
            let stored = try await writer.stored(goal)
            var content = stored.content
            content.status = status
            let reply = try await writer.save(content, over: stored, texts: [])
            try output.print(reply) { GoalsFormatter(writer.measures).saved($0) }
        }
    }
}
