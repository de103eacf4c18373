import { createFillRepository } from '../../../src/features/dca/fill-repository.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { CommitFault } from '../../../src/test-kit/faulty-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { checkChain, checkFills, compareFills } from './check-chain.ts';
import { createDcaNode, type DcaBreakage, type DcaNode, seedRecords } from './create-dca-node.ts';
import { createFaultyRecords } from './faulty-records.ts';
import { inTwoPlaces, lanesUsed } from './in-two-places.ts';
import { createOwners } from './owners.ts';
import { createSimChain, type SimBlock } from './sim-chain.ts';
import { CHAIN_ID } from './sim-rpc.ts';
import { unfinishedIn } from './unfinished.ts';

export type DcaSimulationOptions = { readonly ticks: number; readonly seed: number; readonly broken?: DcaBreakage };

export type DcaSimulationReport = {
  readonly ticks: number;
  readonly positions: number;
  readonly fills: number;
  readonly sent: number;
  readonly blocks: number;
  readonly reorgs: number;
  readonly stalls: number;
  readonly jumps: number;
  readonly crashes: number;
  readonly conflicts: number;
  readonly failedOrders: number;
  readonly quarantines: number;
  /** Number of lanes (parallel batch actors) that took over batches. */
  readonly lanes: number;
};

const NODES = 2;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Milliseconds by which virtual time advances in one step. A step is so small that the nodes' clocks differ by less than the time between
 * an effect's deadline and the end of its lease, as the runtime requires.
 */
const STEP_MS = 1_500;
const BLOCK_MS = 12_000;
/**
 * Maximum number of minutes from the last fault until all work must be done. It is long, because an order that has failed too often pauses
 * for six hours.
 */
const CALM_TICKS = 700;
/** Maximum number of minutes after the last order until all events of the chain must be stored. */
const READ_TICKS = 15;

/**
 * Simulates two nodes that run DCA on one simulated chain, minute by minute. Owners open positions; endpoints fail, lag and show wrong
 * data; transactions are lost or stuck; blocks are replaced; stores conflict and crash; clocks jump. Invariants of the chain are checked
 * every minute. After the faults have ended, everything must be bought and recorded, and no work may be left.
 * @throws Error with the first violated guarantee
 */
export async function simulateDca({ ticks, seed, broken }: DcaSimulationOptions): Promise<DcaSimulationReport> {
  const random = seededRandom(seed);
  let level = 0.3;
  let faulty = true;
  const trouble = () => (faulty ? level : 0);
  let chainMs = START_MS - MINUTE_MS;
  let nextBlockMs = chainMs;
  let stalled: { readonly blocks: readonly SimBlock[]; readonly untilMs: number } | null = null;
  const seen = { stalls: 0, jumps: 0, ticks: 0 };

  const chain = createSimChain(random, trouble, chainMs / 1000);
  const store = createMemoryActorStore();
  const repositories = createMemoryRecordStore({ clock: { now: () => START_MS } });
  const records = createFaultyRecords(repositories, random, trouble);
  const truth = createFillRepository({ records: repositories });
  await seedRecords(repositories, { now: () => START_MS });
  const nodes = Array.from({ length: NODES }, (_, i) => {
    const node = createDcaNode({
      ...{ chain, store, records, random, trouble, broken, seed: seed * NODES + i, startMs: START_MS },
      stalled: () => stalled?.blocks ?? null,
      // Some receipts become available a little later than the nonce that proves their transaction mined. Once the transaction has the
      // required confirmations, its receipt is always available.
      isHidden: (hash) => trouble() > 0 && /^0x[0-7]/.test(hash) && isFresh(hash),
    });
    node.system.faults(() => (faulty ? faultOf(random()) : null));
    return node;
  });
  const owners = createOwners({ chain, random, nodeAt, settle });

  function isFresh(hash: Parameters<typeof chain.blocksOf>[0]): boolean {
    return chain.blocksOf(hash).some((block) => chainMs / 1000 - block.timeSec < 20);
  }

  function nodeAt(at: number): DcaNode {
    const node = nodes[at % NODES];
    if (!node) throw new Error(`There is no node ${at}.`);
    return node;
  }

  async function settle(): Promise<void> {
    for (const { system } of nodes) await system.settle();
    for (const { system } of nodes) await system.settle();
  }

  function passOnChain(ms: number): void {
    chainMs += ms;
    if (chainMs < nextBlockMs) return;
    chain.mine(Math.floor(chainMs / 1000));
    nextBlockMs = chainMs + BLOCK_MS * (0.5 + random());
  }

  function misfortune(): void {
    if (seen.ticks % 25 === 0) level = [0.05, 0.2, 0.35, 0.5][Math.floor(random() * 4)] ?? 0.2;
    if (random() < 0.05) chain.reorg(1 + Math.floor(random() * (random() < 0.1 ? 6 : 3)));
    if (random() < 0.02) chain.forgetPool();
    if (random() < 0.01) nextBlockMs = chainMs + Math.floor(random() * 6) * MINUTE_MS;
    if (random() < 0.01) nodeAt(Math.floor(random() * NODES)).system.crash();
    if (stalled !== null && chainMs > stalled.untilMs) stalled = null;
    if (stalled === null && random() < 0.04) {
      seen.stalls += 1;
      stalled = { blocks: chain.blocks(), untilMs: chainMs + Math.floor(random() * 5) * MINUTE_MS };
    }
    if (random() < 0.006) jump();
  }

  /** Simulates a suspended host, or a clock that is set forward or back. */
  function jump(): void {
    seen.jumps += 1;
    const dice = random();
    const byMs = dice < 0.5 ? 26 * HOUR_MS : -Math.floor(random() * 30 * MINUTE_MS);
    for (const { system } of nodes) system.time.jump(byMs);
    if (dice < 0.25) chainMs += byMs;
  }

  /** A tick waits for prices and chain data from slow endpoints, so virtual time must advance while it runs. */
  async function tickAll(): Promise<void> {
    let open = nodes.length;
    for (const { system } of nodes) {
      void system.tick().finally(() => {
        open -= 1;
      });
    }
    await settle();
    while (open > 0) {
      passOnChain(STEP_MS);
      for (const { system } of nodes) await system.advance(STEP_MS);
    }
  }

  async function minute(): Promise<void> {
    seen.ticks += 1;
    const now = () => nodeAt(0).system.time.clock.now();
    const nextMs = (Math.floor(now() / MINUTE_MS) + 1) * MINUTE_MS;
    while (now() + STEP_MS < nextMs) {
      passOnChain(STEP_MS);
      for (const { system } of nodes) await system.advance(STEP_MS);
    }
    passOnChain(nextMs - now());
    await tickAll();
    await settle();
    const wrong = checkChain(chain) ?? checkFills(chain, await truth.inBlocks(CHAIN_ID, 0, null)) ?? (await inTwoPlaces(store));
    if (wrong !== null) throw new Error(`tick ${seen.ticks}: ${wrong}`);
  }

  const unfinished = () => unfinishedIn({ chain, store, records: repositories, created: owners.created() });
  const wrongFills = async () => compareFills(chain, await truth.inBlocks(CHAIN_ID, 0, null));

  /**
   * Simulates minutes until the check `amiss` finds no problem (returns null).
   * @throws Error with the remaining problem after `most` minutes
   */
  async function minutesUntilNull(amiss: () => Promise<string | null>, most: number): Promise<void> {
    let reason = await amiss();
    for (let calm = 0; reason !== null && calm < most; calm += 1) {
      await minute();
      reason = await amiss();
    }
    if (reason !== null) throw new Error(`after ${most} calm minutes: ${reason}`);
  }

  await owners.startFollowing();
  for (let tick = 0; tick < ticks; tick += 1) {
    misfortune();
    await owners.act();
    await minute();
  }
  faulty = false;
  stalled = null;
  await minutesUntilNull(unfinished, CALM_TICKS);
  await minutesUntilNull(wrongFills, READ_TICKS);

  const published = (kind: string) => nodes.reduce((sum, { system }) => sum + system.events.filter((one) => one.kind === kind).length, 0);
  const blocks = chain.blocks();
  return {
    ticks: seen.ticks,
    positions: chain.head().state.size,
    fills: (await truth.inBlocks(CHAIN_ID, 0, null)).length,
    sent: chain.head().nonce,
    blocks: blocks.length,
    reorgs: chain.reorgs(),
    stalls: seen.stalls,
    jumps: seen.jumps,
    crashes: nodes.reduce((sum, { system }) => sum + system.crashes(), 0),
    conflicts: published('conflict'),
    failedOrders: blocks.flatMap(({ transactions }) => transactions.flatMap(({ events }) => events)).filter(isFailure).length,
    quarantines: published('quarantined'),
    lanes: await lanesUsed(store),
  };
}

function isFailure({ kind }: { readonly kind: string }): boolean {
  return kind === 'order-failed';
}

function faultOf(dice: number): CommitFault | null {
  if (dice < 0.015) return { kind: 'conflict' };
  if (dice < 0.02) return { kind: 'fail', point: 'before' };
  if (dice < 0.025) return { kind: 'fail', point: 'after' };
  if (dice < 0.0275) return { kind: 'crash', point: 'before' };
  if (dice < 0.03) return { kind: 'crash', point: 'after' };
  return null;
}
