// Shows a page: builds it from the data beside it, and sets text only as text, so that nothing in a document can run.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';

// ---- Elements

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value === 'boolean') element[name] = value;
    else element.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element;
}
function s(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
// Control characters, and those that change the direction of text, are shown as their numbers.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
function visible(text) {
  return text.replace(hidden, c => '\\u{' + c.charCodeAt(0).toString(16) + '}');
}
function count(number, noun) { return number + ' ' + noun + (number === 1 ? '' : 's'); }

// ---- Values. Each is JSON text, so that no digit of a number is lost.

function indented(json) {
  if (json.length < 60 || !/^[\[{]/.test(json)) return json;
  let text = '', depth = 0, inString = false;
  for (let i = 0; i < json.length; i++) {
    const c = json[i];
    if (inString) {
      text += c;
      if (c === '\\') text += json[++i];
      else if (c === '"') inString = false;
    } else if (c === '"') { inString = true; text += c; }
    else if ((c === '{' || c === '[') && json[i + 1] !== '}' && json[i + 1] !== ']') {
      text += c + '\n' + '  '.repeat(++depth);
    } else if ((c === '}' || c === ']') && json[i - 1] !== '{' && json[i - 1] !== '[') {
      text += '\n' + '  '.repeat(--depth) + c;
    } else if (c === ',') text += c + '\n' + '  '.repeat(depth);
    else if (c === ':') text += ': ';
    else text += c;
  }
  return text;
}
function value(json, base) {
  if (json === undefined) return h('span', { class: 'none' }, 'nothing');
  const text = indented(json);
  const element = h('code', { class: 'value' });
  if (base === undefined || base === json || base[0] !== json[0] || !/^["\[{]/.test(json)) { element.append(visible(text)); return element; }
  for (const [kind, words] of wordDifference(indented(base), text)) {
    element.append(kind ? h(kind, {}, words) : visible(words));
  }
  return element;
}
function wordDifference(from, to) {
  const words = text => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) || [];
  let a = words(from), b = words(to), start = 0, end = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const head = a.slice(0, start).join(''), tail = end ? a.slice(-end).join('') : '';
  a = a.slice(start, a.length - end);
  b = b.slice(start, b.length - end);
  const parts = head ? [['', head]] : [];
  if (a.length * b.length > 250000) {
    if (a.length) parts.push(['del', a.join('')]);
    if (b.length) parts.push(['ins', b.join('')]);
  } else parts.push(...longestCommon(a, b));
  if (tail) parts.push(['', tail]);
  return parts;
}
function longestCommon(a, b) {
  const width = b.length + 1, lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const parts = [];
  const add = (kind, word) => {
    if (parts.length && parts.at(-1)[0] === kind) parts.at(-1)[1] += word;
    else parts.push([kind, word]);
  };
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { add('', b[j]); i++; j++; }
    else if (j === b.length || i < a.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) add('del', a[i++]);
    else add('ins', b[j++]);
  }
  return parts;
}

// ---- The graph of forks

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
function moment(time) {
  const date = new Date(time.replace(/(\.\d{3})\d+/, '$1'));
  return isNaN(date) ? time : dates.format(date);
}
function graph(versions) {
  const row = 52, step = 18, left = 14;
  const lanes = [], places = new Map();
  let widest = 1;
  const edges = [];
  versions.forEach((version, index) => {
    let lane = lanes.indexOf(version.id);
    if (lane < 0) {
      lane = lanes.indexOf(null);
      if (lane < 0) lane = lanes.push(null) - 1;
    }
    for (let other = 0; other < lanes.length; other++) if (lanes[other] === version.id) lanes[other] = null;
    places.set(version.id, [lane, index]);
    version.parents.forEach((parent, number) => {
      let target = lanes.indexOf(parent);
      if (target < 0) {
        target = number === 0 ? lane : lanes.indexOf(null);
        if (target < 0) target = lanes.push(null) - 1;
        lanes[target] = parent;
      } else if (number === 0 && target > lane) {
        lanes[target] = null;
        lanes[lane] = parent;
        target = lane;
      }
      edges.push([version.id, parent, target]);
    });
    widest = Math.max(widest, lanes.length);
  });
  const width = left * 2 + (widest - 1) * step, height = versions.length * row;
  const x = lane => left + lane * step, y = index => index * row + row / 2;
  const picture = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', class: 'lanes' });
  for (const [child, parent, lane] of edges) {
    const [fromLane, fromRow] = places.get(child);
    const [toLane, toRow] = places.get(parent) || [lane, versions.length];
    const [x1, y1, x2, y2, xl] = [x(fromLane), y(fromRow), x(toLane), y(toRow), x(lane)];
    const bend = Math.min(row, (y2 - y1) / 2);
    picture.append(s('path', {
      class: 'lane lane' + lane % 6,
      d: `M${x1} ${y1} C${x1} ${y1 + bend} ${xl} ${y1} ${xl} ${y1 + bend} L${xl} ${y2 - bend} C${xl} ${y2} ${x2} ${y2 - bend} ${x2} ${y2}`,
    }));
  }
  for (const version of versions) {
    const [lane, index] = places.get(version.id);
    picture.append(s('circle', { class: 'dot lane' + lane % 6, cx: x(lane), cy: y(index), r: version.parents.length > 1 ? 6 : 5 }));
  }
  const list = h('ol', { class: 'versions' }, versions.map(version =>
    h('li', {},
      h('div', { class: 'subject' },
        version.forks.map(fork => h('span', { class: 'fork' }, fork)),
        version.role ? h('span', { class: 'role' }, version.role) : null,
        h('span', { class: 'message', title: version.subject }, version.subject)),
      h('div', { class: 'byline' }, h('code', {}, version.id.slice(0, 10)), ' ', version.author, ', ',
        h('time', { datetime: version.time }, moment(version.time))))));
  return h('div', { class: 'graph' }, picture, list);
}

// ---- Conflicts

const sides = { ours: 'ours', theirs: 'theirs', base: 'base' };
const choices = new Map();
const cards = [];

function change(side) {
  if (!side) return null;
  return h('div', { class: 'byline' },
    side.fork ? h('span', { class: 'fork' }, side.fork) : null,
    [side.author, side.time ? moment(side.time) : null].filter(Boolean).join(', '),
    side.commit ? [' ', h('code', {}, side.commit.slice(0, 10))] : null);
}
function option(card, name, title, json, side, isWhole) {
  const input = h('input', { type: 'radio', name: 'c' + card.index, value: name });
  input.addEventListener('change', () => decide([card], name));
  card.inputs[name] = input;
  return h('label', { class: 'option ' + name },
    h('span', { class: 'choice' }, input, ' ', title,
      card.conflict.later === name ? h('span', { class: 'badge' }, 'newest') : null),
    isWhole ? (name === 'base' ? h('span', { class: 'none' }, 'as before both changes') : null)
      : value(json, name === 'base' ? undefined : card.conflict.base), change(side));
}
function cardOf(conflict, index) {
  const card = { conflict, index, inputs: {} };
  const isWhole = conflict.base === undefined && conflict.ours === undefined && conflict.theirs === undefined;
  const area = h('textarea', { rows: 1, spellcheck: 'false', 'aria-label': 'Another value, as JSON, for ' + conflict.pointer });
  const problem = h('div', { class: 'problem', role: 'alert' });
  const own = h('input', { type: 'radio', name: 'c' + index, value: 'value' });
  const write = () => {
    own.checked = true;
    try {
      JSON.parse(area.value);
      problem.textContent = '';
      decide([card], 'value', area.value.trim());
    } catch {
      problem.textContent = area.value.trim() ? 'not JSON: a text needs quotes, as in "text"' : '';
      choices.delete(card);
      card.element.classList.remove('decided');
      changed();
    }
  };
  own.addEventListener('change', () => { if (!area.value) area.value = conflict.both || conflict.ours || conflict.theirs || ''; area.focus(); write(); });
  area.addEventListener('input', write);
  card.inputs.value = own;
  card.area = area;
  card.element = h('fieldset', { class: 'conflict' },
    h('legend', {}, h('span', { class: 'pointer' }, conflict.pointer || 'the whole file'),
      h('span', { class: 'reason' }, conflict.reasonText + (conflict.note ? ': ' + conflict.note : ''))),
    h('div', { class: 'options' },
      option(card, 'base', 'Base', conflict.base, null, isWhole),
      option(card, 'ours', 'Ours', conflict.ours, conflict.ourChange, isWhole),
      option(card, 'theirs', 'Theirs', conflict.theirs, conflict.theirChange, isWhole),
      isWhole ? null : h('div', { class: 'option value' },
        h('label', { class: 'choice' }, own, ' ', conflict.both ? 'Both, or another value' : 'Another value'), area, problem)));
  cards.push(card);
  return card;
}
function decide(some, name, json) {
  for (const card of some) {
    let choice = name;
    if (name === 'newest') {
      if (!card.conflict.later) continue;
      choice = card.conflict.later;
    }
    choices.set(card, { choice, json });
    card.inputs[choice].checked = true;
    card.element.classList.add('decided');
  }
  changed();
}
function all(some, place) {
  const button = (name, title) => h('button', { type: 'button', onclick: () => decide(some, name), 'aria-label': title + ' for all ' + some.length + ' in ' + place }, title);
  return h('div', { class: 'all', role: 'group', 'aria-label': 'All ' + some.length + ' in ' + place },
    h('span', { class: 'label' }, 'All ' + some.length + ':'),
    button('ours', 'Ours'), button('theirs', 'Theirs'), button('base', 'Base'),
    some.some(card => card.conflict.later) ? button('newest', 'Newest') : null);
}
function parent(pointer) { return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))); }
function byKey(items, key) {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    if (groups.has(name)) groups.get(name).push(item); else groups.set(name, [item]);
  }
  return groups;
}
function conflictSection() {
  const made = data.conflicts.map(cardOf);
  return [...byKey(made, card => card.conflict.document)].map(([document, ofDocument]) => {
    const objects = [...byKey(ofDocument, card => parent(card.conflict.pointer))];
    return h('section', { class: 'document' },
      h('div', { class: 'heading' }, h('h3', {}, document), ofDocument.length > 1 ? all(ofDocument, document) : null),
      objects.map(([pointer, some]) => h('div', { class: 'object' },
        some.length > 1 && objects.length > 1 ? h('div', { class: 'heading' },
          h('h4', {}, pointer || 'top level'), all(some, document + '#' + pointer)) : null,
        some.map(card => card.element))));
  });
}

// ---- The command and the file of decisions

function quoted(text) { return "'" + (text.startsWith('-') ? './' : '') + text.replaceAll("'", "'\\''") + "'"; }
function resolutions() {
  const found = [];
  for (const [, ofDocument] of byKey(cards, card => card.conflict.document)) {
    const same = some => {
      const first = choices.get(some[0]);
      return first && sides[first.choice] && some.every(card => choices.get(card)?.choice === first.choice) ? first.choice : null;
    };
    const write = (place, choice) => found.push(place + '=' + choice);
    const document = ofDocument[0].conflict.document;
    const whole = same(ofDocument);
    if (whole) { write(document + '#', whole); continue; }
    for (const [pointer, some] of byKey(ofDocument, card => parent(card.conflict.pointer))) {
      const object = same(some);
      // An object below this one may have been decided otherwise.
      const isApart = !ofDocument.some(card => !some.includes(card) && card.conflict.pointer.startsWith(pointer + '/'));
      if (object && some.length > 1 && isApart) { write(document + '#' + pointer, object); continue; }
      for (const card of some) {
        const choice = choices.get(card);
        if (choice) write(document + '#' + card.conflict.pointer, choice.choice === 'value' ? choice.json : choice.choice);
      }
    }
  }
  return found;
}
function command() {
  const found = resolutions();
  const parts = found.map(text => data.decide.option + quoted(text));
  const line = [data.decide.command, ...parts].join(' ');
  return line.length > 4000 ? data.decide.command + ' --from decisions.json' : line;
}
function decisionsFile() {
  const text = JSON.stringify;
  const member = (name, json) => json === undefined ? [] : [text(name) + ':' + json];
  const lines = cards.filter(card => choices.has(card)).map(card => {
    const { conflict } = card, { choice, json } = choices.get(card);
    return '  {' + [
      ...member('document', text(conflict.root)), ...member('pointer', text(conflict.pointer)),
      ...member('choice', text(choice)), ...member('value', choice === 'value' ? json : undefined),
      ...member('conflict', '{' + [...member('base', conflict.base), ...member('ours', conflict.ours), ...member('theirs', conflict.theirs)].join(',') + '}'),
    ].join(',') + '}';
  });
  return '{' + [...member('forkDecisions', data.decide.version),
    ...member('ours', data.decide.ours === undefined ? undefined : text(data.decide.ours)),
    ...member('theirs', text(data.decide.theirs))].join(',')
    + ',"decisions":[\n' + lines.join(',\n') + '\n]}\n';
}
function save() {
  const url = URL.createObjectURL(new Blob([decisionsFile()], { type: 'application/json' }));
  const link = h('a', { href: url, download: 'decisions.json' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  told.textContent = 'Saved. Now run: ' + data.decide.command + ' --from decisions.json';
}
function copy() {
  const select = () => { const range = document.createRange(); range.selectNodeContents(commandText); getSelection().removeAllRanges(); getSelection().addRange(range); };
  const done = () => { told.textContent = 'Copied.'; };
  if (navigator.clipboard) navigator.clipboard.writeText(commandText.textContent).then(done, select);
  else { select(); if (document.execCommand('copy')) done(); }
}
const commandText = h('code', { id: 'command', tabindex: '0' });
const told = h('span', { class: 'told', role: 'status' });
const progress = h('span', { id: 'progress', role: 'status' });
const meter = h('progress', { max: data.conflicts.length || 1, value: 0, 'aria-label': 'Decided conflicts' });
const saveButton = h('button', { type: 'button', id: 'save', class: 'main', onclick: save }, 'Save decisions.json');
const copyButton = h('button', { type: 'button', id: 'copy', onclick: copy }, 'Copy');
const nextButton = h('button', { type: 'button', id: 'next', onclick: () => {
  const open = cards.find(card => !choices.has(card));
  if (open) { open.element.scrollIntoView({ block: 'center' }); open.inputs.ours.focus({ preventScroll: true }); }
} }, 'Next');
let isPlanned = false;
function changed() {
  if (isPlanned) return;
  isPlanned = true;
  queueMicrotask(() => {
    isPlanned = false;
    progress.textContent = choices.size + ' of ' + count(cards.length, 'conflict') + ' decided';
    meter.value = choices.size;
    commandText.textContent = choices.size ? command() : data.decide.command;
    saveButton.disabled = copyButton.disabled = choices.size === 0;
    nextButton.disabled = choices.size === cards.length;
    told.textContent = '';
  });
}

// ---- Tables

function table(caption, headings, rows) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, h('table', {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, headings.map(name => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, rows.map(cells => h('tr', {}, cells.map((cell, index) =>
      index === 0 ? h('th', { scope: 'row' }, cell)
        : h('td', { 'data-label': headings[index] }, cell)))))));
}
// Changes of files that are no documents have no values to show.
const words = { add: 'added', remove: 'deleted', replace: 'changed', move: 'moved' };
function isWithoutValues(changes) { return changes.every(c => c.old === undefined && c.new === undefined && !c.from); }
function rowsOfDiff(changes) {
  return changes.map(c => [c.from ? c.from + ' → ' + c.pointer : c.pointer || 'the document',
    c.op, value(c.old), value(c.new, c.old)]);
}
function difference(document, heading) {
  return [h('div', { class: 'heading' }, h(heading, {}, document.name)),
    document.note ? h('p', { class: 'note' }, document.note) : null,
    isWithoutValues(document.changes) ? document.changes.map(c => h('p', {}, words[c.op]))
      : table(document.name, ['Property', 'Change', 'Before', 'After'], rowsOfDiff(document.changes))];
}
function diffSection(documents) {
  return [...byKey(documents, document => document.version ? document.version.id : document.name).values()].map(some => {
    const version = some[0].version;
    return h('section', { class: 'document' },
      version ? [h('div', { class: 'heading' }, h('h3', {}, version.subject)), h('div', { class: 'byline' },
        h('code', {}, version.id.slice(0, 10)), ' ', version.author, ', ', h('time', { datetime: version.time }, moment(version.time)))] : null,
      some.map(document => difference(document, version ? 'h4' : 'h3')));
  });
}
function sideSection(documents) {
  const shown = (change, base) => change === undefined ? h('span', { class: 'none' }, 'unchanged')
    : change.op === 'remove' ? h('span', { class: 'none' }, 'deleted') : [value(change.new, base), change.from ? h('div', { class: 'byline' }, 'moved from ' + change.from) : null];
  return documents.map(document => {
    const sided = [['ours', document.ours], ['theirs', document.theirs]];
    if (isWithoutValues([...document.ours, ...document.theirs])) {
      return h('section', { class: 'document' }, h('div', { class: 'heading' }, h('h3', {}, document.name)),
        document.note ? h('p', { class: 'note' }, document.note) : null,
        sided.flatMap(([side, changes]) => changes.map(c => h('p', {}, words[c.op] + ' by ', h('span', { class: 'role' }, side)))));
    }
    const properties = byKey([...document.ours.map(c => ({ ...c, side: 'ours' })), ...document.theirs.map(c => ({ ...c, side: 'theirs' }))], c => c.pointer + '\n' + (c.old ?? ''));
    const rows = [...properties.values()].map(changes => {
      const pointer = changes[0].pointer;
      const ours = changes.find(c => c.side === 'ours'), theirs = changes.find(c => c.side === 'theirs');
      const base = (ours || theirs).old;
      const isBoth = ours && theirs;
      return [h('span', {}, pointer || 'the document', isBoth ? h('span', { class: 'badge' }, 'both') : null), value(base), shown(ours, base), shown(theirs, base)];
    });
    return h('section', { class: 'document' }, h('div', { class: 'heading' }, h('h3', {}, document.name)),
      document.note ? h('p', { class: 'note' }, document.note) : null,
      rows.length ? table(document.name, ['Property', 'Base', 'Ours', 'Theirs'], rows) : null);
  });
}
function decided(side, isKept) {
  if (!side) return null;
  return h('div', {}, h('span', { class: isKept ? 'side' : 'role' }, side.side === 'byHand' ? 'by hand' : side.side), ' ',
    side.value === undefined ? null : value(side.value), side.commit ? [' ', h('code', { class: 'byline id' }, side.commit.slice(0, 10))] : null);
}
function unknown() { return h('span', { class: 'none' }, '–'); }
function decisionSection(decisions) {
  return [...byKey(decisions, d => d.document)].map(([document, some]) => h('section', { class: 'document' },
    h('div', { class: 'heading' }, h('h3', {}, document)),
    table('Decisions in ' + document, ['Property', 'Kept', 'Not kept', 'Reason'], some.map(d =>
      [d.pointer || 'the document', decided(d.kept, true) || unknown(), d.dropped || d.alsoDropped ? [decided(d.dropped), decided(d.alsoDropped)] : unknown(),
        [h('code', {}, d.strategy), d.note ? h('div', { class: 'byline' }, d.note) : null]]))));
}
function explainSection(properties) {
  return [...byKey(properties, p => p.document)].map(([document, some]) => h('section', { class: 'document' },
    h('div', { class: 'heading' }, h('h3', {}, document)),
    table('Merge of ' + document, ['Property', 'Base', 'Ours', 'Theirs', 'Result', 'Reason'], some.map(p => [
      p.pointer || 'the document', value(p.base),
      [value(p.ours.value, p.base), change(p.ours)], [value(p.theirs.value, p.base), change(p.theirs)],
      [h('span', { class: 'side' }, p.stands), ' ', value(p.result)],
      [h('code', {}, p.strategy), h('div', { class: 'byline' }, p.origin), h('div', {}, p.reason)]]))));
}

// ---- The page

function part(id, title, note, ...children) {
  return h('section', { id, class: 'part' }, h('h2', {}, title), note ? h('p', { class: 'note' }, note) : null, children);
}
const main = document.getElementById('main');
document.title = visible(data.title);
document.getElementById('title').textContent = visible(data.title);
document.getElementById('subtitle').textContent = visible(data.subtitle);
const parts = [];
const isDeciding = data.conflicts.length > 0 && data.decide;
if (isDeciding) parts.push(part('conflicts', 'Conflicts', data.decide.note, conflictSection()));
if (data.properties) parts.push(part('properties', 'Changed by both sides', data.propertiesNote, explainSection(data.properties)));
if (data.decisions && data.decisions.length) parts.push(part('decisions', 'Decisions', 'Both sides changed these properties, and a rule or a user decided.', decisionSection(data.decisions)));
if (data.documents && data.documents.length) {
  parts.push(part('changes', 'Changed documents', data.changesNote,
    data.documents[0].ours ? sideSection(data.documents) : diffSection(data.documents)));
}
if (data.graph && data.graph.length) parts.push(part('graph', data.graphTitle || 'Forks', null, graph(data.graph)));
main.append(...parts);
if (parts.length > 1) {
  document.getElementById('contents').append(...parts.map(p => h('a', { href: '#' + p.id }, p.querySelector('h2').textContent)));
}
if (isDeciding) {
  document.body.append(h('footer', { class: 'bar', 'aria-label': 'Your decisions' },
    h('div', { class: 'state' }, meter, progress, told),
    h('div', { class: 'command' }, commandText),
    h('div', { class: 'buttons' }, nextButton, copyButton, saveButton)));
  document.body.classList.add('deciding');
  changed();
}
