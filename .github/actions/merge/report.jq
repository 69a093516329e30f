# The report of a merge as Markdown and as an HTML page. All texts of the repository are data: in Markdown every sign
# that could be markup is written as a character reference.
#
#   jq -nr --arg format summary|page|failure --arg result <result> --arg text <text> --arg base <branch> --arg head <ref>
#     --arg title <title> --arg program <name> --slurpfile report <file> -f report.jq

def markdown:
  explode
  | map(if (. >= 48 and . <= 57) or (. >= 65 and . <= 90) or (. >= 97 and . <= 122) or . == 32 or . > 159
        then [.] | implode
        elif . < 32 or . >= 127 then " "
        else "&#\(.);" end)
  | join("");

def shortened($length): if length > $length then .[:$length] + "…" else . end;

# A side that has no value at the property has no member in the report either.
def value($side): if has($side) then .[$side] | tojson else null end;

def command: "--resolve \("\(.document)#\(.pointer)=theirs" | @sh)";

def merge_command($arguments):
  "\($program) merge request --into \($base | @sh)" + ($arguments | map(" \\\n  " + .) | join(""));

def headline($conflicts):
  { merged: "Merged \($title) into \($base)",
    mergeable: "\($title) can be merged into \($base) without conflicts",
    "up-to-date": "\($base) already contains \($title)",
    conflicts: "\($title) is not merged into \($base): \($conflicts) conflict\(if $conflicts == 1 then "" else "s" end)"
  }[$result];

def steps($conflicts):
  "git fetch origin \("+\($head):refs/heads/request" | @sh)\n"
  + "git switch \($base | @sh) && git pull\n"
  + merge_command($conflicts | map(command))
  + "\ngit push origin \($base | @sh)";

def summary:
  def code: if . == null then "*none*" else "<code>\(shortened(120) | markdown)</code>" end;
  def row: "| " + (map(tostring) | join(" | ")) + " |";
  $report[0] as $report | $report.conflicts as $conflicts | $report.resolved as $resolved
  | 100 as $limit
  | "### \(headline($conflicts | length) | markdown)\n",
    if $conflicts != [] then
      (["Document", "Property", "Base", "Ours (\($base | markdown))", "Theirs (\($title | markdown))", "Resolve with"] | row),
      ([range(6)] | map("---") | row),
      ($conflicts[:$limit][]
        | [(.document | code), (.pointer | code), (value("base") | code), (value("ours") | code), (value("theirs") | code),
           (command | code)] | row),
      if ($conflicts | length) > $limit then "\nand \(($conflicts | length) - $limit) more, which the page lists.\n" else "" end,
      "\nDecide each with `=ours`, `=theirs`, `=base`, `=delete` or `=<json>`, in a clone with the right to push:\n",
      "<pre>\(steps($conflicts[:$limit]) | @html)</pre>\n"
    else empty end,
    if $resolved != [] then
      "\(["Document", "Property", "Strategy", "Kept", "Dropped"] | row)",
      ([range(5)] | map("---") | row),
      ($resolved[:$limit][]
        | [(.document | code), (.pointer | code), (.strategy | code), (.kept | value("value") | code),
           (.dropped | value("value") | code)] | row),
      if ($resolved | length) > $limit then "\nand \(($resolved | length) - $limit) more, which the page lists.\n" else "" end
    else empty end;

def page:
  def cell: "<td>\(if . == null then "<i>none</i>" else "<code>\(shortened(4000) | @html)</code>" end)</td>";
  def row: "<tr>" + (map(cell) | join("")) + "</tr>";
  def head: "<tr>" + (map("<th>\(@html)</th>") | join("")) + "</tr>";
  $report[0] as $report | $report.conflicts as $conflicts | $report.resolved as $resolved
  | headline($conflicts | length) as $headline
  | "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">",
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
    "<title>\($headline | @html)</title>",
    "<style>body { font-family: sans-serif; margin: 2em } table { border-collapse: collapse }",
    "td, th { border: 1px solid #999; padding: 0.3em 0.6em; text-align: left; vertical-align: top }",
    "code { white-space: pre-wrap; overflow-wrap: anywhere }</style>",
    "<h1>\($headline | @html)</h1>",
    if $conflicts != [] then
      "<table>", (["Document", "Property", "Base", "Ours (\($base))", "Theirs (\($title))", "Resolve with"] | head),
      ($conflicts[] | [.document, .pointer, value("base"), value("ours"), value("theirs"), command] | row), "</table>",
      "<p>Decide each with <code>=ours</code>, <code>=theirs</code>, <code>=base</code>, <code>=delete</code> or "
      + "<code>=&lt;json&gt;</code>, in a clone with the right to push:</p>",
      "<pre>\(steps($conflicts) | @html)</pre>"
    else empty end,
    if $resolved != [] then
      "<h2>Decisions</h2>", "<table>", (["Document", "Property", "Strategy", "Kept", "Dropped"] | head),
      ($resolved[] | [.document, .pointer, .strategy, (.kept | value("value")), (.dropped | value("value"))] | row), "</table>"
    else empty end,
    "</html>";

if $format == "summary" then summary
elif $format == "page" then page
else "### Not merged: \($text | markdown)\n" end
