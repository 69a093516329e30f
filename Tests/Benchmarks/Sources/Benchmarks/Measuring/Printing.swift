/// Prints one line of a row: both figures, their ratio and the goal.
func show(_ name: String, ours: Cost, peer: Cost, peerName: String, goal: String) {
  show(
    name,
    "\(time(ours.processor)), \(peerName) \(time(peer.processor)), "
      + "ratio \(rounded(ours.processor / peer.processor)), on the wall clock \(time(ours.wall)), "
      + "\(time(peer.wall)), ratio \(rounded(ours.wall / peer.wall))", goal: goal)
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
