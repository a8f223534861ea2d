import Messages

/// Time and actions for each value against its stated priority (GOL-7).
enum Balance {
    /// - Parameters:
    ///   - values: in the order of the result.
    ///   - served: actions and seconds by value.
    static func of(
        _ values: [PersonalValue], served: [EntityID: (actions: Int32, seconds: Int64)]
    ) -> [ValueBalance] {
        func weight(_ value: PersonalValue) -> Double { Double(101 - (value.content.priority ?? 50)) }
        let stated = values.reduce(0) { $0 + weight($1) }
        let actions = values.reduce(0) { $0 + Int64(served[$1.facts.id]?.actions ?? 0) }
        let seconds = values.reduce(0) { $0 + (served[$1.facts.id]?.seconds ?? 0) }
        return values.map { value in
            let own = served[value.facts.id] ?? (0, 0)
            return ValueBalance(
                value: value.facts.id, title: value.content.title, priority: value.content.priority ?? 50,
                stated: weight(value) / stated, actions: own.actions, seconds: own.seconds,
                actionShare: actions > 0 ? Double(own.actions) / Double(actions) : nil,
                timeShare: seconds > 0 ? Double(own.seconds) / Double(seconds) : nil)
        }
    }
}
