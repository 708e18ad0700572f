#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The resource limits of the server.
struct ServerLimits: Sendable {
  /// The maximum size of a request's first line and headers in bytes.
  var headerBytes = 16 << 10
  /// The maximum size of a request's body in bytes.
  var bodyBytes = 1 << 20
  /// The maximum size of a socket message in bytes.
  var messageBytes = 1 << 20
  /// The maximum size of an answer to an assistant in bytes, with both copies of its content.
  var assistantBytes = 256 << 10
  /// The maximum time from the start of a connection to the end of its request.
  var requestTime: Duration = .seconds(5)
  /// The maximum time for sending a response.
  var answerTime: Duration = .seconds(30)
  /// The maximum time from the upgrade of a socket to its first message.
  var greetingTime: Duration = .seconds(5)
  /// The maximum time for sending a page its last messages.
  var lastMessageTime: Duration = .seconds(1)
  /// The maximum time for reading what a peer still sends after its last response.
  var drainTime: Duration = .milliseconds(500)
  /// The maximum number of connections without a request.
  ///
  /// If there are more, the oldest one is closed.
  var waitingConnections = 64
  /// The maximum number of requests that are answered at the same time.
  var answeredRequests = 32
  /// The maximum number of open pages.
  var pages = 16
  /// The maximum number of requests per second, for each page and for all scripts together.
  var requestsPerSecond = 200
  /// The minimum time between two checks for entries.
  var lookInterval: Duration = .milliseconds(40)
  /// The time that reading may use in one turn of the main actor.
  var mainActorTurn: Duration = .milliseconds(2)
  /// The maximum number of entries in one message.
  var entriesPerPage = 256
}
#endif
