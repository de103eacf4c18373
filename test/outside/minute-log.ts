import type { OutsideWorld } from './open-world.ts';

/** What an operator could see in a minute. */
export type MinuteSigns = {
  readonly fromMs: number;
  readonly isReady: boolean;
  readonly logLines: number;
};

export type MinuteLog = {
  note(fromMs: number): Promise<void>;
  readonly minutes: readonly MinuteSigns[];
  describe(): string;
};

const TIMEOUT_MS = 20_000;

/** Looks at what the service shows of itself, minute by minute. */
export function createMinuteLog({ service }: OutsideWorld): MinuteLog {
  const minutes: MinuteSigns[] = [];
  const startedMs = performance.now();
  let seen = 0;
  return {
    minutes,
    async note(fromMs) {
      const ready = await fetch(`${service.url}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await ready.text();
      const lines = service.logs().split('\n').length - 1;
      minutes.push({ fromMs, isReady: ready.ok, logLines: lines - seen });
      seen = lines;
    },
    describe() {
      const unready = minutes.filter(({ isReady }) => !isReady).length;
      return `not ready in ${unready}, ${seen} log lines, ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes of real time`;
    },
  };
}
