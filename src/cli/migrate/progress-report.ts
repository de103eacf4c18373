import type { MigrationProgress } from './migrate-stores.ts';

/** Shows the progress of a migration: as a redrawn bar on a terminal, elsewhere as a line every few seconds. */
export type ProgressReport = { show(progress: MigrationProgress): void; end(): void };

const REDRAW_MS = 100;
const LINE_EVERY_MS = 3_000;
const BAR_WIDTH = 30;

export function createProgressReport(options: {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Returns the current time in ms. Only differences of times are used, so any clock will do. */
  readonly now: () => number;
}): ProgressReport {
  const { write, isTerminal, now } = options;
  const everyMs = isTerminal ? REDRAW_MS : LINE_EVERY_MS;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let part = '';
  let startedAtMs = 0;
  let isDrawn = false;

  return {
    show(progress) {
      const nowMs = now();
      const name = `${progress.phase} ${progress.what}`;
      const isNew = name !== part;
      if (isNew) {
        part = name;
        startedAtMs = nowMs;
      }
      const isLast = progress.done >= progress.of;
      if (!isNew && !(isTerminal && isLast) && nowMs - shownAtMs < everyMs) return;
      shownAtMs = nowMs;
      const line = describe(progress, nowMs - startedAtMs);
      if (!isTerminal) return write(`${line}\n`);
      write(`\r\u001b[K${bar(progress)} ${line}`);
      isDrawn = true;
    },
    end() {
      if (isDrawn) write('\r\u001b[K');
      isDrawn = false;
    },
  };
}

function describe({ phase, what, done, of }: MigrationProgress, tookMs: number): string {
  const rate = tookMs < 1_000 || done === 0 ? '' : `, ${Math.round((done * 1_000) / tookMs)}/s`;
  return `${phase} ${what}: ${done} of ${of}${rate}`;
}

/** The length of the bar is limited, because more items may be done than were counted at the start. */
function bar({ done, of }: MigrationProgress): string {
  const full = of === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((done / of) * BAR_WIDTH));
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}]`;
}
