/// A date in the formats of git's environment variables: `@<seconds> <zone>`, ISO 8601 or RFC 2822.
struct GitDate: Equatable {
  let seconds: Int64
  let offsetMinutes: Int

  init?(parsing text: String, localOffsetMinutes: Int) {
    let words = text.split { $0 == " " || $0 == "T" || $0 == "," }.map(String.init)
    let parsed = Self.raw(words, localOffsetMinutes) ?? Self.calendar(text, localOffsetMinutes)
    guard let parsed else { return nil }
    (seconds, offsetMinutes) = parsed
  }

  /// A date such as `1700000000 +0100`, with or without `@`. Short numbers need the `@`.
  private static func raw(_ words: [String], _ local: Int) -> (Int64, Int)? {
    guard let first = words.first, words.count <= 2 else { return nil }
    let digits = first.hasPrefix("@") ? first.dropFirst() : first[...]
    guard first.hasPrefix("@") || digits.utf8.count > 8, let seconds = Int64(digits), seconds >= 0
    else { return nil }
    guard words.count == 2 else { return (seconds, local) }
    return zone(words[1]).map { (seconds, $0) }
  }

  private static func calendar(_ text: String, _ local: Int) -> (Int64, Int)? {
    var fields = Fields()
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    if let first = words.first, let t = first.firstIndex(of: "T"), first.first?.isNumber == true {
      words.replaceSubrange(
        0..<1, with: [String(first[..<t]), String(first[first.index(after: t)...])])
    }
    for word in words where !fields.take(word) { return nil }
    return fields.seconds(localOffsetMinutes: local)
  }

  fileprivate static func zone(_ text: String) -> Int? {
    if text == "Z" || text == "GMT" || text == "UTC" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.utf8.count == 4 || digits.utf8.count == 2, let number = Int(digits) else {
      return nil
    }
    let minutes = digits.utf8.count == 2 ? number * 60 : number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }

  /// The parts of a date, read word by word in any order.
  private struct Fields {
    var (year, month, day) = (Int?.none, Int?.none, Int?.none)
    var time: Int?
    var offset: Int?

    mutating func take(_ word: String) -> Bool {
      takeWeekday(word) || takeMonth(word) || takeZone(word) || takeTime(word) || takeDate(word)
        || takeNumber(word)
    }

    private func takeWeekday(_ word: String) -> Bool {
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains(word.lowercased().prefix(3))
    }

    private mutating func takeMonth(_ word: String) -> Bool {
      let names = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
      ]
      guard let index = names.firstIndex(of: String(word.lowercased().prefix(3))) else {
        return false
      }
      month = index + 1
      return true
    }

    private mutating func takeZone(_ word: String) -> Bool {
      guard offset == nil, let zone = GitDate.zone(word) else { return false }
      offset = zone
      return true
    }

    private mutating func takeTime(_ word: String) -> Bool {
      guard word.contains(":") else { return false }
      let end = word.firstIndex { $0 == "Z" || $0 == "+" || $0 == "-" } ?? word.endIndex
      let parts = word[..<end].prefix { $0 != "." }.split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2 || parts.count == 3, (0..<25).contains(parts[0]),
        (0..<60).contains(parts[1]), (0..<61).contains(parts.count == 3 ? parts[2] : 0)
      else { return false }
      time = parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
      return end == word.endIndex || takeZone(String(word[end...]))
    }

    private mutating func takeDate(_ word: String) -> Bool {
      let iso = word.split { $0 == "-" || $0 == "/" }.compactMap { Int($0) }
      let dotted = word.split(separator: ".").compactMap { Int($0) }
      if iso.count == 3, iso[0] > 31 {
        (year, month, day) = (iso[0], iso[1], iso[2])
      } else if iso.count == 3 {
        (month, day, year) = (iso[0], iso[1], iso[2])
      } else if dotted.count == 3 {
        (day, month, year) = (dotted[0], dotted[1], dotted[2])
      } else {
        return false
      }
      return true
    }

    private mutating func takeNumber(_ word: String) -> Bool {
      guard let number = Int(word) else { return false }
      if day == nil, (1...31).contains(number) {
        day = number
      } else {
        year = number
      }
      return true
    }

    func seconds(localOffsetMinutes: Int) -> (Int64, Int)? {
      guard let year, let month, let day, let time, (1970...9999).contains(year),
        (1...12).contains(month), (1...31).contains(day)
      else { return nil }
      let offset = offset ?? localOffsetMinutes
      var date = CalendarTime(year: year, month: month, day: day)
      date.second = time - offset * 60
      return (date.secondsOfUniversal, offset)
    }
  }
}
