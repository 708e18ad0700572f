import StateCore

/// A listener that passes everything to two others.
final class ScreenListenerPair: ScreenListener {
  private let light: any ScreenListener
  private let recorder: any ScreenListener

  init(_ light: any ScreenListener, _ recorder: any ScreenListener) {
    self.light = light
    self.recorder = recorder
  }

  func received(_ action: any Sendable, from place: SendPlace) -> any ActionListener {
    ActionListenerPair(
      light.received(action, from: place),
      recorder.received(action, from: place)
    )
  }

  func elementArrived(_ element: any Sendable, of sequence: any Any.Type) {
    light.elementArrived(element, of: sequence)
    recorder.elementArrived(element, of: sequence)
  }

  func storeWillLeave() {
    light.storeWillLeave()
    recorder.storeWillLeave()
  }

  func storeHasLeft() {
    light.storeHasLeft()
    recorder.storeHasLeft()
  }

  func stateWillEnd() {
    light.stateWillEnd()
    recorder.stateWillEnd()
  }

  func stateHasEnded() {
    light.stateHasEnded()
    recorder.stateHasEnded()
  }

  func take(_ event: WorkEvent) {
    light.take(event)
    recorder.take(event)
  }
}

/// A listener to an action that passes everything to two others.
final class ActionListenerPair: ActionListener {
  fileprivate let light: any ActionListener
  fileprivate let recorder: any ActionListener

  init(_ light: any ActionListener, _ recorder: any ActionListener) {
    self.light = light
    self.recorder = recorder
  }

  var isOpen: Bool { light.isOpen || recorder.isOpen }

  func accepted() {
    light.accepted()
    recorder.accepted()
  }

  func refused(_ reason: DropReason) {
    light.refused(reason)
    recorder.refused(reason)
  }

  func starting<Result>(_ start: () -> Result) -> Result {
    light.starting { recorder.starting(start) }
  }

  func running<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await light.running { await recorder.running(body) }
  }

  func began() {
    light.began()
    recorder.began()
  }

  func failed(_ error: any Error) {
    light.failed(error)
    recorder.failed(error)
  }

  func recovered() {
    light.recovered()
    recorder.recovered()
  }

  func handled() {
    light.handled()
    recorder.handled()
  }

  func ended(_ reason: DropReason?) {
    light.ended(reason)
    recorder.ended(reason)
  }
}

extension WorkLabel {
  /// Returns the listener of a type to the action whose work has this label, if there is one.
  package func listener<Listener: ActionListener>(_ type: Listener.Type) -> Listener? {
    if let listener = self as? Listener { return listener }
    guard let pair = self as? ActionListenerPair else { return nil }
    return pair.light as? Listener ?? pair.recorder as? Listener
  }
}
