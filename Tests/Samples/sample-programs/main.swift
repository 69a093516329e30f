import Foundation

// The programs that the articles and the original's documents show. The first argument names one of them.

let arguments = Array(CommandLine.arguments.dropFirst())
let directory = URL(filePath: arguments.dropFirst().first ?? ".")

switch arguments.first {
case "original": try OriginalSamples.run()
case "forks": try ForksTutorial.run(in: directory)
case "models": try ModelsTutorial.run()
case "devices":
  try await DevicesTutorial.run(in: directory, adding: Array(arguments.dropFirst(2)))
case "sharing": try SharingArticle.run(at: directory)
case "places": PlacesTutorial.run()
default:
  print("usage: sample-programs original | forks <folder> | models | places")
  print("   or: sample-programs sharing <repository> | devices <clone> [<item> ...]")
  exit(64)
}
