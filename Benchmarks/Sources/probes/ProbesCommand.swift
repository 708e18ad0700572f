import Foundation

/// Repeats one synchronous path so often that others can count what it takes: instructions,
/// allocations, tasks.
///
/// `probes <name> <repetitions>`; without arguments the names are printed. There is nothing
/// asynchronous in it: valgrind can't run an asynchronous `main`.
@main
enum ProbesCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else {
      return print(Probe.all.map { $0.name }.joined(separator: "\n"))
    }
    guard let probe = Probe.all.first(where: { $0.name == name }) else {
      fail("'\(name)' is no probe")
    }
    guard let repetitions = arguments.last.flatMap(Int.init), arguments.count == 2 else {
      fail("the number of repetitions is missing")
    }
    MainActor.assumeIsolated { probe.makePath()(repetitions) }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("probes: \(message)\n".utf8))
    exit(64)
  }
}
