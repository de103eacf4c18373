import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { typeOf } from '../../../src/values/actor-id.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { executedOn } from './check-chain.ts';
import { createDcaNode, type DcaNodeDeps, FROM_TOKEN, seedRecords, TO_TOKEN } from './create-dca-node.ts';
import { createSimChain } from './sim-chain.ts';
import { CHAIN_ID } from './sim-rpc.ts';

export type SteadyDays = {
  readonly seed: number;
  /** Second of the minute in which the position's deposit is mined. */
  readonly depositAt: number;
  readonly orders: number;
  readonly spacingSec: number;
  /** Milliseconds between two blocks; default: twelve seconds. */
  readonly blockMs?: number;
  /** Whether minutes in which nothing is due are skipped; default: true. */
  readonly isSkipping?: boolean;
  /** An outage of the service: it starts after `afterOrders` orders and lasts `sec` seconds. */
  readonly down?: { readonly afterOrders: number; readonly sec: number };
};

/** Times of the deposit and of the executed orders in unix seconds, by the chain's clock, and all commits of the service. */
export type SteadyReport = {
  readonly depositSec: number;
  readonly ranSec: readonly number[];
  readonly commits: readonly { readonly atMs: number; readonly type: string; readonly event: string }[];
};

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const STEP_MS = 1_000;
const BLOCK_MS = 12_000;
/** Maximum delay of a tick after the start of its minute, in milliseconds. */
const JITTER_MS = 2_000;
/** Number of minutes before each order in which the service is simulated. All other minutes are skipped, because nothing is due in them. */
const MINUTES_BEFORE = 2;

/**
 * Simulates one position on days without faults: a block every twelve seconds, and a slightly late tick in each minute in which work may be
 * due.
 */
export async function simulateSteadyDays(days: SteadyDays & Pick<DcaNodeDeps, 'isAlone' | 'confirmations'>): Promise<SteadyReport> {
  const { seed, depositAt, orders, spacingSec, down, blockMs = BLOCK_MS, isSkipping = true, ...more } = days;
  const random = seededRandom(seed);
  const trouble = () => 0;
  let chainMs = START_MS - MINUTE_MS + depositAt * 1_000 - STEP_MS;
  let nextBlockMs = chainMs;
  const chain = createSimChain(random, trouble, Math.floor(chainMs / 1_000));
  const records = createMemoryRecordStore({ clock: { now: () => START_MS } });
  await seedRecords(records, { now: () => START_MS });
  const store = createMemoryActorStore();
  const node = createDcaNode({
    ...{ chain, store, records, random, trouble, broken: undefined, seed, startMs: chainMs },
    stalled: () => null,
    isHidden: () => false,
    ...more,
  });
  const { system } = node;
  const ranSec = () => executedOn(chain.blocks()).map(({ timeSec }) => timeSec);

  async function pass(untilMs: number): Promise<void> {
    while (chainMs < untilMs) {
      const byMs = Math.min(STEP_MS, untilMs - chainMs);
      chainMs += byMs;
      if (chainMs >= nextBlockMs) {
        chain.mine(Math.floor(chainMs / 1_000));
        nextBlockMs += blockMs;
      }
      await system.advance(byMs);
    }
  }

  async function minute(): Promise<void> {
    const tickMs = (Math.floor(chainMs / MINUTE_MS) + 1) * MINUTE_MS;
    await pass(tickMs + Math.floor(random() * JITTER_MS));
    let isOpen = true;
    void system
      .system()
      .tick(tickMs)
      .finally(() => {
        isOpen = false;
      });
    await system.settle();
    while (isOpen) await pass(chainMs + STEP_MS);
  }

  async function skip(untilMs: number): Promise<void> {
    if (untilMs <= chainMs) return;
    system.time.jump(untilMs - chainMs);
    chainMs = untilMs;
    nextBlockMs = untilMs;
    await system.settle();
  }

  const amount = BigInt(orders) * 10_000_000n;
  const terms = { amount, frequency: orders, intervalSec: orders * spacingSec, autoClaim: false };
  chain.deposit({ wallet: parseAddress(`0x${'1'.repeat(40)}`), fromToken: FROM_TOKEN, toToken: TO_TOKEN, ...terms });
  await node.positions.followChain(CHAIN_ID);
  let wasDown = false;
  for (let done = ranSec().length; done < orders; done = ranSec().length) {
    const before = done;
    if (down !== undefined && !wasDown && done >= down.afterOrders) {
      wasDown = true;
      await skip(chainMs + down.sec * 1_000);
    }
    const [position] = chain.head().state.values();
    if (position !== undefined && isSkipping) await skip(position.nextOrderTimeSec * 1_000 - MINUTES_BEFORE * MINUTE_MS);
    for (let tries = 0; ranSec().length === before; tries += 1) {
      if (tries > 10 + spacingSec / 60) throw new Error(`order ${before} did not run in ten minutes`);
      await minute();
    }
  }
  const [position] = chain.head().state.values();
  const commits = system.events.flatMap((one) =>
    one.kind === 'committed' ? [{ atMs: one.atMs, type: typeOf(one.id), event: one.event }] : [],
  );
  return { depositSec: position?.depositTimeSec ?? 0, ranSec: ranSec(), commits };
}
