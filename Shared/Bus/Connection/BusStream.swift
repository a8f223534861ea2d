import Messages

/// The partial answers of one request and then its reply. Ends after the reply; throws `BusError`. Leaving the loop cancels the request.
///
/// Where the reader is slow the oldest partials are dropped; the reply is not.
public struct BusStream<R: BusRequest>: AsyncSequence, Sendable {
    public enum Element: Sendable {
        case partial(R.Partial)
        case reply(R.Reply)
    }

    static var buffered: Int { 256 }
    let base: AsyncThrowingStream<Element, any Error>

    public func makeAsyncIterator() -> AsyncThrowingStream<Element, any Error>.Iterator { base.makeAsyncIterator() }
}
