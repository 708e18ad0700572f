import Foundation
import StateTesting

/// Repeats one path so often that other tools can count its instructions, allocations and tasks.
///
/// `probes <name> <repetitions>`; without arguments, it prints the names. `main` isn't asynchronous,
/// because valgrind can't run that.
@main
enum ProbesCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else {
      return print(Probe.all.map { $0.name }.joined(separator: "\n"))
    }
    guard let probe = Probe.all.first(where: { $0.name == name }) else {
      fail("unknown probe '\(name)'")
    }
    guard let repetitions = arguments.last.flatMap(Int.init), arguments.count == 2 else {
      fail("the number of repetitions is missing")
    }
    switch probe.kind {
    case .synchronous(let makePath):
      MainActor.assumeIsolated { makePath()(repetitions) }
    case .simulated(let makePath):
      Task { @MainActor in
        do {
          try await simulate(stepLimit: .max) { @MainActor in await makePath()(repetitions) }
          exit(0)
        } catch {
          fail("'\(name)': \(error)")
        }
      }
      RunLoop.main.run()
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("probes: \(message)\n".utf8))
    exit(64)
  }
}
