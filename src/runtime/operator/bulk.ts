import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import type { PlainEvent } from '../define/definition.ts';
import type { ListPage, LoadedActor } from '../record/actor-store.ts';
import type { ActorId } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { OperatorFilter, OperatorQuery } from './blocked.ts';

/** The action that a bulk action performs on each actor. */
export type BulkAct =
  | { readonly kind: 'tick' }
  | { readonly kind: 'release' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'send'; readonly event: PlainEvent }
  | { readonly kind: 'restore'; readonly beforeMs: number };

/** The result of a bulk action for one actor. `what` describes for the operator what was done, or why there was nothing to do. */
export type BulkCheck = { readonly kind: 'done' | 'skipped'; readonly what: string };

export type BulkRequest = {
  readonly act: BulkAct;
  readonly filter: OperatorFilter;
  /** Maximum number of matching actors on which the bulk action is performed. */
  readonly limit?: number;
  /** Whether the bulk action is only previewed. */
  readonly isDryRun: boolean;
};

/**
 * Counts of a bulk run. `skipped`: there was nothing to do. In a dry run, `done` counts the actors that would be changed, as far as that
 * can be determined.
 */
export type BulkCounts = { readonly seen: number; readonly done: number; readonly skipped: number; readonly failed: number };

export type BulkEvent =
  | ({ readonly kind: 'progress' } & BulkCounts)
  | { readonly kind: 'failure'; readonly id: ActorId; readonly code: string; readonly message: string }
  | ({ readonly kind: 'end' } & BulkCounts & {
        readonly isDryRun: boolean;
        /** True when the bulk action ended early because this node accepts no more work. */
        readonly isStopped: boolean;
        /** True when the bulk action ended because it reached its `limit`, although more actors match the filter. */
        readonly hasMore: boolean;
        /** The first actors that were changed (or would be changed in a dry run), with the results. */
        readonly samples: readonly BulkSample[];
      });

export type BulkSample = { readonly id: ActorId; readonly what: string };

export type BulkDeps = {
  readonly list: (query: OperatorQuery) => Promise<ListPage>;
  readonly clock: Clock;
  /** Checks a bulk request before it starts. Throws when the action is impossible for every actor that matches the filter. */
  readonly check: (request: BulkRequest) => void;
  readonly decide: (found: LoadedActor, request: BulkRequest, by: string) => Promise<BulkCheck>;
};

/**
 * Number of actors that are processed at the same time. It is enough for them to share the store's writes, but not so large that other work
 * is delayed.
 */
const AT_ONCE = 16;
const PAGE = 200;
/**
 * Maximum number of non-matching actors that are scanned for one page of matching actors. The limit allows the node to do other work
 * between two pages.
 */
const MOST_LOOKED = 5_000;
/** Minimum milliseconds between two progress reports of a bulk action, so at most five are sent per second. */
const PROGRESS_EVERY_MS = 200;
/** The maximum number of failures of a bulk action that are listed; further failures are only counted. */
export const MOST_FAILURES = 100;
const MOST_SAMPLES = 20;

/**
 * Performs the action once on every actor that matches a filter. The actors are read in order of creation, which no action changes. So an
 * actor is neither missed nor processed twice when an action changes it. A filter by prefix uses the order of ids instead, since its index
 * has only that order and each page would otherwise have to sort all matches. Actors that are created during the run are excluded, so that
 * the run ends.
 */
export function createBulk({ list, clock, check, decide }: BulkDeps) {
  async function* run(request: BulkRequest, by: string, signal: AbortSignal): AsyncGenerator<BulkEvent> {
    const { filter, limit = Number.POSITIVE_INFINITY, isDryRun } = request;
    const startedAtMs = clock.now();
    const counts = { seen: 0, done: 0, skipped: 0, failed: 0 };
    const samples: BulkSample[] = [];
    const untold: BulkEvent[] = [];
    const inHand = new Set<Promise<void>>();
    let [hasMore, isStopped] = [false, false];
    let toldAtMs = startedAtMs;
    const isById = (filter.idPrefix ?? '') !== '';
    const walked: Omit<OperatorQuery, 'cursor'> = {
      ...filter,
      ...{ sort: isById ? 'id' : 'created', order: 'oldest', limit: PAGE, maxLooked: MOST_LOOKED },
    };

    const one = async (found: LoadedActor): Promise<void> => {
      const { id } = found.record;
      try {
        const finding = await decide(found, request, by);
        counts[finding.kind] += 1;
        if (finding.kind === 'done' && samples.length < MOST_SAMPLES) samples.push({ id, what: finding.what });
      } catch (error) {
        counts.failed += 1;
        if (error instanceof CoxswainError && error.code === 'draining') isStopped = true;
        const { code, message } = recordedError(error, 0);
        if (counts.failed <= MOST_FAILURES) untold.push({ kind: 'failure', id, code, message });
      }
    };

    function* news(): Generator<BulkEvent> {
      while (untold.length > 0) yield* untold.splice(0);
      if (clock.now() - toldAtMs < PROGRESS_EVERY_MS) return;
      toldAtMs = clock.now();
      yield { kind: 'progress', ...counts };
    }

    try {
      let cursor: string | null = null;
      walk: do {
        const page: ListPage = await list({ ...walked, ...(cursor === null ? {} : { cursor }) });
        for (const found of page.actors) {
          if (signal.aborted || isStopped) break walk;
          if (found.record.createdAtMs > startedAtMs) {
            if (isById) continue;
            break walk;
          }
          if (counts.seen >= limit) {
            hasMore = true;
            break walk;
          }
          counts.seen += 1;
          const working = one(found).finally(() => inHand.delete(working));
          inHand.add(working);
          if (inHand.size >= AT_ONCE) await Promise.race(inHand);
          yield* news();
        }
        cursor = page.cursor;
        yield* news();
      } while (cursor !== null && !signal.aborted);
    } finally {
      // Waits for all actions that have already been started, even if the caller has disconnected. After the caller has disconnected, no
      // further actions are started.
      await Promise.all(inHand);
    }
    yield* untold.splice(0);
    yield { kind: 'progress', ...counts };
    yield { kind: 'end', ...counts, isDryRun, isStopped: isStopped || signal.aborted, hasMore, samples };
  }

  return (request: BulkRequest, by: string, signal: AbortSignal): AsyncGenerator<BulkEvent> => {
    // The request is checked here, in an ordinary function, so that an invalid request fails immediately. The generator itself would throw
    // only when its first value is read.
    check(request);
    return run(request, by, signal);
  };
}

/** Creates the error for an invalid bulk request. */
export function bulkProblem(path: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path, code, message }], { code });
}
