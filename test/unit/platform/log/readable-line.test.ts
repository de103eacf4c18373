import { expect, test } from 'bun:test';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import { readableLine } from '../../../../src/platform/log/readable-line.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal are control characters.
const colors = /\u001b\[\d+m/g;

test('a line at a terminal has the time, the level, the message and the fields, and long lists only their length', () => {
  const lines: string[] = [];
  const log = createPinoLog({ level: 'info', write: (line) => lines.push(line), isReadable: true, secrets: ['sesame-and-more'] });
  log.warn('The store is slow', { ms: 12, why: 'two words', settings: [1, 2, 3, 4, 5, 6], key: 'sesame-and-more' });
  const [line = ''] = lines;
  expect(line.replace(colors, '')).toMatch(
    /^\d\d:\d\d:\d\d WARN {2}The store is slow {2}ms=12 why="two words" settings=\(6 entries\) key=\S+\n$/,
  );
  expect(line).not.toContain('sesame');
});

test('a text that would control the terminal is written out, and a line that is no JSON stays as it is', () => {
  const json = JSON.stringify({ level: 'info', time: '2027-01-01T00:00:00.000Z', message: 'a\u001b[2Jb', name: '\u202ex' });
  expect(readableLine(json).replace(colors, '')).toBe('00:00:00 INFO  a\\u001b[2Jb  name=\\u202ex\n');
  expect(readableLine('not JSON\n')).toBe('not JSON\n');
});
