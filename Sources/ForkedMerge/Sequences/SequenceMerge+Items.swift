import Forked

extension SequenceMerge {
  static func items(
    of alignment: ThreeWayAlignment, first: (MeetingRuns) -> MergeSide
  ) -> [SequenceItem] {
    let script = ThreeWayScript(alignment)
    var items: [SequenceItem] = []
    items.reserveCapacity(max(alignment.base.count, alignment.ours.count, alignment.theirs.count))
    var element = 0
    for insertion in script.insertions {
      appendKept(element..<insertion.gap, of: script, to: &items)
      items += script.items(of: insertion, first: first)
      element = insertion.gap
    }
    appendKept(element..<alignment.base.count, of: script, to: &items)
    return items
  }

  private static func appendKept(
    _ elements: Range<Int>, of script: ThreeWayScript, to items: inout [SequenceItem]
  ) {
    for element in elements where script.isKept(element) {
      items.append(
        .kept(
          base: element, ours: Int(script.ourPlaces[element]),
          theirs: Int(script.theirPlaces[element])))
    }
  }
}
