import Foundation
import Observation
import StateFields

/// A state with fields of each kind, which a session can create.
@MainActor @Observable
final class Page: RestorableState, Identifiable, Linked {
  /// Its values without a child can be encoded.
  enum Place: Codable {
    case none
    case number(Int)
    case page(Page)

    private struct HasChild: Error {}

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Int?.self).map { .number($0) } ?? .none
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .none: try container.encodeNil()
      case .number(let number): try container.encode(number)
      case .page: throw HasChild()
      }
    }
  }

  /// A value that can't be encoded.
  struct Opaque: Equatable {
    var value = 0
  }

  var id = 0
  var count = 0
  var text = ""
  var ratio = 0.0
  var secret = ""
  var seen = 0
  var blob: [UInt8] = []
  var tags: Set<Int> = []
  var table: [Int: String] = [:]
  var nested: Int?? = .none
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var opaque = Opaque()
  var child: Page?
  var list: [Page] = []
  var byKey: [Int: Page] = [:]
  var place = Place.none
  var path: [Place] = []

  init() { LinkedObjects.note(self) }

  convenience init(_ id: Int) {
    self.init()
    self.id = id
  }

  func unlink() {
    child = nil
    list = []
    byKey = [:]
    place = .none
    path = []
  }

  static let snapshotFields = SnapshotFields<Page> {
    SnapshotField("id", \.id)
    SnapshotField("count", \.count)
    SnapshotField("text", \.text)
    SnapshotField("ratio", \.ratio)
    SnapshotField("secret", \.secret).redacted()
    SnapshotField("seen", \.seen).transient()
    SnapshotField("blob", \.blob)
    SnapshotField("tags", \.tags)
    SnapshotField("table", \.table)
    SnapshotField("nested", \.nested)
    SnapshotField("date", \.date)
    SnapshotField("opaque", \.opaque)
    SnapshotField("child", child: \.child)
    SnapshotField("list", children: \.list)
    SnapshotField("byKey", children: \.byKey)
    SnapshotField("place", \.place, cases: Place.page)
    SnapshotField("path", \.path, cases: Place.page)
  }
}
