import type { TickScope } from './tick-rounds.ts';

type Facts = ReadonlyMap<string, unknown>;
type Fetch = (keys: readonly string[]) => Promise<Facts>;
/** The fetches of external data (facts), in progress or finished, by the key of the data. */
type Flights = Map<string, Promise<Facts>>;

export type SharedFactsOfTick = {
  /**
   * Returns a value for each key, or undefined when the source has none. Keys that are requested at the same time are fetched together in
   * groups, and a key that is already being fetched is not fetched again. `fetched` counts the keys that this call has fetched itself. Keys
   * that another call's group failed to fetch are fetched again, since the failure may have been caused by that group's other keys.
   * @throws the errors of `fetch`
   */
  readonly get: (type: string, keys: readonly string[], fetch: Fetch) => Promise<{ readonly values: Facts; readonly fetched: number }>;
};

export type SharedFacts = {
  /** Returns the external data (facts) that this tick shares with the ticks of other groups of actors in the same minute on this node. */
  readonly of: (tickAtMs: number, scope: TickScope) => SharedFactsOfTick;
  /**
   * Removes the data of minutes that are over. Also removes the data of minutes in the future, which exists after the clock was set back.
   */
  readonly clockIsAt: (nowMs: number) => void;
};

type Minute = { readonly atMs: number; readonly groups: Set<string>; readonly byType: Map<string, Flights>; kept: number };

/**
 * Maximum number of keys whose data is kept for other shard groups; 10,000 keys need some megabytes. Only a store with very many actors
 * reaches this number; each group then fetches the data of further keys itself.
 */
const MOST_KEYS = 10_000;

/**
 * Shares external data (facts) between the groups of actors (shards) that are processed within one minute: each key is fetched only once,
 * and a group that needs a key which is being fetched waits for that fetch. Only the data of the latest minute is kept; failed fetches are
 * not kept. A tick without shards shares nothing. When a group repeats a tick within a minute, it fetches the data again, since the actors
 * that its first run processed may have changed the data.
 */
export function createSharedFacts({ tickEveryMs, mostKeys = MOST_KEYS }: { tickEveryMs: number; mostKeys?: number }): SharedFacts {
  let minute: Minute | null = null;

  function minuteOf(atMs: number, scope: TickScope): Minute | null {
    if (scope.shards === undefined || (minute !== null && minute.atMs > atMs)) return null;
    const group = JSON.stringify([scope.types ?? null, scope.shards]);
    if (minute === null || minute.atMs < atMs || minute.groups.has(group)) minute = { atMs, groups: new Set(), byType: new Map(), kept: 0 };
    minute.groups.add(group);
    return minute;
  }

  function start(keys: readonly string[], fetch: Fetch, own: Minute | null, flights: Flights): Promise<Facts> {
    const flight = fetch(keys);
    if (own === null || own.kept + keys.length > mostKeys) return flight;
    own.kept += keys.length;
    for (const key of keys) flights.set(key, flight);
    flight.catch(() => {
      own.kept -= keys.length;
      for (const key of keys) if (flights.get(key) === flight) flights.delete(key);
    });
    return flight;
  }

  return {
    of(tickAtMs, scope) {
      const own = minuteOf(tickAtMs, scope);
      return {
        async get(type, keys, fetch) {
          const flights: Flights = own?.byType.get(type) ?? new Map();
          own?.byType.set(type, flights);
          const values = new Map<string, unknown>();
          const take = (some: readonly string[], facts: Facts) => {
            for (const key of some) values.set(key, facts.get(key));
          };
          const others = new Map<Promise<Facts>, string[]>();
          const missing: string[] = [];
          for (const key of keys) {
            const flight = flights.get(key);
            const some = flight === undefined ? missing : (others.get(flight) ?? []);
            some.push(key);
            if (flight !== undefined) others.set(flight, some);
          }
          const failed: string[] = [];
          const joined = [...others].map(([flight, some]) =>
            flight.then(
              (facts) => take(some, facts),
              () => void failed.push(...some),
            ),
          );
          const mine = missing.length === 0 ? [] : [start(missing, fetch, own, flights).then((facts) => take(missing, facts))];
          await Promise.all([...mine, ...joined]);
          if (failed.length > 0) take(failed, await start(failed, fetch, own, flights));
          return { values, fetched: missing.length + failed.length };
        },
      };
    },
    clockIsAt(nowMs) {
      if (minute !== null && Math.abs(nowMs - minute.atMs) >= tickEveryMs) minute = null;
    },
  };
}
