#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows an alert while the state has one, and sends the action of the button that the user chooses.
  ///
  /// For example, `.alert($store.state.alert) { store.send($0) }`, or `$store.state.alerts.first` for a queue. The
  /// state's alert is `nil` before the action is sent. A new alert is presented after the current one is dismissed. A
  /// button of an alert that the state no longer has sends nothing. If the system closes the alert, it becomes `nil` in
  /// the state.
  public func alert<Action: Sendable>(
    _ alert: Binding<AlertPrompt<Action>?>,
    send: @escaping @MainActor (Action) -> Void
  ) -> some View {
    modifier(AlertPresenter(question: alert, send: send))
  }

  /// Shows an alert while the state of a store has one, and sends the action of the chosen button to the store.
  ///
  /// For example, `.alert(\.alert, of: store)`. It behaves like `alert(_:send:)`, and also works with a state that
  /// isn't observable.
  public func alert<F: Feature>(
    _ alert: ReferenceWritableKeyPath<F.State, AlertPrompt<F.Action>?>,
    of store: Store<F>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some View {
    self.alert(store.binding(alert)) { store.sendAction($0, fileID: fileID, line: line) }
  }

  /// Shows a confirmation dialog while the state has one, and sends the action of the button that the user chooses.
  ///
  /// It behaves like `alert(_:send:)`.
  public func confirmationDialog<Action: Sendable>(
    _ dialog: Binding<DialogPrompt<Action>?>,
    send: @escaping @MainActor (Action) -> Void
  ) -> some View {
    modifier(ConfirmationDialogPresenter(question: dialog, send: send))
  }

  /// Shows a confirmation dialog while the state of a store has one, and sends the action of the chosen button to the
  /// store.
  ///
  /// For example, `.confirmationDialog(\.dialog, of: store)`. It behaves like `alert(_:of:)`.
  public func confirmationDialog<F: Feature>(
    _ dialog: ReferenceWritableKeyPath<F.State, DialogPrompt<F.Action>?>,
    of store: Store<F>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some View {
    confirmationDialog(store.binding(dialog)) { store.sendAction($0, fileID: fileID, line: line) }
  }
}

private struct AlertPresenter<Action: Sendable>: ViewModifier {
  @Binding var question: AlertPrompt<Action>?
  let send: @MainActor (Action) -> Void
  @State private var presentation = QuestionPresentation<AlertPrompt<Action>>()

  init(question: Binding<AlertPrompt<Action>?>, send: @escaping @MainActor (Action) -> Void) {
    _question = question
    self.send = send
  }

  func body(content: Content) -> some View {
    let answers = QuestionAnswers($question, $presentation, send)
    content
      .alert(question?.title ?? "", isPresented: answers.isPresented, presenting: question) {
        alert in
        ForEach(alert.fields.indices, id: \.self) { index in
          if alert.fields[index].isSecure {
            SecureField(alert.fields[index].placeholder, text: text(index, of: alert))
          } else {
            TextField(alert.fields[index].placeholder, text: text(index, of: alert))
          }
        }
        QuestionButtons(question: alert, choose: answers.choose)
      } message: { alert in
        if let message = alert.message { Text(message) }
      }
      .modifier(QuestionTurns(answers: answers))
  }

  private func text(_ index: Int, of alert: AlertPrompt<Action>) -> Binding<String> {
    // A handler may have replaced the fields.
    let hasField = { question?.id == alert.id && question?.fields.indices.contains(index) == true }
    return Binding {
      hasField() ? question?.fields[index].text ?? "" : alert.fields[index].text
    } set: { text in
      if hasField() { question?.fields[index].text = text }
    }
  }
}

private struct ConfirmationDialogPresenter<Action: Sendable>: ViewModifier {
  @Binding var question: DialogPrompt<Action>?
  let send: @MainActor (Action) -> Void
  @State private var presentation = QuestionPresentation<DialogPrompt<Action>>()

  init(question: Binding<DialogPrompt<Action>?>, send: @escaping @MainActor (Action) -> Void) {
    _question = question
    self.send = send
  }

  func body(content: Content) -> some View {
    let answers = QuestionAnswers($question, $presentation, send)
    content
      .confirmationDialog(
        question?.title ?? "",
        isPresented: answers.isPresented,
        titleVisibility: .visible,
        presenting: question
      ) { dialog in
        QuestionButtons(question: dialog, choose: answers.choose)
      } message: { dialog in
        if let message = dialog.message { Text(message) }
      }
      .modifier(QuestionTurns(answers: answers))
  }
}

/// The connection between the property of an alert or dialog and its presentation.
@MainActor
private struct QuestionAnswers<Q: Question & Sendable> {
  @Binding var question: Q?
  @Binding var presentation: QuestionPresentation<Q>
  let send: @MainActor (Q.Action) -> Void

  init(
    _ question: Binding<Q?>,
    _ presentation: Binding<QuestionPresentation<Q>>,
    _ send: @escaping @MainActor (Q.Action) -> Void
  ) {
    _question = question
    _presentation = presentation
    self.send = send
  }

  var isPresented: Binding<Bool> {
    // An alert or dialog that closes late must not remove a newer one.
    let subject = presentation.subject(with: question)
    return Binding {
      presentation.isPresented(question)
    } set: { isPresented in
      guard !isPresented, let asked = question else { return }
      if presentation.remaining(afterClosing: subject, of: asked) == nil { question = nil }
    }
  }

  func choose(_ button: AlertButton<Q.Action>) {
    guard let id = button.question, let asked = presentation.take(id, of: question) else { return }
    if question?.id == id { question = nil }
    if let action = button.action(for: asked.texts) { send(action) }
  }
}

private struct QuestionButtons<Q: Question & Sendable>: View {
  let question: Q
  let choose: @MainActor (AlertButton<Q.Action>) -> Void

  var body: some View {
    // Without buttons, the system shows its own, in the user's language.
    ForEach(question.buttons.indices, id: \.self) { index in
      let button = question.buttons[index]
      Button(button.label, role: role(of: button)) { choose(button) }
    }
  }

  private func role(of button: AlertButton<Q.Action>) -> ButtonRole? {
    switch button.role {
    case .cancel: .cancel
    case .destructive: .destructive
    case nil: nil
    }
  }
}

private struct QuestionTurns<Q: Question & Sendable>: ViewModifier {
  let answers: QuestionAnswers<Q>

  func body(content: Content) -> some View {
    content
      .onChange(of: answers.question?.id, initial: true) {
        answers.presentation.note(answers.question)
      }
      // Use a task, because the update that dismisses one must end before the next is presented.
      .task(id: Turn(id: answers.question?.id, ends: answers.presentation.ends)) {
        answers.presentation.turn(to: answers.question)
      }
  }

  private struct Turn: Equatable {
    let id: UUID?
    let ends: Int
  }
}
#endif
