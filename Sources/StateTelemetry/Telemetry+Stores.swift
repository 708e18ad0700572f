#if Telemetry
import FeatureRecording
public import FeatureStore
import ScreenRecording
public import ScreenStateKit
import StateCore

extension Telemetry {
  /// Observes a store from now on, together with the stores of its children.
  ///
  /// Actions and effects that began earlier aren't reported.
  public func observe<F: Feature>(_ store: Store<F>) { observer.observe(store) }

  /// Observes a screen's store from now on, including states that are bound later.
  public func observe<S: ScreenStore>(_ store: S) { observer.observe(store.binding) }

  /// Observes the actions of the `TrackedActionStore` that contains a screen's state, from now on.
  public func observe(_ state: ScreenState) { observer.observe(state) }
}
#endif
