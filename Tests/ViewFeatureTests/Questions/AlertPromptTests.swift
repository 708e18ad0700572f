import Testing
import ViewFeature

struct AlertPromptTests {
  private enum Action: Equatable, Sendable {
    case delete
    case rename(String)
    case log(in: String, password: String)
  }

  private let alert = AlertPrompt<Action>(
    "Delete?",
    message: "It is gone.",
    fields: [AlertTextField("Name", text: "a"), AlertTextField("Password", isSecure: true)],
    buttons: [
      AlertButton("Delete", role: .destructive, action: .delete),
      AlertButton("Rename") { .rename($0[0]) },
      AlertButton("Cancel", role: .cancel),
    ]
  )

  private func sole(_ button: AlertButton<Action>) -> AlertPrompt<Action> {
    AlertPrompt("Title", buttons: [button])
  }

  @Test func alertsOfTheSameContentAreEqualAndOthers() {
    #expect(AlertPrompt<Action>("a") == AlertPrompt("a"))
    #expect(AlertPrompt<Action>("a").id != AlertPrompt<Action>("a").id)
    #expect(AlertPrompt<Action>("a") != AlertPrompt("b"))
    #expect(AlertPrompt<Action>("a") != AlertPrompt("a", message: "b"))
    #expect(AlertPrompt<Action>("a") != AlertPrompt("a", fields: [AlertTextField("Name")]))
    #expect(AlertPrompt<Action>("a") != AlertPrompt("a", buttons: [AlertButton("b")]))
    var copy = alert
    #expect(copy == alert && copy.id == alert.id)
    copy.fields[0].text = "b"
    #expect(copy != alert && copy.id == alert.id)
  }

  @Test func buttonsAreComparedByLabelRoleAndAction() {
    #expect(sole(AlertButton("a", action: .delete)) == sole(AlertButton("a", action: .delete)))
    #expect(sole(AlertButton("a")) != sole(AlertButton("b")))
    #expect(sole(AlertButton("a")) != sole(AlertButton("a", role: .cancel)))
    #expect(sole(AlertButton("a")) != sole(AlertButton("a", action: .delete)))
    #expect(
      sole(AlertButton("a", action: .rename("b"))) != sole(AlertButton("a", action: .rename("c")))
    )
  }

  @Test func actionsThatAreMadeOfTextsAreComparedByTheirUseOfThem() {
    let first = AlertButton<Action>("a") { .rename($0[0]) }
    #expect(first == AlertButton("a") { .rename($0[0]) })
    #expect(first != AlertButton("a") { .rename($0[1]) })
    #expect(first != AlertButton("a") { _ in .rename("") })
    #expect(
      AlertButton<Action>("a") { .log(in: $0[0], password: $0[1]) }
        != AlertButton("a") { .log(in: $0[1], password: $0[0]) }
    )
  }

  @Test func textShowsTitleAndButtonsAndNoPassword() {
    var alert = alert
    alert.fields[1].text = "secret"
    #expect(
      "\(alert)" == """
        AlertPrompt("Delete?", message: "It is gone.", fields: ["Name": "a", "Password": (redacted)], \
        buttons: ["Delete" (destructive) → delete, "Rename" → rename("<text 0>"), "Cancel" (cancel)])
        """
    )
    var dumped = ""
    dump(alert, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
