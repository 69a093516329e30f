/// Ordered lists, as programs write them and as people do.
extension LawGenerator {
  /// The possible values of a position; some are invalid.
  static let positions = ["0", "7", "8", "-20", "1000", "1.5", "\"7\"", "null", "9007199254740993"]

  /// Elements with positions that rise, close to each other or not.
  mutating func positioned(_ elements: [LawTree]) -> [LawTree] {
    var position = -random.below(50)
    return elements.map { element in
      position += random.pick([1, 2, 50, 1_000_000])
      return element.placed(at: position)
    }
  }

  /// An element inserted or moved to where it has a position between its neighbours; nil where something else is to
  /// happen, after which positions may be missing or disagree with the order.
  mutating func moving(in elements: [LawTree], _ shape: LawShape) -> [LawTree]? {
    guard !random.oneIn(3) else { return nil }
    var elements = elements
    let isMove = !elements.isEmpty && random.oneIn(2)
    let id = random.pick(Self.ids)
    if !isMove, elements.contains(where: { $0.id == id }) { return nil }
    let element =
      isMove ? elements.remove(at: random.below(elements.count)) : withID(id, shape, 2)
    let place = random.below(elements.count + 1)
    elements.insert(element, at: place)
    return renumbered(in: elements, at: place)
  }

  /// The list in which the element there has a position between its neighbours, for which those behind may have to
  /// stand further on.
  private mutating func renumbered(in elements: [LawTree], at place: Int) -> [LawTree] {
    var elements = elements
    let before = place > 0 ? elements[place - 1].position ?? 0 : -1_000_000
    let behind = place + 1 < elements.count ? elements[place + 1].position ?? 0 : before + 1000
    elements[place] = elements[place].placed(at: before + 1 + random.below(behind - before - 1))
    var last = elements[place].position ?? 0
    for index in elements.indices.dropFirst(place + 1) {
      guard let position = elements[index].position, position <= last else { break }
      last += 10
      elements[index] = elements[index].placed(at: last)
    }
    return elements
  }
}

extension LawTree {
  fileprivate var id: String? {
    if case .scalar(let text)? = self["id"] { text } else { nil }
  }

  fileprivate var position: Int? {
    if case .scalar(let text)? = self["position"] { Int(text) } else { nil }
  }

  /// The element at another position; what is no object has none.
  fileprivate func placed(at position: Int) -> LawTree {
    guard case .object(var members) = self else { return self }
    let member = Member(key: "position", value: .scalar("\(position)"))
    if let place = members.firstIndex(where: { $0.key == "position" }) {
      members[place] = member
    } else {
      members.insert(member, at: min(1, members.count))
    }
    return .object(members)
  }
}
