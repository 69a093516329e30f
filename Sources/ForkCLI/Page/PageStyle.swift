/// The style of a page, light and dark, for narrow and wide windows.
enum PageStyle {
  /// The SHA-256 of the text in Base64, by which the content security policy names it. A test compares the two.
  static let hash = "AGytfeMi3vmqQA8WXQ99F1Y7ZweOGSC2Ir3q3XCQpsI="

  static let text = #"""
    :root {
      color-scheme: light dark;
      --back: #f6f7f9; --card: #ffffff; --text: #1c2430; --quiet: #5b6778; --line: #dde2ea; --soft: #eef1f6;
      --accent: #2557d6; --accent-text: #ffffff; --accent-soft: #e6edff;
      --green: #166a3a; --green-soft: #dff5e6; --red: #a3232f; --red-soft: #fde4e6; --amber: #7a4b00; --amber-soft: #fff0cf;
      --l0: #2557d6; --l1: #c2410c; --l2: #15803d; --l3: #9333ea; --l4: #0e7490; --l5: #be185d;
      --shadow: 0 1px 2px rgb(20 30 50 / 6%), 0 4px 16px rgb(20 30 50 / 5%);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #10141b; --card: #181e28; --text: #e6eaf1; --quiet: #9aa6b8; --line: #2b3442; --soft: #202836;
        --accent: #7ea6ff; --accent-text: #0d1420; --accent-soft: #1d2b4d;
        --green: #7fdca0; --green-soft: #153524; --red: #ff9aa2; --red-soft: #431c22; --amber: #ffcf70; --amber-soft: #3a2c0c;
        --l0: #7ea6ff; --l1: #fb923c; --l2: #4ade80; --l3: #c084fc; --l4: #22d3ee; --l5: #f472b6;
        --shadow: none;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; scroll-padding-bottom: 11rem; }
    body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    body.deciding { padding-bottom: 9rem; }
    header, main { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -.015em; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 2.25rem 0 .25rem; letter-spacing: -.01em; }
    h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
    h4 { font: 600 .85rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
    p { margin: .25rem 0; }
    .note, #subtitle, .byline { color: var(--quiet); }
    .byline { font-size: .8rem; overflow-wrap: anywhere; }
    .byline code, .byline.id { display: inline-block; white-space: nowrap; }
    nav { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: 1rem; }
    nav:empty { display: none; }
    nav a { color: var(--text); text-decoration: none; border: 1px solid var(--line); background: var(--card); border-radius: 99px; padding: .2rem .8rem; font-size: .85rem; }
    nav a:hover { border-color: var(--accent); }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 3; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    code, .pointer { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .85em; }
    .value { display: inline-block; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow: auto; max-width: 100%; vertical-align: top; line-height: 1.6; }
    .none { color: var(--quiet); font-style: italic; font-size: .88rem; }
    ins { background: var(--green-soft); color: var(--green); text-decoration: none; border-radius: 3px; }
    del { background: var(--red-soft); color: var(--red); border-radius: 3px; }
    .fork, .badge, .role, .side { display: inline-block; border-radius: 99px; padding: 0 .55em; font-size: .75rem; line-height: 1.5; font-weight: 600; margin-right: .35em; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: middle; }
    .fork { background: var(--accent-soft); color: var(--accent); }
    .badge { background: var(--amber-soft); color: var(--amber); margin-left: .4em; }
    .role { background: var(--soft); color: var(--quiet); }
    .side { background: var(--green-soft); color: var(--green); }
    .document { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1.1rem; margin: .9rem 0; box-shadow: var(--shadow); }
    .heading { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .4rem 1rem; }
    .object { margin-top: .9rem; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
    .object > .heading { border-top: 1px solid var(--line); padding-top: .7rem; }
    button { font: inherit; font-size: .85rem; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .3rem .75rem; cursor: pointer; }
    button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
    button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-text); font-weight: 600; }
    button:disabled { background: var(--soft); border-color: var(--line); color: var(--quiet); cursor: default; }
    button.main:hover:not(:disabled) { color: var(--accent-text); filter: brightness(1.08); }
    .all { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem; }
    .all .label { font-size: .8rem; color: var(--quiet); margin-right: .2rem; }
    .conflict { border: 0; border-left: 3px solid var(--l1); margin: .8rem 0 0; padding: .1rem 0 .1rem .9rem; min-width: 0; }
    .conflict.decided { border-left-color: var(--l2); }
    .conflict legend { padding: 0; margin-bottom: .45rem; float: left; width: 100%; overflow-wrap: anywhere; }
    .conflict legend + * { clear: both; }
    .pointer { font-weight: 600; font-size: .9rem; margin-right: .7em; }
    .reason { color: var(--quiet); font-size: .85rem; }
    .options { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: .6rem; }
    .option { border: 1px solid var(--line); border-radius: 10px; padding: .55rem .7rem; display: flex; flex-direction: column; gap: .25rem; min-width: 0; background: var(--card); }
    label.option { cursor: pointer; }
    label.option:hover { border-color: var(--accent); }
    .option:has(input:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
    .option:has(input:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
    .choice { font-size: .82rem; font-weight: 600; display: flex; align-items: center; gap: .4em; cursor: pointer; }
    input[type=radio] { accent-color: var(--accent); margin: 0; width: 1rem; height: 1rem; flex: none; }
    textarea { flex: 1; min-height: 2.4rem; font: .85rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; width: 100%; resize: vertical; background: var(--back); color: var(--text); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .45rem; }
    .problem { color: var(--red); font-size: .8rem; }
    .scroll { overflow-x: auto; margin-top: .6rem; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    thead th { border-top: 0; font-size: .75rem; font-weight: 600; color: var(--quiet); padding-top: 0; }
    tbody th { font: 600 .82rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; min-width: 8rem; }
    .graph { position: relative; display: flex; background: var(--card); border: 1px solid var(--line); border-radius: 14px; margin-top: .9rem; box-shadow: var(--shadow); overflow: hidden; }
    .lanes { flex: none; max-width: 45%; }
    .lane { fill: none; stroke-width: 2; }
    .dot { stroke: var(--card); stroke-width: 2; }
    path.lane0 { stroke: var(--l0); } path.lane1 { stroke: var(--l1); } path.lane2 { stroke: var(--l2); }
    path.lane3 { stroke: var(--l3); } path.lane4 { stroke: var(--l4); } path.lane5 { stroke: var(--l5); }
    circle.lane0 { fill: var(--l0); } circle.lane1 { fill: var(--l1); } circle.lane2 { fill: var(--l2); }
    circle.lane3 { fill: var(--l3); } circle.lane4 { fill: var(--l4); } circle.lane5 { fill: var(--l5); }
    .versions { list-style: none; margin: 0; padding: 0; min-width: 0; flex: 1; }
    .versions li { height: 52px; padding: 5px 1rem 0 0; }
    .versions li > div { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .message { font-size: .9rem; }
    .bar { position: fixed; inset: auto 0 0; z-index: 2; background: var(--card); border-top: 1px solid var(--line); padding: .7rem max(1.25rem, calc((100vw - 84rem) / 2 + 1.25rem)); display: grid; grid-template-columns: 1fr auto; gap: .45rem 1rem; box-shadow: 0 -4px 20px rgb(0 0 0 / 8%); }
    .bar .state { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .8rem; font-size: .88rem; font-weight: 600; }
    .told { font-weight: 400; color: var(--green); }
    .bar .command { min-width: 0; }
    #command { display: block; background: var(--back); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .6rem; max-height: 4.6rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    .buttons { display: flex; gap: .4rem; align-items: flex-start; }
    progress { appearance: none; width: 7rem; height: .45rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--soft); }
    progress::-webkit-progress-bar { background: var(--soft); }
    progress::-webkit-progress-value { background: var(--l2); }
    progress::-moz-progress-bar { background: var(--l2); }
    @media (max-width: 40rem) {
      header, main { padding-left: .8rem; padding-right: .8rem; }
      header { padding-top: 1.2rem; }
      h1 { font-size: 1.3rem; }
      .document { padding: .8rem; border-radius: 12px; }
      .options { grid-template-columns: minmax(0, 1fr); }
      .bar { grid-template-columns: minmax(0, 1fr); padding: .6rem .8rem; }
      #command { max-height: 2.9rem; }
      body.deciding { padding-bottom: 10rem; }
      .bar .command { order: 1; }
      .buttons { order: 0; }
      table, tbody, tr, th, td { display: block; }
      thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
      tbody tr { border-top: 1px solid var(--line); padding: .5rem 0; }
      tbody th, tbody td { border: 0; padding: .1rem 0; min-width: 0; }
      tbody td::before { content: attr(data-label); display: block; font-size: .72rem; font-weight: 600; color: var(--quiet); }
      .versions li { padding-right: .6rem; }
    }
    @media print { .bar { display: none; } }
    """#
}
