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
/** Milliseconds by which the clock jumps. Records without on-chain evidence are removed after 24 hours. */
const JUMP_MS = 25 * HOUR_MS;
const MOST_MINUTES_OF_CLEARING = 90;
const CLEARING_PATIENCE_MS = 20_000;

export type DayOptions = {
  /** Length of the simulated time in virtual minutes, divided into parts. Strangers write in every other part. */
  readonly minutes: number;
  readonly minutesOfPart: number;
  /** The service's RATE_LIMIT_PER_MINUTE. */
  readonly rate: number;
  readonly clients: number;
  /**
   * Whether minutes are shortened in proportion to a lower limit, so that the service gets as many requests per real second as with the
   * default limit.
   */
  readonly isPaced: boolean;
  readonly broken?: BreakageName;
  /** Called when a part has ended. */
  readonly onPart?: (part: PartFigures) => void;
};

/** One part of the day. */
export type PartFigures = {
  readonly untilMinute: number;
  readonly hasStrangers: boolean;
  /** Growth of the database in bytes since the start, and the documented limit. */
  readonly grownBytes: number;
  readonly boundBytes: number;
  readonly logBytes: number;
  /** Numbers of strangers' requests that were answered, and that were refused by the limit. */
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
  /** Waiting times of honest requests, in the parts without strangers and in those with strangers. */
  readonly calm: Latency;
  readonly flooded: Latency;
  readonly problems: readonly string[];
};

export type Latency = { readonly asked: number; readonly p50Ms: number; readonly p95Ms: number };

/**
 * Simulates a day in which strangers write as much as the limits allow in every other part, while an honest client sends requests all the
 * time.
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
    // The day tests the limit of each client, so the common limit is disabled.
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

  /** Each kind of failure is reported once. */
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

  /** Each stranger sends each route one request more than allowed. */
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
      // The total is more than a minute, so that every window of the limit has ended.
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
  // Trades end within a day, and are removed a day later. The newest actor of a store is kept.
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
 * Jumps over a day, and then advances by minutes until the old data is removed. Collections remove rows when other rows are written, so one
 * row of each is written per minute.
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

/** Counts the rows after the minute's cleanup has finished, which is when two reads give the same counts. */
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
