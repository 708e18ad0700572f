#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// What the server bears.
struct ServerLimits: Sendable {
  /// The bytes of a request's first line and headers.
  var headerBytes = 16 << 10
  /// The bytes of a request's body.
  var bodyBytes = 1 << 20
  /// The bytes of a message of the socket.
  var messageBytes = 1 << 20
  /// The time from the beginning of a connection to the end of its request.
  var requestTime: Duration = .seconds(5)
  /// The time in which an answer has to be taken.
  var answerTime: Duration = .seconds(30)
  /// The time from the upgrade of a socket to its first message.
  var greetingTime: Duration = .seconds(5)
  /// The connections that have not made a request; of more, the oldest is closed.
  var waitingConnections = 64
  /// The requests that are answered at a time.
  var answeredRequests = 32
  /// The pages that are open.
  var pages = 16
  /// The requests of one page, or of all scripts, in a second.
  var requestsPerSecond = 200
  /// The time between two looks for entries.
  var lookInterval: Duration = .milliseconds(40)
  /// The part of a turn of the main actor that reading may take.
  var mainActorTurn: Duration = .milliseconds(2)
  /// The entries in one message.
  var entriesPerPage = 256
}
#endif
