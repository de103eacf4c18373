import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ApiClient } from '../crash/api-client.ts';
import { wallets } from '../crash/chain-view.ts';
import type { OutsideWorld } from './open-world.ts';

/** What an operator could see in a minute. */
export type MinuteSigns = {
  readonly fromMs: number;
  readonly isReady: boolean;
  readonly logLines: number;
  /** Positions (`<wallet>/<positionId>`) whose record says why its order was put off. */
  readonly putOff: ReadonlySet<string>;
  /** What the endpoints and the chain did. */
  readonly chaos: string;
  /** Whether nobody can see it: no endpoint told the truth and none said so, or the chain itself stood still or went back. */
  readonly isHidden: boolean;
};

export type MinuteLog = {
  note(fromMs: number, chaos: string, isHidden: boolean): Promise<void>;
  readonly minutes: readonly MinuteSigns[];
  describe(): string;
};

const skipSchema = v.looseObject({ kind: v.string() });
const TIMEOUT_MS = 20_000;

/** Looks at what the service shows of itself, minute by minute; writes the minutes down in `minutes.log`. */
export function createMinuteLog({ service, rpc }: OutsideWorld, api: ApiClient, folder: string): MinuteLog {
  const minutes: MinuteSigns[] = [];
  const startedMs = performance.now();
  let seen = 0;

  async function whoIsPutOff(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const wallet of wallets) {
      for (const { positionId, lastSkip } of await api.records(wallet))
        if (v.is(skipSchema, lastSkip) && lastSkip.kind !== 'not-due') found.add(`${wallet}/${positionId}`);
    }
    return found;
  }

  return {
    minutes,
    async note(fromMs, chaos, isHidden) {
      const ready = await fetch(`${service.url}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await ready.text();
      const lines = service.logs().split('\n').length - 1;
      minutes.push({ fromMs, isReady: ready.ok, logLines: lines - seen, putOff: await whoIsPutOff(), chaos, isHidden });
      seen = lines;
      const block = Number(await rpc('eth_blockNumber'));
      const line = `${new Date(fromMs).toISOString()} to block ${block}: ${chaos}; ${ready.ok ? 'ready' : 'not ready'}`;
      appendFileSync(join(folder, 'minutes.log'), `${line}\n`);
    },
    describe() {
      const unready = minutes.filter(({ isReady }) => !isReady).length;
      return `not ready in ${unready}, ${seen} log lines, ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes of real time`;
    },
  };
}
