import Testing

@testable import StatePersistence

@Suite struct CapturedRecordTests {
  private func record(_ values: [CapturedRecord.Value]) -> CapturedRecord {
    CapturedRecord(version: 1, values: values, unknown: [:])
  }

  private func value(_ name: String, isRedacted: Bool = false) -> CapturedRecord.Value {
    CapturedRecord.Value(name: name, content: .value("v-\(name)"), isRedacted: isRedacted)
  }

  @Test func redactedValuesAreLeftOutInAllChildren() throws {
    let row = record([value("name"), value("code", isRedacted: true)])
    let child = record([
      value("color"),
      CapturedRecord.Value(name: "rows", content: .children([row, row]), isRedacted: false),
    ])
    let whole = record([
      value("pin", isRedacted: true),
      CapturedRecord.Value(name: "child", content: .child(child), isRedacted: false),
    ])
    #expect(whole.hasRedacted)
    let text = String(decoding: try whole.withoutRedacted.encoded().bytes, as: UTF8.self)
    #expect(!text.contains("v-code") && !text.contains("v-pin"))
    #expect(text.contains("v-name") && text.contains("v-color"))
    #expect(!whole.withoutRedacted.hasRedacted)
    #expect(!record([value("name")]).hasRedacted)
  }
}
