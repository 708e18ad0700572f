// expect: sending 'value' risks causing data races
// in: StateCore/Tasks/Cancellation.swift
private final class PlantedValue {
  var count = 0
}

@concurrent
private func take(_ value: sending PlantedValue) async {}

private func planted() async {
  let value = PlantedValue()
  await take(value)
  value.count += 1
}
