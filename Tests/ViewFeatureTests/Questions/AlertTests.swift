import Testing
import ViewFeature

struct AlertTests {
  private enum Action: Equatable, Sendable {
    case delete
    case rename(String)
    case log(in: String, password: String)
  }

  private let alert = Alert<Action>(
    "Delete?",
    message: "It is gone.",
    fields: [AlertTextField("Name", text: "a"), AlertTextField("Password", isSecure: true)],
    buttons: [
      AlertButton("Delete", role: .destructive, action: .delete),
      AlertButton("Rename") { .rename($0[0]) },
      AlertButton("Cancel", role: .cancel),
    ]
  )

  private func sole(_ button: AlertButton<Action>) -> Alert<Action> {
    Alert("Title", buttons: [button])
  }

  @Test func alertsOfTheSameContentAreEqualAndOthers() {
    #expect(Alert<Action>("a") == Alert("a"))
    #expect(Alert<Action>("a").id != Alert<Action>("a").id)
    #expect(Alert<Action>("a") != Alert("b"))
    #expect(Alert<Action>("a") != Alert("a", message: "b"))
    #expect(Alert<Action>("a") != Alert("a", fields: [AlertTextField("Name")]))
    #expect(Alert<Action>("a") != Alert("a", buttons: [AlertButton("b")]))
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
        Alert("Delete?", message: "It is gone.", fields: ["Name": "a", "Password": (redacted)], \
        buttons: ["Delete" (destructive) → delete, "Rename" → rename("<text 0>"), "Cancel" (cancel)])
        """
    )
    var dumped = ""
    dump(alert, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
