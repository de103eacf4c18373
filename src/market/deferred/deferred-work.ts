import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, type Members, optional, text, time } from '../../values/document-form.ts';
import { doublingPauseMs } from '../../values/doubling-pause.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** What has to be done, and for whom: enough to find out again what it is about when it is retried. */
export type DeferredSubject = JsonObject & { readonly chainId: number; readonly vault: string; readonly kind: string };

/** Something that could not be done, kept until it can be: what comes behind it does not wait. */
export type DeferredRow<T extends DeferredSubject = DeferredSubject> = T & {
  readonly attempts: number;
  readonly lastError: string;
  /** UTC ms. Rows of older versions have none. */
  readonly firstAtMs?: number;
  readonly nextAttemptAtMs: number;
};

const FIRST_PAUSE_MS = 60_000;
/** So long that ten thousand of a stranger's, which never can be done, leave room for the others. */
const LONGEST_PAUSE_MS = 86_400_000;
/** Retried in one run, so that a stranger's many bad ones cost each run little. */
const RETRIED_AT_ONCE = 20;
/** Runs that one piece of work may end because the node or the store was away during it, before it is held to be the cause. */
const MOST_RUNS_ENDED = 3;
const MOST_REMEMBERED = 1_000;
const MAX_ERROR_CHARS = 500;
/** Of one follower and chain. */
const MOST_ROWS = 10_000;
/** Among so many of those that wait longest the one is given up that was tried most. */
const LOOKED_AT = 50;

type AnyRow = Pick<DeferredRow, 'attempts' | 'lastError' | 'firstAtMs' | 'nextAttemptAtMs' | 'chainId' | 'vault' | 'kind'>;

/** The collection of one follower. @param own what its rows have beside what all have */
export function deferredWorkSpec<Own>(name: string, own: Members<Own>) {
  const form = documentForm<AnyRow & Own>({
    ...{ chainId: integer, vault: text, kind: text },
    ...{ attempts: integer, lastError: text, firstAtMs: optional(time), nextAttemptAtMs: time },
    ...own,
  } as Members<AnyRow & Own>);
  return { name, indexes: [['chainId', 'nextAttemptAtMs'], ['firstAtMs']], form } as const satisfies CollectionSpec;
}

/**
 * Puts work aside that fails, so that one piece of it holds up nobody else's. Every write may be repeated. When there is too much of it, what is old and was
 * tried most is given up. The chain still has it: followers hold the vaults' own counters and agents against what was seen, in turn, and read again what is missing.
 */
export type DeferredWork<T extends DeferredSubject> = {
  /**
   * Does it, or keeps it for later. Only where the node or the store is away, or the process ends, the error is thrown on: then everything would
   * fail, and whoever called begins again where it began. But not for ever: what ends run after run is put aside as well.
   * @param isNodeWell asked when the failure is said to be the node's: whether it answers something else
   */
  doOrDefer(id: string, subject: T, work: () => Promise<void>, isNodeWell?: () => Promise<boolean>): Promise<void>;
  /** Does what is due of one chain; what fails again waits longer. What belonged to another vault of the chain is dropped. */
  retryDue(place: { readonly chainId: number; readonly address: string }, work: (subject: T) => Promise<void>): Promise<void>;
  hasSome(chainId: number): Promise<boolean>;
  has(id: string): Promise<boolean>;
};

export function createDeferredWork<T extends DeferredSubject>(
  spec: ReturnType<typeof deferredWorkSpec>,
  deps: { readonly records: RecordStore; readonly clock: Clock; readonly log: Log; readonly mostRows?: number },
): DeferredWork<T> {
  const { clock, log, mostRows = MOST_ROWS } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const rows = deps.records.collection<DeferredRow<T>>(spec);
  /** Runs that a piece of work has ended in a row, by its id. */
  const ended = new Map<string, number>();

  async function postpone(
    id: string,
    subject: T,
    before: Partial<Pick<DeferredRow, 'attempts' | 'firstAtMs'>>,
    error: unknown,
  ): Promise<void> {
    const attempts = (before.attempts ?? 0) + 1;
    const nowMs = clock.now();
    const lastError = redactUrls(error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARS);
    const nextAttemptAtMs = nowMs + doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, attempts);
    const { chainId, vault, kind } = subject;
    if (attempts === 1) await makeRoom(chainId);
    await rows.put(id, { ...subject, attempts, lastError, firstAtMs: before.firstAtMs ?? nowMs, nextAttemptAtMs });
    // Each has its row, which operators can list.
    const fields = { id, chainId, vault, kind, attempts, error };
    repeats.warn(`${chainId}/${vault}/${kind}`, 'What a vault told could not be done and is retried later', fields);
  }

  async function makeRoom(chainId: number): Promise<void> {
    if ((await rows.count({ chainId })) < mostRows) return;
    const { rows: patient } = await rows.find({
      where: { chainId },
      sort: { field: 'nextAttemptAtMs', order: 'descending' },
      limit: LOOKED_AT,
    });
    // What waits longest was tried most, and has failed for longest.
    const [hopeless] = patient.toSorted((a, b) => b.attempts - a.attempts || (a.firstAtMs ?? 0) - (b.firstAtMs ?? 0));
    if (hopeless === undefined) return;
    await rows.remove(hopeless._id);
    const { _id: id, vault, kind, attempts, lastError } = hopeless;
    const fields = { id, chainId, vault, kind, attempts, lastError, mostRows };
    repeats.error(
      `full/${chainId}`,
      'Too much is put aside: what was tried most was given up, and is read again where a vault still counts it',
      fields,
    );
  }

  /** Whether everything else would fail as well: what is said to be away is asked something else. */
  async function isEverybodys(id: string, error: unknown, isNodeWell: () => Promise<boolean>): Promise<boolean> {
    const away = whatIsAway(error);
    if (away === 'process') return true;
    if (away === null || (away === 'node' ? await isNodeWell() : await isStoreWell())) return false;
    const runs = (ended.get(id) ?? 0) + 1;
    if (ended.size >= MOST_REMEMBERED) ended.clear();
    ended.set(id, runs);
    return runs < MOST_RUNS_ENDED;
  }

  async function isStoreWell(): Promise<boolean> {
    try {
      await rows.get('whether-the-store-answers');
      return true;
    } catch (error) {
      if (whatIsAway(error) === 'store') return false;
      throw error;
    }
  }

  return {
    async doOrDefer(id, subject, work, isNodeWell = async () => true) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await work();
          break;
        } catch (error) {
          if (await isEverybodys(id, error, isNodeWell)) throw error;
          // It may have been away for a moment.
          if (whatIsAway(error) !== null && attempt === 1) continue;
          await postpone(id, subject, (await rows.get(id)) ?? {}, error);
          break;
        }
      }
      ended.delete(id);
    },

    async retryDue({ chainId, address }, work) {
      const due = await rows.find({
        where: { chainId },
        range: { field: 'nextAttemptAtMs', to: clock.now() },
        sort: { field: 'nextAttemptAtMs', order: 'ascending' },
        limit: RETRIED_AT_ONCE,
      });
      for (const row of due.rows) {
        try {
          if (row.vault === address) await work(row);
          await rows.remove(row._id);
        } catch (error) {
          if (whatIsAway(error) === 'process') throw error;
          await postpone(row._id, row, row, error);
        }
      }
    },

    has: async (id) => (await rows.get(id)) !== null,
    hasSome: async (chainId) => (await rows.find({ where: { chainId }, limit: 1 })).rows.length > 0,
  };
}

/** By its code, what a failure says is away; null for one that is of the work itself. */
function whatIsAway(error: unknown): 'node' | 'store' | 'process' | null {
  if (!(error instanceof CoxswainError) || error.kind !== 'retryable') return null;
  if (error.code === 'draining') return 'process';
  if (error.code.startsWith('store-')) return 'store';
  return error.code.startsWith('rpc-') || error.code === 'chain-moved' ? 'node' : null;
}
