import Figures

/// A row of the table: related figures, taken in one run.
@MainActor
protocol Row {
  /// Its name on the command line.
  static var name: String { get }

  static func figures(rounds: Int) async -> [Figure]
}

extension Row {
  /// The maximum ratio of two costs that should be equal, with a margin for noise.
  static var flat: Double { 1.1 }
}
