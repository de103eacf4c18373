import { expect, test } from 'bun:test';
import { createCountProgress } from '../../../src/cli/operator/count-progress.ts';
import { importLines } from '../../../src/cli/operator/import-lines.ts';
import { readEvents } from '../../../src/cli/operator/read-events.ts';
import { readLines } from '../../../src/cli/operator/read-lines.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test.each([1, 2, 3, 100])('lines are complete when read in chunks of %p bytes', async (size) => {
  const lines: string[] = [];
  for await (const line of readLines(chunksOf('aé\n\n\u2028b\r\n🙂', size))) lines.push(line);
  expect(lines).toEqual(['aé', '', '\u2028b\r', '🙂']);
});

test.each([1, 2, 3, 100])('events are complete when read in chunks of %p bytes, and a truncated one is dropped', async (size) => {
  const events = [];
  const text = ': open\n\nevent: end\nid: 7\ndata: {"a":"é🙂\u2028"}\n\n: heartbeat\n\ndata: one\r\ndata: two\r\n\r\nevent: end\ndata: cut';
  for await (const event of readEvents(chunksOf(text, size))) events.push(event);
  expect(events).toEqual([
    { event: 'end', id: '7', data: '{"a":"é🙂\u2028"}' },
    { event: undefined, id: undefined, data: 'one\ntwo' },
  ]);
});

test.each([
  [
    'a line that is not in UTF-8',
    Buffer.from('{"a":1}\n{"b":"\xe9"}\n', 'latin1'),
    'Line 2 of the file is not valid UTF-8. Save the file as plain text in UTF-8.',
  ],
  [
    'a last line that ends within a character',
    Buffer.from('a\n\xc3', 'latin1'),
    'Line 2 of the file is not valid UTF-8. Save the file as plain text in UTF-8.',
  ],
  ['text in UTF-16', Buffer.from('\uFEFF{}\n', 'utf16le'), 'The file has no lines: it is in UTF-16LE: save it as plain text in UTF-8.'],
  ['an archive', Buffer.from([0x1f, 0x8b, 8, 0]), 'The file has no lines: it is compressed with gzip: unpack it first.'],
])('%s is refused in words, and nothing of it is replaced', async (_, bytes, message) => {
  async function* whole() {
    yield bytes;
  }
  const read = async () => {
    for await (const line of readLines(whole())) expect(line).not.toContain('\uFFFD');
  };
  expect(read()).rejects.toMatchObject({ code: 'not-text', message });
});

test('records go in some at a time, never too many characters together, and troubles keep their lines', async () => {
  const batches: number[] = [];
  const actors = {
    async import(records: readonly unknown[]) {
      batches.push(records.length);
      return records.map((record) => ({
        id: String(record).slice(0, 5),
        outcome: record === 3 ? ('exists' as const) : ('create' as const),
        error: null,
      }));
    },
  };
  const long = JSON.stringify('x'.repeat(3_000_000));
  const many = Array.from({ length: 150 }, (_, index) => String(index + 10));
  let done = 0;
  const summary = await importLines(linesOf([long, long, '', '3', '{', ...many]), actors, {
    replace: false,
    apply: true,
    mostTroubles: 1,
    onDone: (count) => {
      done += count;
    },
  });
  expect(batches).toEqual([1, 100, 52]);
  expect(done).toBe(153);
  expect(summary.counts).toEqual({ create: 152, replace: 0, same: 0, exists: 1, refuse: 1 });
  expect(summary.troubles).toMatchObject([{ line: 5, code: 'not-json' }]);
});

test('progress is redrawn in place on a terminal, and printed as a line now and then elsewhere', () => {
  for (const isTerminal of [true, false]) {
    const written: string[] = [];
    let nowMs = 0;
    const progress = createCountProgress({ write: (text) => void written.push(text), isTerminal, now: () => nowMs, what: 'actors' });
    for (let i = 0; i < 40; i += 1) {
      nowMs += 100;
      progress.add(10);
    }
    progress.end();
    if (isTerminal) expect(written.at(-1)).toBe('\r\u001b[K');
    else expect(written).toEqual(['300 actors, 100/s\n']);
  }
});
