import Messages

/// The partial replies of one request, then its reply. Ends after the reply; throws `ServiceError`. Ending the
/// iteration early cancels the request.
///
/// If the reader is slow, the oldest partial replies are dropped; the final reply never is.
public struct BusStream<R: BusRequest>: AsyncSequence, Sendable {
    /// One element of the stream.
    public enum Element: Sendable {
        case partial(R.Partial)
        case reply(R.Reply)
    }

    static var buffered: Int { 256 }
    let base: AsyncThrowingStream<Element, any Error>

    /// An iterator over the remaining elements; the stream has one consumer.
    public func makeAsyncIterator() -> AsyncThrowingStream<Element, any Error>.Iterator { base.makeAsyncIterator() }
}
