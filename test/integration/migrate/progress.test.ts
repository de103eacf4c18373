import { expect, test } from 'bun:test';
import { createProgressReport } from '../../../src/cli/migrate/progress-report.ts';

function reporting(isTerminal: boolean) {
  let nowMs = 50_000;
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const report = createProgressReport({ write, isTerminal, now: () => nowMs });
  return {
    report,
    /** Returns the text that the progress report has written since the last call. */
    taken: () => {
      const before = text;
      text = '';
      return before;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const actors = (done: number) => ({ phase: 'copying', what: 'actors', done, of: 1_000 }) as const;

test('away from a terminal a line is written for each new part, and then every three seconds, with the rate', () => {
  const { report, taken, pass } = reporting(false);
  report.show(actors(0));
  expect(taken()).toBe('copying actors: 0 of 1000\n');
  pass(2_000);
  report.show(actors(100));
  expect(taken()).toBe('');
  pass(2_000);
  report.show(actors(200));
  expect(taken()).toBe('copying actors: 200 of 1000, 50/s\n');
  report.show({ phase: 'verifying', what: 'actors', done: 0, of: 1_000 });
  expect(taken()).toBe('verifying actors: 0 of 1000\n');
  report.end();
  expect(taken()).toBe('');
});

test('on a terminal a bar is redrawn in place, ends full, and disappears', () => {
  const { report, taken, pass } = reporting(true);
  report.show(actors(500));
  expect(taken()).toBe(`\r\u001b[K[${'#'.repeat(15)}${'-'.repeat(15)}] copying actors: 500 of 1000`);
  pass(50);
  report.show(actors(600));
  expect(taken()).toBe('');
  // More actors can be copied than were counted at the start, because actors may be created in between. The bar must then not exceed its
  // width.
  report.show(actors(1_100));
  expect(taken()).toContain(`[${'#'.repeat(30)}] copying actors: 1100 of 1000`);
  report.end();
  expect(taken()).toBe('\r\u001b[K');
});
