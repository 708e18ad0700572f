import Figures

/// A row of the table: figures that belong together, taken in one run.
@MainActor
protocol Row {
  /// What it is asked for by.
  static var name: String { get }

  static func figures(rounds: Int) async -> [Figure]
}

extension Row {
  /// The highest ratio of what is to cost the same in two situations; the rest is for noise.
  static var flat: Double { 1.1 }
}
