/// How often each kind of action and effect ran, and how long that took.
///
/// `print(journal.profile)` shows it as a table.
public struct JournalProfile: Sendable {
  /// Durations of one kind.
  public struct Times: Sendable {
    private let histogram: DurationHistogram

    init(_ histogram: DurationHistogram) {
      self.histogram = histogram
    }

    /// How many durations there are.
    public var count: Int { histogram.count }
    /// All durations together.
    public var total: Duration { histogram.total }
    /// The one that half of them have not exceeded, at most one eighth too long.
    public var p50: Duration { histogram.percentile(0.5) }
    /// The one that 95 of 100 have not exceeded, at most one eighth too long.
    public var p95: Duration { histogram.percentile(0.95) }
    /// The longest one.
    public var max: Duration { histogram.longest }
  }

  /// A kind of action, or the effects with one name.
  public struct Row: Sendable {
    /// Whether the row is about effects.
    public let isEffect: Bool
    /// The feature and the case of the action or the name of the effect: `Counter.increment`.
    public let name: String
    /// How many actions were received, or effects started.
    public let count: Int
    /// The times of the handlers; an asynchronous one includes its waits.
    ///
    /// Effects have none.
    public let handler: Times
    /// The times until all was done that an action had started, or until an effect had ended.
    public let done: Times
    /// How many changes the handler, its effects, or the effects of the row have made.
    public let changes: Int
    /// How many errors were thrown.
    public let errors: Int
    /// How many actions were dropped, or effects cancelled.
    public let drops: Int
    /// The part of the time of the record for which the handlers had the main actor.
    ///
    /// Nothing where that is not known: of effects, of the actions of screens, which actors do, and where a handler has
    /// suspended, since nothing tells how long it had the main actor afterwards.
    public let share: Double?

    /// The time of all handlers, or of all runs of an effect.
    public var total: Duration { isEffect ? done.total : handler.total }
  }

  /// The kinds of actions, then those of effects, both from the greatest total time on.
  public let rows: [Row]
  /// The time from the first event to the last one.
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
  /// An aligned table, with a line for each row.
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
