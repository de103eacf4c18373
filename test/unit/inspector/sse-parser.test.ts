import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createSseParser, type SseFrame } from '../../../src/inspector/web/app/sse-parser.ts';

function parsed(chunks: readonly string[]): readonly SseFrame[] {
  const frames: SseFrame[] = [];
  const parse = createSseParser((frame) => void frames.push(frame));
  for (const chunk of chunks) parse(chunk);
  return frames;
}

const STREAM = ': open\n\nevent: tick\nid: n1:4\ndata: {"a":1}\n\n: heartbeat\n\ndata: one\ndata:two\n\nid: lonely\n\n';
const FRAMES: readonly SseFrame[] = [
  { event: 'tick', id: 'n1:4', data: '{"a":1}' },
  { event: 'message', id: null, data: 'one\ntwo' },
];

test('frames are given once they are whole, comments are passed over', () => {
  expect(parsed([STREAM])).toEqual(FRAMES);
  expect(parsed(['event: tick\ndata: 1\n'])).toEqual([]);
});

test('however a stream is cut, and whatever ends its lines, its frames are the same', () => {
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(STREAM.length * 2)), (end, cuts) => {
      const text = STREAM.replaceAll('\n', end);
      const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const chunks = at.slice(1).map((to, index) => text.slice(at[index], to));
      expect(parsed([...chunks, end])).toEqual(FRAMES);
    }),
  );
});
