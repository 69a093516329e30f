// Prints GB/s of the median of 15 warm parses to a DOM.
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

int main(int, char **arguments) {
  auto text = simdjson::padded_string::load(arguments[1]);
  if (text.error()) return 1;
  simdjson::dom::parser parser;
  std::vector<double> times;
  for (int run = 0; run < 16; run++) {
    auto start = std::chrono::steady_clock::now();
    if (parser.parse(text.value_unsafe()).error()) return 1;
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (run > 0) times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%f\n", text.value_unsafe().size() / times[times.size() / 2] / 1e9);
}
