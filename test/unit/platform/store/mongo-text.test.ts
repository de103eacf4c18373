import { expect, test } from 'bun:test';
import { databaseOf, hostOf, withoutPassword } from '../../../../src/platform/store/mongo/mongo-url.ts';
import { createInsertionKeys } from '../../../../src/platform/store/mongo/record-place.ts';
import { sortableText, textFromSortable } from '../../../../src/platform/store/mongo/sortable-text.ts';

const texts = ['', '\0', 'a', 'a\0', 'ab', 'é', '\ud7ff', '\ue000', '\ufffd', '\ufffe', '😀', '😀a', '😁', '\u{10ffff}'];
const odd = ['\uffff', '\uffffd800', '\ud800', '\udfff', 'x\ud83d', '\ud83d\uffff', '\ude00\ud83d', '\uffff😀'];

test('sortable text comes back as it was, is well formed, and different texts stay different', () => {
  for (const text of [...texts, ...odd]) {
    expect(textFromSortable(sortableText(text))).toBe(text);
    expect(sortableText(text).isWellFormed()).toBe(true);
  }
  expect(new Set([...texts, ...odd].map(sortableText)).size).toBe(texts.length + odd.length);
  expect(sortableText('dca-position/1')).toBe('dca-position/1');
});

test('sortable text is in the order of code points for servers that compare UTF-8 and for those that compare UTF-16', () => {
  const stored = texts.map(sortableText);
  expect(stored.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(stored);
  expect(stored.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(stored);
});

test('places are unique and grow, even when the clock stands still, goes back, or a millisecond is full', () => {
  let nowMs = 1_700_000_000_000;
  const next = createInsertionKeys({ clock: { now: () => nowMs }, node: 'node' });
  const places: string[] = [next(), next()];
  nowMs += 1;
  places.push(next());
  nowMs -= 5_000;
  for (let n = 0; n < 36 ** 4 + 10; n++) {
    const place = next();
    if (n % 100_000 === 0 || n > 36 ** 4 - 10) places.push(place);
  }
  nowMs += 60_000;
  places.push(next());
  expect(places.toSorted()).toEqual(places);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(places.map(({ length }) => length)).size).toBe(1);
});

test('two nodes never give the same place', () => {
  const clock = { now: () => 5 };
  const [one, other] = [createInsertionKeys({ clock }), createInsertionKeys({ clock })];
  expect(one()).not.toBe(other());
});

test('host and database of an address, without user and password', () => {
  const cases: [url: string, host: string, database: string][] = [
    ['mongodb://127.0.0.1:27017/', '127.0.0.1:27017', 'coxswain'],
    ['mongodb://host', 'host', 'coxswain'],
    ['mongodb://me:secret@a:1,b:2/trading?replicaSet=rs', 'a:1,b:2', 'trading'],
    ['mongodb+srv://me:se%40cret@cluster.example/?w=1', 'cluster.example', 'coxswain'],
    ['mongodb://me:secret@host/my%20db?appName=me@work', 'host', 'my db'],
    ['mongodb://host/trading?appName=me@work', 'an unnamed host', 'trading'],
    ['mongodb://me:sec@ret@host/x', 'host', 'x'],
    ['mongodb://[::1]:27017?directConnection=true', '[::1]:27017', 'coxswain'],
    ['', 'an unnamed host', 'coxswain'],
  ];
  for (const [url, host, database] of cases) expect([url, hostOf(url), databaseOf(url)]).toEqual([url, host, database]);
});

test('no part of a password that is not percent-encoded is mistaken for the host', () => {
  for (const url of ['mongodb://me:1/secret@host/x', 'mongodb://me:1?secret@host/x', 'mongodb://me:se@cret@host/x']) {
    expect(['host', 'an unnamed host']).toContain(hostOf(url));
  }
});

test('a password is taken out of a text, encoded or not', () => {
  const url = 'mongodb://me:se%40cret@host/x';
  expect(withoutPassword('cannot use se%40cret nor se@cret at host', url)).toBe('cannot use *** nor *** at host');
  const options = 'mongodb://me:secret@host/x?appName=me@work';
  expect(withoutPassword('secret at host', options)).toBe('*** at host');
  expect(withoutPassword('unescaped 1/se@cret', 'mongodb://me:1/se@cret@host/x')).toBe('unescaped ***');
  expect(withoutPassword('connection refused', 'mongodb://host/x')).toBe('connection refused');
});
