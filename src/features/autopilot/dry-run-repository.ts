import { createHash } from 'node:crypto';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, number, text } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { pagesOf } from '../../values/pages-of.ts';

/**
 * A dry run (an agent with simulated money) as counted for the limits on dry runs. `client` is a hash of the client's address. `untilMs`
 * (UTC ms) is the time until which the dry run counts.
 */
type DryRun = { readonly client: string; readonly createdAtMs: number; readonly untilMs: number };

export const DRY_RUNS: CollectionSpec = {
  name: 'autopilot-dry-runs',
  indexes: [['untilMs'], ['createdAtMs'], ['client', 'createdAtMs']],
  form: documentForm<DryRun>({ client: text, createdAtMs: number, untilMs: number }),
};

/**
 * Minimum time in ms for which a dry run (an agent with simulated money) counts towards the limits, even if its policy ends sooner. Without
 * a minimum, a client could create an unlimited number of short dry runs.
 */
const COUNTS_FOR_MS = 86_400_000;
/** Number of expired dry runs (agents with simulated money) that are stopped each time a new one is created. */
const CLEARED_AT_ONCE = 20;
const PAGE = 500;

/**
 * Limits the number of dry runs (agents with simulated money) per client address and in total, because dry runs cost their wallets nothing
 * but are evaluated every minute. When the total is reached, the oldest dry run of the client with the most dry runs is paused. Its owner
 * may resume it.
 */
export type DryRuns = {
  /**
   * Counts a new dry run towards the limits.
   * @throws TerminalError 429 `too-many-dry-runs` when the client has reached its limit
   */
  take(recordId: string, run: { readonly client: string; readonly expirySec: number }): Promise<void>;
  /**
   * Extends the time for which a dry run counts towards the limits, after its policy was changed or the dry run was resumed. A dry run that
   * is no longer counted is counted as a new one. @throws the errors of `take`
   */
  keep(recordId: string, run: { readonly client: string; readonly expirySec: number }): Promise<void>;
};

export function createDryRuns(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Stops an agent. Does nothing when the agent does not exist. */
  readonly stop: (recordId: string) => Promise<void>;
  /** Maximum number of dry runs, in total and per client; 0 means no limit. */
  readonly bounds: { readonly inAll: number; readonly perClient: number };
}): DryRuns {
  const { clock, stop } = deps;
  const { inAll, perClient } = deps.bounds;
  const rows = deps.records.collection<DryRun>(DRY_RUNS);

  async function end(recordId: string): Promise<void> {
    await stop(recordId);
    await rows.remove(recordId);
  }

  async function clear(): Promise<void> {
    const range = { field: 'untilMs', to: clock.now() } as const;
    for (const { _id } of (await rows.find({ where: {}, range, limit: CLEARED_AT_ONCE })).rows) await end(_id);
  }

  async function makeRoom(): Promise<void> {
    if (inAll === 0 || (await rows.count({})) < inAll) return;
    const all: Stored<DryRun>[] = [];
    const oldestFirst = { where: {}, sort: { field: 'createdAtMs', order: 'ascending' }, limit: PAGE } as const;
    for await (const page of pagesOf((after) => rows.find({ ...oldestFirst, ...after }))) all.push(...page.rows);
    const byClient = [...Map.groupBy(all, ({ client }) => client).values()];
    const [most] = byClient.toSorted((a, b) => b.length - a.length);
    for (const { _id } of most?.slice(0, Math.max(1, all.length - inAll + 1)) ?? []) await end(_id);
  }

  const repository: DryRuns = {
    async take(recordId, { client: address, expirySec }) {
      const client = createHash('sha256').update(address).digest('hex').slice(0, 32);
      await clear();
      if (perClient > 0 && (await rows.count({ client })) >= perClient) {
        const message = `Clients at your IP address already have ${perClient} dry runs, which is the maximum. Wait until a dry run expires, or update a dry run instead.`;
        throw new TerminalError({ code: 'too-many-dry-runs', message, status: 429 });
      }
      await makeRoom();
      const createdAtMs = clock.now();
      await rows.insert(recordId, { client, createdAtMs, untilMs: Math.max(expirySec * 1_000, createdAtMs + COUNTS_FOR_MS) });
    },

    async keep(recordId, run) {
      for (;;) {
        const known = await rows.get(recordId);
        if (known === null) return repository.take(recordId, run);
        const { _id, rev, ...row } = known;
        const untilMs = Math.max(run.expirySec * 1_000, row.createdAtMs + COUNTS_FOR_MS);
        if (untilMs === row.untilMs || (await rows.update(_id, rev, { ...row, untilMs }))) return;
      }
    },
  };
  return repository;
}
