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

/** Describes one piece of deferred work (processing of an event that failed and is retried later), with all data that a retry needs. */
export type DeferredSubject = JsonObject & { readonly chainId: number; readonly vault: Address; readonly kind: string };

/** A stored piece of work that has failed. It is retried until it succeeds, and later work does not wait for it. */
export type DeferredRow<T extends DeferredSubject = DeferredSubject> = T & {
  readonly attempts: number;
  readonly lastError: string;
  /** Time of the first failure in UTC ms; missing in rows that an older version stored. */
  readonly firstAtMs?: number;
  readonly nextAttemptAtMs: number;
};

const FIRST_PAUSE_MS = 60_000;
/**
 * Maximum pause between two retries of a piece of work, in ms. The pause is so long that even if ten thousand pieces of work of one user
 * fail permanently, their retries leave capacity for the work of others.
 */
const LONGEST_PAUSE_MS = 86_400_000;
/** Maximum number of pieces of deferred work that are retried in one run, so that many permanently failing ones cost each run little. */
const RETRIED_AT_ONCE = 20;
/**
 * Maximum number of consecutive runs that one piece of work can abort because the node or the store seemed to be unavailable. After that,
 * the work itself is considered to be the cause.
 */
const MOST_RUNS_ENDED = 3;
const MOST_REMEMBERED = 1_000;
const MAX_ERROR_CHARS = 500;
/** Maximum number of stored pieces of deferred work, for one chain and one kind of contract whose events are read. */
const MOST_ROWS = 10_000;
/**
 * When too many pieces of deferred work are stored, the pieces that have waited longest are compared, and this is how many. The piece with
 * the most attempts is then deleted.
 */
const LOOKED_AT = 50;

type AnyRow = Pick<DeferredRow, 'attempts' | 'lastError' | 'firstAtMs' | 'nextAttemptAtMs' | 'chainId' | 'vault' | 'kind'>;

/**
 * Defines the collection for the deferred work (failed work that is retried) of one reader of contract events. @param own the fields that
 * its rows have in addition to the common ones
 */
export function deferredWorkSpec<Own>(name: string, own: Members<Own>) {
  const form = documentForm<AnyRow & Own>({
    ...{ chainId: integer, vault: text, kind: text },
    ...{ attempts: integer, lastError: text, firstAtMs: optional(time), nextAttemptAtMs: time },
    ...own,
  } as Members<AnyRow & Own>);
  return { name, indexes: [['chainId', 'nextAttemptAtMs'], ['firstAtMs']], form } as const satisfies CollectionSpec;
}

/**
 * Stores failed work for a later retry, so that one failing piece of work does not delay any other. Every write may be repeated without
 * changing the result.
 */
export type DeferredWork<T extends DeferredSubject> = {
  /**
   * Runs a piece of work. If it fails, stores it for a later retry. An error is rethrown only when the node or the store is unavailable, or
   * when the process ends, because all other work would then fail too. The caller must then start again at the same point. Work that aborts
   * several consecutive runs is stored as well.
   * @param isNodeWell called when the failure indicates a problem of the node; returns whether the node answers another request
   */
  doOrDefer(id: string, subject: T, work: () => Promise<void>, isNodeWell?: () => Promise<boolean>): Promise<void>;
  /**
   * Retries the deferred work of one chain whose pause between retries has ended; after each failure the pause is longer. Work that belongs
   * to another vault of the chain is deleted.
   */
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
  /** By id of a piece of deferred work, the number of consecutive runs that its failure has aborted. */
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
    // The log contains only some of the failures, because repeated log lines are limited. Operators can list every stored piece of work.
    const fields = { id, chainId, vault, kind, attempts, error };
    repeats.warn(`${chainId}/${vault}/${kind}`, 'Processing a vault event failed and will be retried', fields);
  }

  async function makeRoom(chainId: number): Promise<void> {
    if ((await rows.count({ chainId })) < mostRows) return;
    const { rows: patient } = await rows.find({
      where: { chainId },
      sort: { field: 'nextAttemptAtMs', order: 'descending' },
      limit: LOOKED_AT,
    });
    // Of the pieces of work that have waited longest, the one with the most attempts is least likely to succeed, so it is deleted.
    const [hopeless] = patient.toSorted((a, b) => b.attempts - a.attempts || (a.firstAtMs ?? 0) - (b.firstAtMs ?? 0));
    if (hopeless === undefined) return;
    await rows.remove(hopeless._id);
    const { _id: id, vault, kind, attempts, lastError } = hopeless;
    const fields = { id, chainId, vault, kind, attempts, lastError, mostRows };
    repeats.error(
      `full/${chainId}`,
      'Too many vault events are postponed, so the one with the most attempts was dropped. The event is read again if the vault still counts it',
      fields,
    );
  }

  /**
   * Checks whether a failure affects all work, and not only one piece: whether the component that seems to be unavailable (node or store)
   * fails for another request too.
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
          // The node or the store may have been unavailable only briefly, so the work is tried once more.
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

/** Returns the component (node or store) that an error's code reports as unavailable; null when the work itself has failed. */
function whatIsAway(error: unknown): 'node' | 'store' | 'process' | null {
  if (!(error instanceof CoxswainError) || error.kind !== 'retryable') return null;
  if (error.code === 'draining') return 'process';
  if (error.code.startsWith('store-')) return 'store';
  return error.code.startsWith('rpc-') || error.code === 'chain-moved' ? 'node' : null;
}
