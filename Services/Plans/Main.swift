import Messages
import ServiceKit

/// The plans service: computes nutrition and weight targets with their reasons.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.plans, migrations: Schema.migrations) { host in
            host.consume(BodyProfileChanged.self) { event, transaction in
                try BodyRows(user: event.user, transaction: transaction).put(event.body)
            }
            host.resetProducer { producer, user, transaction in
                guard producer == .api else { return }
                try BodyRows(user: user, transaction: transaction).forgetRevision()
            }
        }
    }
}
