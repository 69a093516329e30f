/// Prints one line of a row: both figures, their ratio and the goal.
func show(_ name: String, ours: Double, peer: Double, peerName: String, goal: String) {
  show(
    name, "\(time(ours)), \(peerName) \(time(peer)), ratio \(rounded(ours / peer))", goal: goal)
}

/// Prints one line of a row.
func show(_ name: String, _ figures: String, goal: String) {
  print("\(name): \(figures) (goal: \(goal))")
}

/// Seconds in the unit that suits them.
func time(_ seconds: Double) -> String {
  if seconds >= 1 { return "\(rounded(seconds)) s" }
  if seconds >= 1e-3 { return "\(rounded(seconds * 1e3)) ms" }
  return "\(rounded(seconds * 1e6)) µs"
}

/// Three significant digits.
func rounded(_ value: Double) -> String {
  guard value.isFinite, value != 0 else { return "\(value)" }
  var scale = 1.0
  while abs(value) * scale < 100 { scale *= 10 }
  let result = (value * scale).rounded() / scale
  return result == result.rounded() ? "\(Int(result))" : "\(result)"
}
