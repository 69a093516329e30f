/// A base and two versions of it.
struct Versions<Value> {
  var base: Value
  var ours: Value
  var theirs: Value

  func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
    Versions<Other>(base: transform(base), ours: transform(ours), theirs: transform(theirs))
  }
}
