import ForkedJSON

/// The keywords for arrays (JSON Schema Core, 10.3.1; Validation, 6.4).
extension Validation {
  mutating func acceptsArray(_ one: Evaluation) -> Bool {
    let count = one.value.count
    var isValid = hasRightCount(
      count, one, one.rule.elementCounts, "there are \(count) elements")
    guard isValid || report != nil else { return false }
    isValid = acceptsElements(one) && isValid
    guard isValid || report != nil else { return false }
    if one.rule.keywords.hasUniqueItems { isValid = hasUniqueElements(one) && isValid }
    if let wanted = one.rule.keywords.contains { isValid = holds(wanted, one) && isValid }
    return isValid
  }

  private mutating func acceptsElements(_ one: Evaluation) -> Bool {
    let (prefix, items) = (one.rule.keywords.prefixItems, one.rule.keywords.items)
    guard !prefix.isEmpty || items != nil else { return true }
    var isValid = true
    for (position, element) in one.value.elements.enumerated() {
      guard let schema = position < prefix.count ? prefix[position] : items else { break }
      one.evaluated?.mark(position)
      if !acceptsPart(element, schema, one.scope, at: JSONString(String(position))) {
        isValid = false
      }
      guard isValid || report != nil, !isExhausted else { return false }
    }
    return isValid
  }

  private mutating func hasUniqueElements(_ one: Evaluation) -> Bool {
    let array = one.value
    guard array.count > 1 else { return true }
    guard spend(array.count + array.range.count >> 4) else { return giveUp() }
    var known = Set<JSONNode>(minimumCapacity: array.count)
    for (position, element) in array.elements.enumerated() {
      guard known.insert(element).inserted else {
        refuse(
          one, "uniqueItems", "element \(position) repeats an earlier one",
          expected: "each element once")
        return false
      }
    }
    return true
  }

  /// Checks how many elements fit a schema.
  private mutating func holds(_ wanted: Int, _ one: Evaluation) -> Bool {
    let counts = one.rule.keywords.assertions.counts
    let (least, most) = (counts[.minContains] ?? 1, counts[.maxContains])
    var count = 0
    for (position, element) in one.value.elements.enumerated() {
      if mayAccept(element, wanted, one.scope) {
        count += 1
        one.evaluated?.mark(position)
      }
      guard !isExhausted else { return false }
    }
    if count < least {
      refuse(
        one, least == 1 ? "contains" : "minContains", "\(count) elements fit",
        expected: "at least \(least)")
    }
    if let most, count > most {
      refuse(one, "maxContains", "\(count) elements fit", expected: "at most \(most)")
    }
    return count >= least && most.map { count <= $0 } ?? true
  }
}
