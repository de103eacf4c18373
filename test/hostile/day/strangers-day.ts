import { startReplayCoingecko } from '../../support/replay-coingecko.ts';
import { MOST_LOG_BYTES, mostOnDisk, RATE_BY_DEFAULT, type Requests } from '../../support/strangers-bound.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { BreakageName } from '../breakages.ts';
import { at } from '../health-watch.ts';
import { type HostileWorld, startHostileWorld } from '../hostile-world.ts';
import { databaseBytes, logBytes, type Rows, rowsOnDisk } from './rows-on-disk.ts';
import { type Asked, clearingRound, createStranger, honestRound } from './what-is-asked.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds of real time between two requests of the honest client. */
const HONEST_EVERY_MS = 25;
const HONEST_ADDRESSES = 200;
/**
 * Milliseconds by which the virtual clock jumps ahead at the end, so that all records without on-chain evidence are older than the 24 hours
 * after which they are removed.
 */
const JUMP_MS = 25 * HOUR_MS;
const MOST_MINUTES_OF_CLEARING = 90;
const CLEARING_PATIENCE_MS = 20_000;

export type DayOptions = {
  /** Length of the simulated time, and of one part of it, in virtual minutes. Strangers write in every other part. */
  readonly minutes: number;
  readonly minutesOfPart: number;
  /** The service's setting RATE_LIMIT_PER_MINUTE in this run. */
  readonly rate: number;
  readonly clients: number;
  /**
   * Whether virtual minutes are shortened when the rate limit is lower than the default. The service then gets as many requests per real
   * second as with the default.
   */
  readonly isPaced: boolean;
  readonly broken?: BreakageName;
  /** Called when a part of the simulated day has ended. */
  readonly onPart?: (part: PartFigures) => void;
};

/** Measurements of one part of the simulated day: the database, the strangers' requests, and the honest client's waiting times. */
export type PartFigures = {
  readonly untilMinute: number;
  readonly hasStrangers: boolean;
  /** Growth of the database in bytes since the start, and the growth that the documentation states as the limit. */
  readonly grownBytes: number;
  readonly boundBytes: number;
  readonly logBytes: number;
  /** Numbers of strangers' requests that were answered (`done`), and that the rate limit refused (`limited`). */
  readonly done: number;
  readonly limited: number;
  readonly realSeconds: number;
  readonly honestMs: readonly number[];
  readonly rows: Rows;
};

export type DayReport = {
  readonly parts: readonly PartFigures[];
  readonly beforeClearing: Rows;
  readonly afterClearing: Rows;
  /** Waiting times of the honest client's requests: `calm` in parts of the day without strangers, `flooded` in parts with strangers. */
  readonly calm: Latency;
  readonly flooded: Latency;
  readonly problems: readonly string[];
};

export type Latency = { readonly asked: number; readonly p50Ms: number; readonly p95Ms: number };

/**
 * Simulates a day. In every other part of it, strangers write as much as the limits allow. An honest client sends requests all the time.
 */
export async function runStrangersDay({ onPart = () => {}, ...options }: DayOptions): Promise<DayReport> {
  const { minutes, minutesOfPart, rate, clients, isPaced, broken } = options;
  using prices = startReplayCoingecko();
  prices.prices.set('usd-coin', { usd: 1 });
  const outside = new URL(prices.url).origin;
  const settings = {
    DEVNET: '0',
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_MINUTE: String(rate),
    // This test measures the rate limit per client. The daily limit on the writes of all strangers together would refuse their requests
    // earlier, so it is disabled.
    STRANGERS_MB_PER_DAY: '0',
    COINGECKO_URL: prices.url,
    DEFILLAMA_URL: outside,
  };
  await using world = await startHostileWorld(settings, broken);
  const { dataDir } = world.service;
  const problems: string[] = [];
  const requests: Record<keyof Requests, number> = { records: 0, orders: 0, sentences: 0, smartAccounts: 0, trades: 0, moves: 0 };
  const strangers = Array.from({ length: clients }, (_, index) => ({ ...createStranger(), address: `203.0.113.${index + 1}` }));
  const minuteMs = isPaced ? (MINUTE_MS * rate) / RATE_BY_DEFAULT : 0;
  const atStartBytes = databaseBytes(dataDir);
  let honestRounds = 0;

  async function ask({ method, path, body, leaves, answered }: Asked, address: string): Promise<number> {
    const reply = await world.call(method, path, body, { 'x-forwarded-for': address });
    answered?.(reply);
    if (leaves !== null && reply.status < 300) requests[leaves] += 1;
    return reply.status;
  }

  /** Failures of the same kind are reported only once. */
  function odd(what: string): void {
    if (!problems.includes(what)) problems.push(what);
  }

  async function honestMinute(isOver: () => boolean, tookMs: number[]): Promise<void> {
    do {
      honestRounds += 1;
      const address = `198.51.100.${honestRounds % HONEST_ADDRESSES}`;
      for (const asked of honestRound()) {
        const startedMs = performance.now();
        const status = await ask(asked, address);
        tookMs.push(performance.now() - startedMs);
        if (status >= 300)
          odd(`an honest ${asked.method} ${asked.path.split('?')[0]?.replace(/0x\w+/, ':wallet')} was answered with ${status}`);
        await Bun.sleep(Math.max(0, startedMs + HONEST_EVERY_MS - performance.now()));
      }
    } while (!isOver());
  }

  /**
   * Simulates one minute of all strangers. Each stranger sends each route one request more than the rate limit allows, spread evenly over
   * the minute.
   */
  async function strangersMinute(counts: { done: number; limited: number }): Promise<void> {
    const startedMs = performance.now();
    const gapMs = minuteMs / ((rate + 1) * clients * (strangers[0]?.routes ?? 1));
    let nth = 0;
    const one = async ({ round, address }: (typeof strangers)[number]) => {
      for (let turn = 0; turn <= rate; turn += 1) {
        for (const asked of round()) {
          nth += 1;
          const dueMs = startedMs + nth * gapMs;
          if (dueMs - performance.now() > 1) await Bun.sleep(dueMs - performance.now());
          const status = await ask(asked, address);
          if (status === 429) counts.limited += 1;
          else counts.done += 1;
          if (status >= 500) odd(`a stranger's ${asked.method} ${asked.path.split('?')[0]} was answered with ${status}`);
        }
      }
    };
    await Promise.all(strangers.map(one));
  }

  async function part(first: number, hasStrangers: boolean): Promise<PartFigures> {
    const startedMs = performance.now();
    const counts = { done: 0, limited: 0 };
    const honestMs: number[] = [];
    const untilMinute = Math.min(minutes, first + minutesOfPart);
    for (let minute = first; minute < untilMinute; minute += 1) {
      // The clock advances by a whole virtual minute, so that the rate limit counts each client's requests from 0 again.
      await world.advance(MINUTE_MS);
      let isOver = !hasStrangers;
      const flood = hasStrangers ? strangersMinute(counts) : Promise.resolve();
      const flooding = flood.finally(() => {
        isOver = true;
      });
      await Promise.all([flooding, honestMinute(() => isOver, honestMs)]);
    }
    const grownBytes = databaseBytes(dataDir) - atStartBytes;
    const boundBytes = mostOnDisk(requests);
    const log = logBytes(dataDir);
    if (grownBytes > boundBytes) problems.push(`minute ${untilMinute}: ${grownBytes} bytes, over the bound of ${boundBytes}`);
    if (log > MOST_LOG_BYTES) problems.push(`minute ${untilMinute}: the log has ${log} bytes, over the bound of ${MOST_LOG_BYTES}`);
    if (hasStrangers && counts.limited === 0) problems.push(`minute ${untilMinute}: no limit has refused anything`);
    if (hasStrangers && counts.done > clients * rate * (untilMinute - first) * (strangers[0]?.routes ?? 0)) {
      problems.push(`minute ${untilMinute}: ${counts.done} requests of strangers were served, more than the limits allow`);
    }
    const realSeconds = (performance.now() - startedMs) / 1_000;
    const figures = {
      untilMinute,
      hasStrangers,
      grownBytes,
      boundBytes,
      logBytes: log,
      ...counts,
      realSeconds,
      honestMs,
      rows: rowsOnDisk(dataDir),
    };
    onPart(figures);
    return figures;
  }

  const parts: PartFigures[] = [];
  for (let first = 0; first < minutes; first += minutesOfPart) parts.push(await part(first, (first / minutesOfPart) % 2 === 1));
  const beforeClearing = rowsOnDisk(dataDir);
  // Trades end within a day, and are removed a day later. The newest actor of a store is never removed.
  await clear(
    world,
    (rows, written) => rows.records <= 1 && [rows.orders, rows.sentences, rows.smartAccounts].every((left) => left <= written),
  );
  const afterClearing = await clear(world, (rows) => rows.trades <= 1);
  for (const [kind, left] of Object.entries(afterClearing)) {
    if (left > 2 * MOST_MINUTES_OF_CLEARING) problems.push(`long after their time there are still ${left} ${kind}`);
  }
  if (afterClearing.records + afterClearing.trades > 1) problems.push('long after their time there are still records or trades');
  const latency = (flooded: boolean) =>
    latencyOf(parts.filter(({ hasStrangers }) => hasStrangers === flooded).flatMap(({ honestMs }) => honestMs));
  return { parts, beforeClearing, afterClearing, calm: latency(false), flooded: latency(true), problems };
}

/**
 * Jumps ahead by a day, and then advances minute by minute until the old data is removed. A collection removes expired rows when another
 * row is written, so one row of each collection is written per minute.
 */
async function clear(world: HostileWorld, isClear: (rows: Rows, written: number) => boolean): Promise<Rows> {
  const { dataDir } = world.service;
  await world.advance(JUMP_MS);
  let rows = rowsOnDisk(dataDir);
  for (let written = 1; written <= MOST_MINUTES_OF_CLEARING && !isClear(rows, written); written += 1) {
    await world.advance(MINUTE_MS);
    for (const { method, path, body } of clearingRound()) await world.call(method, path, body);
    rows = await settled(dataDir);
  }
  return rows;
}

/** Counts the rows after the minute's clean-up has finished. It has finished when two reads return the same counts. */
async function settled(dataDir: string): Promise<Rows> {
  let seen = '';
  await waitFor(
    () => {
      const now = JSON.stringify(rowsOnDisk(dataDir));
      const isSame = now === seen;
      seen = now;
      return isSame;
    },
    { what: 'the end of what a minute clears', timeoutMs: CLEARING_PATIENCE_MS, everyMs: 100 },
  );
  return rowsOnDisk(dataDir);
}

export function latencyOf(tookMs: readonly number[]): Latency {
  return { asked: tookMs.length, p50Ms: at(tookMs, 0.5), p95Ms: at(tookMs, 0.95) };
}
