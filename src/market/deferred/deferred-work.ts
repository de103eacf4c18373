import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, type Members, optional, text, time } from '../../values/document-form.ts';
import { doublingPauseMs } from '../../values/doubling-pause.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** Describes one piece of work, with all data that a retry needs. */
export type DeferredSubject = JsonObject & { readonly chainId: number; readonly vault: Address; readonly kind: string };

/** Failed work, which is stored until it succeeds so that later work does not wait for it. */
export type DeferredRow<T extends DeferredSubject = DeferredSubject> = T & {
  readonly attempts: number;
  readonly lastError: string;
  /** Time of the first failure in UTC ms; absent in rows of older versions. */
  readonly firstAtMs?: number;
  readonly nextAttemptAtMs: number;
};

const FIRST_PAUSE_MS = 60_000;
/** Maximum pause between retries in ms. It is so long that ten thousand permanently failing rows of one user leave capacity for others. */
const LONGEST_PAUSE_MS = 86_400_000;
/** Maximum number of retries in one run, so that many permanently failing rows cost each run little. */
const RETRIED_AT_ONCE = 20;
/**
 * Maximum number of runs that one piece of work may abort because the node or the store seemed unavailable. After that, the work itself
 * counts as the cause.
 */
const MOST_RUNS_ENDED = 3;
const MOST_REMEMBERED = 1_000;
const MAX_ERROR_CHARS = 500;
/** Maximum number of deferred rows of one follower on one chain. */
const MOST_ROWS = 10_000;
/** When there are too many rows, this number of the longest-waiting ones is compared, and the one with the most attempts is given up. */
const LOOKED_AT = 50;

type AnyRow = Pick<DeferredRow, 'attempts' | 'lastError' | 'firstAtMs' | 'nextAttemptAtMs' | 'chainId' | 'vault' | 'kind'>;

/** Defines the collection for the deferred work of one follower. @param own the fields that its rows have in addition to the common ones */
export function deferredWorkSpec<Own>(name: string, own: Members<Own>) {
  const form = documentForm<AnyRow & Own>({
    ...{ chainId: integer, vault: text, kind: text },
    ...{ attempts: integer, lastError: text, firstAtMs: optional(time), nextAttemptAtMs: time },
    ...own,
  } as Members<AnyRow & Own>);
  return { name, indexes: [['chainId', 'nextAttemptAtMs'], ['firstAtMs']], form } as const satisfies CollectionSpec;
}

/** Stores failed work for later, so that one failing piece does not delay any other. Every write may be repeated. */
export type DeferredWork<T extends DeferredSubject> = {
  /**
   * Runs the work, or stores it for a later retry. Rethrows an error only when the node or the store is unavailable or the process ends,
   * since then all work would fail; the caller then starts again at the same point. Work that aborts several consecutive runs is stored as
   * well.
   * @param isNodeWell called when the failure indicates a problem of the node; returns whether the node answers another request
   */
  doOrDefer(id: string, subject: T, work: () => Promise<void>, isNodeWell?: () => Promise<boolean>): Promise<void>;
  /** Retries the due work of one chain, with a longer wait after each failure. Work of another vault of the chain is deleted. */
  retryDue(place: { readonly chainId: number; readonly address: Address }, work: (subject: T) => Promise<void>): Promise<void>;
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
  /** Number of consecutive runs that a piece of work has aborted, by its id. */
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
    // The log is rate-limited, but every piece of work has a row that operators can list.
    const fields = { id, chainId, vault, kind, attempts, error };
    repeats.warn(`${chainId}/${vault}/${kind}`, 'Processing of a vault event failed; it is retried later', fields);
  }

  async function makeRoom(chainId: number): Promise<void> {
    if ((await rows.count({ chainId })) < mostRows) return;
    const { rows: patient } = await rows.find({
      where: { chainId },
      sort: { field: 'nextAttemptAtMs', order: 'descending' },
      limit: LOOKED_AT,
    });
    // The row with the most attempts has failed for the longest time.
    const [hopeless] = patient.toSorted((a, b) => b.attempts - a.attempts || (a.firstAtMs ?? 0) - (b.firstAtMs ?? 0));
    if (hopeless === undefined) return;
    await rows.remove(hopeless._id);
    const { _id: id, vault, kind, attempts, lastError } = hopeless;
    const fields = { id, chainId, vault, kind, attempts, lastError, mostRows };
    repeats.error(
      `full/${chainId}`,
      'Postponed work exceeded its limit and the item with the most attempts was dropped; if the vault still counts it, it is read again',
      fields,
    );
  }

  /**
   * Decides whether all other work would fail as well, by checking whether the component that seems unavailable answers another request.
   */
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
          // The component may have been unavailable only briefly, so the work is tried once more.
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

/** Returns which component an error's code reports as unavailable; null for a failure of the work itself. */
function whatIsAway(error: unknown): 'node' | 'store' | 'process' | null {
  if (!(error instanceof CoxswainError) || error.kind !== 'retryable') return null;
  if (error.code === 'draining') return 'process';
  if (error.code.startsWith('store-')) return 'store';
  return error.code.startsWith('rpc-') || error.code === 'chain-moved' ? 'node' : null;
}
