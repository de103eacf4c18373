import * as v from 'valibot';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import type { RecordedTrade } from '../../../src/features/autopilot/trade-repository.ts';
import { AUTOPILOT_TRADES } from '../../../src/features/autopilot/trade-repository.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { TestSystem } from '../../../src/test-kit/create-test-system.ts';
import type { CommitFault } from '../../../src/test-kit/faulty-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { hashOf } from '../dca/call-bytes.ts';
import { createFaultyRecords } from '../dca/faulty-records.ts';
import { inTwoPlaces, lanesUsed } from '../dca/in-two-places.ts';
import { createSimChain, type SimBlock, VAULT } from '../dca/sim-chain.ts';
import { createTradesNode, type TradesBreakage } from './create-trades-node.ts';
import { agentAt, inputOf, recordIdOf } from './sim-agents.ts';

export type TradesSimulationOptions = {
  readonly minutes: number;
  readonly seed: number;
  readonly agents?: number;
  readonly maxInFlight?: number;
  readonly broken?: TradesBreakage;
};

export type TradesSimulationReport = {
  readonly fills: number;
  readonly failed: number;
  readonly returned: number;
  readonly batches: number;
  readonly lanes: number;
  readonly mostInBatch: number;
  readonly reorgs: number;
  readonly crashes: number;
  readonly conflicts: number;
  readonly quarantines: number;
};

const NODES = 2;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const STEP_MS = 1_500;
const BLOCK_MS = 6_000;
/** Maximum number of minutes after the faults have ended until all work must be done: a trade expires, and a cancellation is mined. */
const CALM_MINUTES = 60;

/**
 * Simulates two nodes on one simulated chain, with agents that all trade every minute. Nodes crash, endpoints fail and lie, pools lose
 * transactions, blocks are replaced, and owners pause their agents. In each minute no trade may be in two batches. At the end every trade
 * must have the result that the chain shows.
 * @throws Error with the first violated guarantee
 */
export async function simulateTrades(options: TradesSimulationOptions): Promise<TradesSimulationReport> {
  const { minutes, seed, agents = 60, maxInFlight = 16, broken } = options;
  const random = seededRandom(seed);
  let level = 0.2;
  let faulty = true;
  const trouble = () => (faulty ? level : 0);
  let chainMs = START_MS - MINUTE_MS;
  let nextBlockMs = chainMs;
  let stalled: { readonly blocks: readonly SimBlock[]; readonly untilMs: number } | null = null;

  const chain = createSimChain(random, trouble, chainMs / 1000);
  const store = createMemoryActorStore();
  const repositories = createMemoryRecordStore({ clock: { now: () => START_MS } });
  const records = createFaultyRecords(repositories, random, trouble);
  const nodes = Array.from({ length: NODES }, (_, i) => {
    const node = createTradesNode({
      ...{ chain, store, records, random, trouble, broken, maxInFlight, seed: seed * NODES + i, startMs: START_MS },
      stalled: () => stalled?.blocks ?? null,
      isHidden: (hash) => trouble() > 0 && /^0x[0-3]/.test(hash) && isFresh(hash),
    });
    node.faults(() => (faulty ? faultOf(random()) : null));
    return node;
  });

  function isFresh(hash: Parameters<typeof chain.blocksOf>[0]): boolean {
    return chain.blocksOf(hash).some((block) => chainMs / 1000 - block.timeSec < 15);
  }

  function anyNode(): TestSystem {
    const node = nodes[Math.floor(random() * NODES)];
    if (node === undefined) throw new Error('There is no node.');
    return node;
  }

  async function settle(): Promise<void> {
    for (const system of nodes) await system.settle();
    for (const system of nodes) await system.settle();
  }

  async function advance(ms: number): Promise<void> {
    chainMs += ms;
    if (chainMs >= nextBlockMs) {
      chain.mine(Math.floor(chainMs / 1000));
      nextBlockMs = chainMs + BLOCK_MS * (0.5 + random());
    }
    for (const system of nodes) await system.advance(ms);
  }

  /** Repeats a request, which may fail or never be answered, until it succeeds. */
  async function untilAnswered(ask: (node: TestSystem) => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      let isDone: boolean | null = null;
      ask(anyNode()).then(
        () => {
          isDone = true;
        },
        () => {
          isDone = false;
        },
      );
      await settle();
      if (isDone === true) return;
      await advance(STEP_MS);
    }
  }

  const agentOf = (node: TestSystem, agentId: number) => node.system().of(autopilotAgent, recordIdOf(agentId));

  async function createAgents(): Promise<void> {
    for (let agentId = 1; agentId <= agents; agentId += 1) {
      await untilAnswered((node) => agentOf(node, agentId).create(inputOf(agentId, START_MS), { eventId: `create/${agentId}` }));
      const link = { type: 'LINKED', link: { vault: VAULT, agentId }, chain: agentAt(agentId, chain.head().timeSec) } as const;
      await untilAnswered((node) => agentOf(node, agentId).ask(link));
    }
  }

  function misfortune(): void {
    if (random() < 0.1) level = [0.02, 0.1, 0.2, 0.4][Math.floor(random() * 4)] ?? 0.1;
    if (random() < 0.25) chain.reorg(1 + Math.floor(random() * 3));
    if (random() < 0.1) chain.forgetPool();
    if (random() < 0.2) anyNode().crash();
    if (stalled !== null && chainMs > stalled.untilMs) stalled = null;
    if (stalled === null && random() < 0.1) stalled = { blocks: chain.blocks(), untilMs: chainMs + random() * 2 * MINUTE_MS };
  }

  async function ownersAct(): Promise<void> {
    for (let agentId = 1; agentId <= agents; agentId += 1) {
      if (random() >= 0.05) continue;
      const type = random() < 0.5 ? 'PAUSE' : 'RESUME';
      await untilAnswered((node) => agentOf(node, agentId).ask({ type }));
    }
  }

  async function minute(act: () => Promise<void> = async () => {}): Promise<void> {
    for (const system of nodes) void system.tick();
    await advance(STEP_MS);
    await act();
    for (let passed = STEP_MS; passed < MINUTE_MS; passed += STEP_MS) await advance(STEP_MS);
    await settle();
    const wrong = await inTwoPlaces(store);
    if (wrong !== null) throw new Error(wrong);
  }

  await createAgents();
  for (let passed = 0; passed < minutes; passed += 1) {
    misfortune();
    // The owners pause and resume agents shortly after the tick. So a pause occurs while trades are being planned, collected in a batch, or
    // sent.
    await minute(ownersAct);
  }
  faulty = false;
  stalled = null;
  for (let agentId = 1; agentId <= agents; agentId += 1) await untilAnswered((node) => agentOf(node, agentId).ask({ type: 'PAUSE' }));
  const unfinished = () => whatIsOpen(store);
  let open = await unfinished();
  for (let calm = 0; open !== null && calm < CALM_MINUTES; calm += 1) {
    await minute();
    open = await unfinished();
  }
  if (open !== null) throw new Error(`after ${CALM_MINUTES} calm minutes: ${open}`);

  const blocks = chain.blocks();
  const stored = (await repositories.collection<RecordedTrade>(AUTOPILOT_TRADES).scan({ limit: 100_000 })).rows;
  const wrong = compare(blocks, stored) ?? (await miscounted(store, stored));
  if (wrong !== null) throw new Error(wrong);
  const published = (kind: string) => nodes.reduce((sum, system) => sum + system.events.filter((one) => one.kind === kind).length, 0);
  const sent = blocks.flatMap(({ transactions }) => transactions.flatMap(({ trades }) => (trades.length === 0 ? [] : [trades.length])));
  const inState = (state: RecordedTrade['state']) => stored.filter((trade) => trade.state === state).length;
  return {
    ...{ fills: inState('filled'), failed: inState('failed'), returned: inState('returned') },
    ...{ batches: sent.length, lanes: await lanesUsed(store), mostInBatch: Math.max(...sent), reorgs: chain.reorgs() },
    crashes: nodes.reduce((sum, system) => sum + system.crashes(), 0),
    ...{ conflicts: published('conflict'), quarantines: published('quarantined') },
  };
}

const counted = v.object({
  recordId: v.string(),
  engineState: v.object({ strategies: v.object({ buy: v.object({ runs: v.number() }) }) }),
});

type Store = ReturnType<typeof createMemoryActorStore>;

async function whatIsOpen(store: Store): Promise<string | null> {
  const { actors } = await store.list({ order: 'oldest', limit: 10_000 });
  for (const { record } of actors) {
    const { id, type, outbox, health, snapshot } = record;
    if (health.state === 'quarantined') return `${id} is quarantined: ${JSON.stringify(health.lastError)}`;
    const rests = type === autopilotAgent.type ? 'watching' : 'idle';
    if (snapshot.value !== rests) return `${id} is ${JSON.stringify(snapshot.value)}`;
    if (outbox.length > 0) return `${id} still has to do ${outbox.map(({ name }) => name).join(', ')}`;
  }
  return null;
}

/** Checks that each recorded trade has the result that the chain shows, and that each executed trade is recorded. */
function compare(blocks: readonly SimBlock[], stored: readonly (RecordedTrade & { readonly _id: string })[]): string | null {
  const executed = new Map<string, string>();
  for (const { hash, trades } of blocks.flatMap(({ transactions }) => transactions)) {
    for (const { tradeId, reason } of trades) {
      if (reason !== null) continue;
      const other = executed.get(tradeId);
      if (other !== undefined) return `${tradeId} was executed twice, in ${other} and ${hash}`;
      executed.set(tradeId, hash);
    }
  }
  for (const { _id, state, txHash } of stored) {
    const byChain = executed.get(hashOf(_id)) ?? null;
    executed.delete(hashOf(_id));
    if (state === 'open') return `${_id} has no result`;
    if ((state === 'filled') !== (byChain !== null)) return `${_id} is ${state}, and the chain shows ${byChain}`;
    if (byChain !== null && byChain !== txHash) return `${_id} was filled in ${byChain}, and ${txHash} is recorded`;
  }
  return executed.size === 0 ? null : `${executed.size} executed trades are not recorded`;
}

async function miscounted(store: Store, stored: readonly RecordedTrade[]): Promise<string | null> {
  const { actors } = await store.list({ type: autopilotAgent.type, order: 'oldest', limit: 10_000 });
  for (const { record } of actors) {
    const { recordId, engineState } = v.parse(counted, record.snapshot.context);
    const fills = stored.filter((trade) => trade.recordId === recordId && trade.state === 'filled').length;
    if (engineState.strategies.buy.runs !== fills) return `${recordId} counts ${engineState.strategies.buy.runs} of ${fills} fills`;
  }
  return null;
}

function faultOf(dice: number): CommitFault | null {
  if (dice < 0.01) return { kind: 'conflict' };
  if (dice < 0.014) return { kind: 'fail', point: 'before' };
  if (dice < 0.018) return { kind: 'fail', point: 'after' };
  if (dice < 0.0185) return { kind: 'crash', point: 'before' };
  if (dice < 0.019) return { kind: 'crash', point: 'after' };
  return null;
}
