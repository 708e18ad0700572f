/// A profile of how often each kind of action and effect ran, and how long it took.
///
/// `print(journal.profile)` shows it as a table.
public struct JournalProfile: Sendable {
  /// The durations of one kind.
  public struct Times: Sendable {
    private let histogram: DurationHistogram

    init(_ histogram: DurationHistogram) {
      self.histogram = histogram
    }

    /// The number of durations.
    public var count: Int { histogram.count }
    /// The sum of all durations.
    public var total: Duration { histogram.total }
    /// The median.
    ///
    /// It is at most one eighth too long.
    public var p50: Duration { histogram.percentile(0.5) }
    /// The 95th percentile.
    ///
    /// It is at most one eighth too long.
    public var p95: Duration { histogram.percentile(0.95) }
    /// The longest duration.
    public var max: Duration { histogram.longest }
  }

  /// A kind of action, or the effects with one name.
  public struct Row: Sendable {
    /// Whether the row is about effects.
    public let isEffect: Bool
    /// The feature, followed by the case of the action or the name of the effect: `Counter.increment`.
    public let name: String
    /// The number of actions received or effects started.
    public let count: Int
    /// The times of the handlers.
    ///
    /// For an asynchronous handler, this includes its waits.
    ///
    /// Effects have no handlers.
    public let handler: Times
    /// The times until all work of an action was done, or until an effect ended.
    public let done: Times
    /// The number of changes made by the handler and its effects, or by the effects of the row.
    public let changes: Int
    /// The number of errors thrown.
    public let errors: Int
    /// The number of actions dropped or effects cancelled.
    public let drops: Int
    /// The fraction of the recorded time that the handlers occupied the main actor.
    ///
    /// `nil` if unknown: for effects, for actions of screens, because actors run them, and if a handler has suspended,
    /// because its time on the main actor after that can't be measured.
    public let share: Double?

    /// The total time of all handlers, or of all runs of an effect.
    public var total: Duration { isEffect ? done.total : handler.total }
  }

  /// The kinds of actions, followed by those of effects, both in descending order of total time.
  public let rows: [Row]
  /// The time from the first event to the last.
  public let elapsed: Duration

  init(rows: [Row], elapsed: Duration) {
    self.elapsed = elapsed
    self.rows = rows.sorted { lhs, rhs in
      if lhs.isEffect != rhs.isEffect { return rhs.isEffect }
      return lhs.total == rhs.total ? lhs.name < rhs.name : lhs.total > rhs.total
    }
  }
}

extension JournalProfile: CustomStringConvertible {
  /// An aligned table with one line per row.
  public var description: String {
    let actions = rows.filter { !$0.isEffect }.map(\.cells)
    let effects = rows.filter(\.isEffect).map(\.cells)
    let titles = [
      "", "count", "total", "handler p50", "p95", "max", "done p50", "p95", "max", "changes",
      "errors", "dropped", "share",
    ]
    var lines = [titles] + actions
    if !effects.isEmpty {
      lines.append(["effects"] + Array(repeating: "", count: titles.count - 1))
      lines += effects
    }
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = cells.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension JournalProfile.Row {
  fileprivate var cells: [String] {
    let share = share.map { part in
      let permille = Int((part * 1_000).rounded())
      return "\(permille / 10).\(permille % 10) %"
    }
    return [name, "\(count)", total.shortText] + handler.cells + done.cells
      + ["\(changes)", "\(errors)", "\(drops)", share ?? "-"]
  }
}

extension JournalProfile.Times {
  fileprivate var cells: [String] {
    count == 0 ? ["-", "-", "-"] : [p50.shortText, p95.shortText, max.shortText]
  }
}
