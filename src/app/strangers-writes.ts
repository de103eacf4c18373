import type { StrangersActors } from '../module/forget-strangers.ts';
import type { Log } from '../platform/log/log.ts';
import type { ActorCommit, ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import type { WrittenHours } from './written-hours.ts';

const HOUR_MS = 3_600_000;
const MB = 1_048_576;
/**
 * The share of the daily write limit above which requests to store new data are refused if they come from the clients with the most
 * requests.
 */
const NEAR = 1 / 2;
/**
 * A client whose share of all counted requests is above this fraction is among the first clients whose requests are refused. Clients with
 * only a few requests are never refused in this way.
 */
const MOST_OF_ALL = 1 / 20;
const FEW = 100;
const MOST_CLIENTS = 10_000;
/** Estimated bytes that a stored revision needs in addition to its texts, for its row and index entries. */
const BESIDE_TEXTS = 200;

/**
 * Limits how much unauthenticated clients can write to the histories of records in a day. All revisions of records without on-chain
 * evidence count, including those caused by a record's own checks and trades. Above half of the limit, requests of the clients with the
 * most requests are refused; above the limit, those of all clients. Only requests that would store new data are refused. The limit applies
 * to all nodes of a store together.
 */
export type StrangersWrites = {
  /**
   * Sets which actors belong to unauthenticated clients, so that their writes count towards the limit. The function is called when all
   * modules have started; before that, no write is counted.
   */
  judgeBy(kinds: readonly StrangersActors[]): void;
  /** Wraps the store so that the writes of unauthenticated clients' actors are counted. */
  counted(store: ActorStore): ActorStore;
  /**
   * Refuses a client's request to store new data when the daily write limit is reached, or nearly reached and the client has made too many
   * requests.
   * @param client the client's key; null when unknown
   * @throws OverloadError 503 `strangers-wrote-much`
   */
  refuseBeyond(client: string | null): void;
  /** Bytes that unauthenticated clients' records have written to the store in the last 24 hours. */
  bytes(): number;
  /** The used fraction of the daily write limit for unauthenticated clients, from 0 to 1; 0 when there is no limit. */
  share(): number;
};

export function createStrangersWrites(deps: {
  /** Limit for writes of unauthenticated clients in MB per day; 0 disables the limit. */
  readonly maxMbPerDay: number;
  readonly written: WrittenHours;
  readonly clock: Clock;
  readonly log: Log;
}): StrangersWrites {
  const { maxMbPerDay, written, clock, log } = deps;
  const most = maxMbPerDay * MB;
  let kinds: ReadonlyMap<string, StrangersActors> = new Map();
  let hour = hourNow();
  let asked = new Map<string, number>();
  let askedInAll = 0;
  let level: 'none' | 'near' | 'all' = 'none';

  function hourNow(): number {
    return Math.floor(clock.now() / HOUR_MS);
  }

  /** Halves the request count of each unauthenticated client for every full hour that has passed. */
  function moveOn(): void {
    const now = hourNow();
    // If the clock was set back, the current hour stays the same.
    if (now <= hour) return;
    const passed = now - hour;
    const halved = [...asked].map(([client, count]) => [client, Math.floor(count / 2 ** passed)] as const);
    asked = new Map(halved.filter(([, count]) => count > 0));
    askedInAll = [...asked.values()].reduce((sum, one) => sum + one, 0);
    hour = now;
  }

  function count({ previous, next, note }: ActorCommit): void {
    if (kinds.get(next.type)?.isUnproved(next) !== true) return;
    written.add(sizeOf(previous, next, note));
  }

  function isAmongMost(client: string | null): boolean {
    if (client === null) return false;
    const own = (asked.get(client) ?? 0) + 1;
    if (asked.size < MOST_CLIENTS || own > 1) {
      asked.set(client, own);
      askedInAll += 1;
    }
    return own > FEW && own > askedInAll * MOST_OF_ALL;
  }

  function tell(now: typeof level): void {
    if (now === level) return;
    const fields = { mb: Math.floor(written.total() / MB), maxMbPerDay };
    if (now === 'all') log.error('Daily write limit of unauthenticated clients reached: their new data is refused', fields);
    else if (now === 'near')
      log.warn('Half of the daily write limit of unauthenticated clients reached: the clients with the most requests are refused', fields);
    else log.info('Writes of unauthenticated clients are below the limit again', fields);
    level = now;
  }

  return {
    judgeBy(given) {
      kinds = new Map(given.map((kind) => [kind.type, kind]));
    },

    counted: (store) => ({
      ...store,
      async commit(commits) {
        const results = await store.commit(commits);
        for (const [at, commit] of commits.entries()) if (results[at] === 'won') count(commit);
        return results;
      },
    }),

    refuseBeyond(client) {
      if (most === 0) return;
      moveOn();
      const bytes = written.total();
      tell(bytes >= most ? 'all' : bytes >= most * NEAR ? 'near' : 'none');
      if (level === 'none') {
        isAmongMost(client);
        return;
      }
      if (level === 'near' && !isAmongMost(client)) return;
      const whose = level === 'all' ? 'Unauthenticated clients have' : 'You are among the clients that have';
      const message =
        `${whose} written as much as this service accepts in 24 hours for records without on-chain evidence. Nothing was changed. ` +
        'Work with money on chain continues.';
      const retryAfterMs = (hour + 1) * HOUR_MS - clock.now();
      throw new OverloadError({ code: 'strangers-wrote-much', retryAfterMs: Math.max(1_000, retryAfterMs), message });
    },

    bytes: written.total,
    share: () => (most === 0 ? 0 : written.total() / most),
  };
}

/** Estimates how many bytes a commit of an actor adds to the store: the bytes of the commit's new or changed values, as text. */
function sizeOf(previous: ActorCommit['previous'], next: ActorCommit['next'], note: ActorCommit['note']): number {
  const before = previous?.snapshot.context ?? {};
  let size = BESIDE_TEXTS + textSize(note);
  for (const [name, value] of Object.entries(next.snapshot.context)) if (before[name] !== value) size += name.length + textSize(value);
  const known = new Set(previous?.outbox);
  for (const entry of next.outbox) if (!known.has(entry)) size += textSize(entry);
  return size;
}

function textSize(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}
