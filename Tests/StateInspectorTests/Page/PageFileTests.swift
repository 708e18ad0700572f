#if Inspector
import Foundation
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct PageFileTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "../../../Sources/StateInspector/Page/Files")
    .standardizedFileURL

  private static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test
  func eachFileIsServedAsItIs() throws {
    let types = [
      "html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml",
    ]
    let names = try Self.names
    #expect(names.count > 20)
    for name in names {
      let file = try #require(PageFile.named(name == "index.html" ? "/" : "/\(name)"), "\(name)")
      let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
      #expect(file.bytes == bytes, "\(name)")
      let type = try #require(types[URL(filePath: name).pathExtension], "\(name)")
      #expect(file.type.hasPrefix(type), "\(name)")
    }
    #expect(PageFiles.all.map(\.name).sorted() == names)
  }

  @Test(arguments: ["", "index.html", "/index.html", "/main", "/main.js/", "/MAIN.JS"])
  func thereAreNoOtherFiles(path: String) {
    #expect(PageFile.named(path) == nil)
  }

  /// The page must not request anything else, and its policy refuses scripts and styles in the document.
  @Test
  func theFilesNeedNothingElse() throws {
    let names = Set(try Self.names)
    for name in names {
      let text = try text(name)
      for match in text.matches(of: /(?:from |import )"\.\/([^"]+)"/) {
        #expect(names.contains(String(match.1)), "\(name): \(match.0)")
      }
      for match in text.matches(of: /https?:\/\/[^\s"'`)]*/) {
        #expect(match.0 == "http://www.w3.org/2000/svg", "\(name): \(match.0)")
      }
      #expect(!text.contains("fetch("), "\(name)")
      #expect(!text.contains("innerHTML"), "\(name)")
    }
    let index = try text("index.html")
    for match in index.matches(of: /(?:src|href)="([^"]+)"/) {
      #expect(names.contains(String(match.1)), "\(match.0)")
    }
    #expect(index.contains(/<script [^>]*src=/))
    #expect(!index.contains(/<script>|<style|\son[a-z]+=|\sstyle=/))
  }
}
#endif
