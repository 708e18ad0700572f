/// The inputs of the request of a change besides its payload, from its first attempt on.
struct OutboxSent: Hashable, Sendable {
  /// The version of the type whose form was sent; 0 for a change that wasn't.
  var version = 0
  /// The number of the last alias that was known.
  var aliases = 0
}
