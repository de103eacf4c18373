export type CountProgress = { readonly add: (count: number) => void; readonly end: () => void };

const REDRAW_MS = 200;
const LINE_EVERY_MS = 3_000;

/**
 * Shows how many items are done, for work whose total is unknown. A terminal shows a line that is updated; other output gets a new line
 * from time to time.
 */
export function createCountProgress(options: {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  readonly now: () => number;
  /** The name of the counted items, such as `actors`. */
  readonly what: string;
}): CountProgress {
  const { write, isTerminal, now, what } = options;
  const startedAtMs = now();
  let shownAtMs = startedAtMs;
  let done = 0;
  let isDrawn = false;
  return {
    add(count) {
      done += count;
      const nowMs = now();
      if (nowMs - shownAtMs < (isTerminal ? REDRAW_MS : LINE_EVERY_MS)) return;
      shownAtMs = nowMs;
      const line = `${done} ${what}, ${Math.round((done * 1_000) / Math.max(1, nowMs - startedAtMs))}/s`;
      write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
      isDrawn = isTerminal;
    },
    end() {
      if (isDrawn) write('\r\u001b[K');
      isDrawn = false;
    },
  };
}

/** Creates a progress display that prints to standard error, so that standard output contains only the result of the command. */
export function stderrProgress(what: string): CountProgress {
  const write = (text: string) => void process.stderr.write(text);
  return createCountProgress({ write, isTerminal: process.stderr.isTTY === true, now: Date.now, what });
}
