#if Telemetry
public import ScreenStateKit
import StateCore
public import ViewFeature

extension StateTelemetry {
  /// Observes a store from now on, with the stores of its children.
  ///
  /// Of actions and effects that have begun before nothing is reported.
  public func observe<F: Feature>(_ store: Store<F>) { observer.observe(store) }

  /// Observes a screen's store from now on, also with a state that is bound later.
  public func observe<S: ScreenStore>(_ store: S) { observer.observe(store.binding) }

  /// Observes the actions of the `TrackedActionStore` that has a screen's state, from now on.
  public func observe(_ state: ScreenState) { observer.observe(state) }
}
#endif
