import StateRequests

/// A step of a program: an input of a table, or time that passes.
enum RequestStep: Hashable {
  case watch(Int, by: RequestCaller, options: Int)
  case wait(Int, by: RequestCaller, options: Int)
  case reload(Int, by: RequestCaller, options: Int)
  /// A reload that doesn't join a load of the same turn.
  case reloadNext(Int, by: RequestCaller, options: Int)
  case leave(RequestCaller)
  case event(of: RequestCaller)
  /// The attempt with this number among those of the key ends, even if it was cancelled.
  case answer(Int, attempt: Int)
  case failure(Int, attempt: Int, pause: Int?)
  /// Seconds pass; without a wake, the owner's timer is late.
  case pass(Int, wakes: Bool)
  /// The user sets the date back by some seconds.
  case setBack(Int)
  case set(Int, options: Int, age: Int)
  case invalidate(Int)
  /// A dependency changes, whose earlier content the attempt in flight has used or not.
  case dependency(Int, isUsed: Bool)
  /// An invalidation that reaches the content of the attempt in flight, but not the present one.
  case invalidateAnswer(Int)
  case update(Int)
  case apply(RequestChange, to: [Int], options: Int)
  /// Changes that are sent later come before the first of the later ones, and may replace one.
  case insert([RequestChange], to: Int, options: Int, before: Set<RequestChange>, RequestChange?)
  /// A change is sent, with the number of the send.
  case send(RequestChange, at: Int)
  /// An answer contains the changes that were sent before its request.
  case commit(RequestChange, sentAt: Int, answered: [Int], options: Int)
  case rollBack(RequestChange)
  case active(Bool)
  case online(Bool)
  case freeMemory
  case remove(Int)
  case clear
  case endTurn

  /// A caller whose steps are added to a program.
  static let guest: RequestCaller = -1

  var isOfGuest: Bool { newCaller == Self.guest || self == .leave(Self.guest) }

  /// The caller that the step adds.
  var newCaller: RequestCaller? {
    switch self {
    case .watch(_, let caller, _), .wait(_, let caller, _), .reload(_, let caller, _),
      .reloadNext(_, let caller, _):
      caller
    default: nil
    }
  }
}

/// The options that programs choose from.
let requestOptions: [RequestOptions] = [
  .make {
    $0.staleAfter = .seconds(10)
    $0.keepsFor = .seconds(30)
  },
  .make {
    $0.staleAfter = .zero
    $0.interval = .seconds(20)
    $0.whenUnwatched = .cancel
    $0.keepsFor = .seconds(5)
  },
  .make {
    $0.staleAfter = nil
    $0.whenUnwatched = .cancel
    $0.keepsFor = .zero
  },
  .make {
    $0.staleAfter = .seconds(5)
    $0.interval = .seconds(8)
    $0.pollsInBackground = true
    $0.triggers = [.reconnect]
  },
  .make {
    $0.staleAfter = .seconds(10)
    $0.triggers = []
    $0.keepsFor = .seconds(60)
  },
]

extension RequestOptions {
  static func make(_ change: (inout Self) -> Void) -> Self {
    var options = Self()
    change(&options)
    return options
  }
}

/// The error of a failed attempt.
struct RequestFault: Error, Equatable {
  let name: String
}
