import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { showAgents } from '../crash/agent-owners.ts';
import type { ApiClient } from '../crash/api-client.ts';
import { wallets } from '../crash/chain-view.ts';
import type { OutsideWorld } from './open-world.ts';

/** What an operator could see of the service in one minute. */
export type MinuteSigns = {
  readonly fromMs: number;
  /**
   * The problems that the readiness check reported, with reasons. Endpoints that the service avoids are included only while both endpoints
   * misbehave.
   */
  readonly named: readonly string[];
  readonly logLines: number;
  /** Positions (`<wallet>/<positionId>`) whose record states why the order was postponed. */
  readonly putOff: ReadonlySet<string>;
  readonly isReady: boolean;
  /** Description of how the endpoints misbehaved in this minute, and which event of the chain (such as a reorg) occurred. */
  readonly chaos: string;
  /** Agents (record ids) whose record states why they do not trade, or since when a trade has been in progress. */
  readonly agentsPutOff: ReadonlySet<string>;
  /**
   * Whether the service could not detect the problem: no endpoint answered truthfully and none reported an error, or a reorg removed orders
   * that had been executed in time.
   */
  readonly isHidden: boolean;
  /** Whether both endpoints misbehaved at some time in this minute. */
  readonly isTroubled: boolean;
};

export type MinuteLog = {
  note(fromMs: number, chaos: string, of: Pick<MinuteSigns, 'isHidden' | 'isTroubled'>): Promise<void>;
  readonly minutes: readonly MinuteSigns[];
  /** Whether both endpoints misbehaved at the same time in this minute. */
  wasTroubled(atMs: number): boolean;
  describe(): string;
};

const shortages = v.array(v.object({ name: v.string(), reason: v.string() }));
const shortage = v.looseObject({ missing: shortages, degraded: shortages });
const readySchema = v.looseObject({ data: v.nullable(shortage), errors: v.optional(v.nullable(shortage)) });
const agentSchema = v.looseObject({
  trade: v.nullable(v.unknown()),
  strategies: v.array(v.looseObject({ outcome: v.nullable(v.string()) })),
});
/** Outcomes of a strategy that do not explain why an agent does not trade, because they are normal. */
const ORDINARY: ReadonlySet<string> = new Set(['fired', 'not-due', 'superseded', 'no-holding']);
const skipSchema = v.looseObject({ kind: v.string() });
const TIMEOUT_MS = 20_000;
const MINUTE_MS = 60_000;

/** Reads every minute what an operator can see of the service, and writes it to `minutes.log`. */
export function createMinuteLog({ service, rpc }: OutsideWorld, api: ApiClient, folder: string): MinuteLog {
  const minutes: MinuteSigns[] = [];
  const startedMs = performance.now();
  let seen = 0;

  async function whoIsPutOff(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const lists = await Promise.all(wallets.map(async (wallet) => ({ wallet, records: await api.records(wallet) })));
    for (const { wallet, records } of lists) {
      for (const { positionId, lastSkip } of records)
        if (v.is(skipSchema, lastSkip) && lastSkip.kind !== 'not-due') found.add(`${wallet}/${positionId}`);
    }
    return found;
  }

  async function whichAgents(): Promise<ReadonlySet<string>> {
    const agents = await showAgents(service.url);
    const saying = agents.filter((agent) => {
      const { trade, strategies } = v.parse(agentSchema, agent);
      return trade !== null || strategies.some(({ outcome }) => outcome !== null && !ORDINARY.has(outcome));
    });
    return new Set(saying.map(({ _id }) => _id));
  }

  return {
    minutes,
    async note(fromMs, chaos, of) {
      const ready = await fetch(`${service.url}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { data, errors } = v.parse(readySchema, await ready.json());
      const { missing, degraded } = data ?? errors ?? { missing: [], degraded: [] };
      // While one endpoint works, the fact that the other one is avoided does not explain a late order, so it is not recorded.
      const named = [...missing, ...degraded].filter(({ name }) => of.isTroubled || !name.endsWith(' endpoints'));
      const putOff = await whoIsPutOff();
      const lines = service.logs().split('\n').length - 1;
      minutes.push({
        fromMs,
        isReady: ready.ok,
        named: named.map(({ name, reason }) => `${name}: ${reason}`),
        logLines: lines - seen,
        putOff,
        agentsPutOff: await whichAgents(),
        chaos,
        ...of,
      });
      seen = lines;
      const block = Number(await rpc('eth_blockNumber'));
      const line = `${new Date(fromMs).toISOString()} to block ${block}: ${chaos}; ${ready.ok ? 'ready' : 'not ready'}${named.map(({ name, reason }) => `; ${name}: ${reason}`).join('')}${putOff.size === 0 ? '' : `; put off: ${[...putOff].join(' ')}`}`;
      appendFileSync(join(folder, 'minutes.log'), `${line}\n`);
    },
    wasTroubled: (atMs) => minutes.some(({ fromMs, isTroubled }) => isTroubled && fromMs <= atMs && atMs < fromMs + MINUTE_MS),
    describe() {
      const unready = minutes.filter(({ isReady }) => !isReady).length;
      return `not ready in ${unready}, ${seen} log lines, ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes of real time`;
    },
  };
}
