import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects } from '../../../actors/transaction-sender/effects.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createTestSystem, type TestSystem } from '../../../src/test-kit/create-test-system.ts';
import type { CommitFault } from '../../../src/test-kit/faulty-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { createBroadcastBeforeStoreEffects } from '../../support/broadcast-before-store.ts';
import { encodeCall } from '../dca/call-bytes.ts';
import { createSimChain, type SimBlock, VAULT } from '../dca/sim-chain.ts';
import { CHAIN_ID, createSimRpc, EXECUTOR } from '../dca/sim-rpc.ts';
import { checkMined, checkOutcomes, type Requested } from './check-outcomes.ts';
import { type Outcome, requester } from './requester-actor.ts';

export type SenderSimulationOptions = {
  readonly minutes: number;
  readonly seed: number;
  readonly maxInFlight?: number;
  /** A deliberate mistake in the sender. The simulation must detect it; otherwise it would prove nothing. */
  readonly broken?: 'broadcast-before-store';
};

export type SenderSimulationReport = {
  readonly requests: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly mostInFlight: number;
  readonly replaced: number;
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
const GWEI = 1_000_000_000n;
const DEAREST = 200n * GWEI;
/**
 * Maximum number of minutes after the faults have ended until every request must have its outcome: a deadline passes, and a cancellation is
 * mined.
 */
const CALM_MINUTES = 240;
const SENDER = `${CHAIN_ID}/${EXECUTOR}`;

/**
 * Simulates two nodes that send the transactions of one key, many at a time. Meanwhile nodes crash, endpoints fail and lie, prices rise and
 * fall, pools lose transactions, blocks are replaced, and another program uses the key. At the end each request must have exactly the
 * outcome that the chain shows.
 *
 * @throws Error with the first violated guarantee
 */
export async function simulateSender({
  minutes,
  seed,
  maxInFlight = 16,
  broken,
}: SenderSimulationOptions): Promise<SenderSimulationReport> {
  const random = seededRandom(seed);
  let level = 0.2;
  let faulty = true;
  const trouble = () => (faulty ? level : 0);
  let chainMs = START_MS - MINUTE_MS;
  let nextBlockMs = chainMs;
  let stalled: { readonly blocks: readonly SimBlock[]; readonly untilMs: number } | null = null;
  let mostInFlight = 0;
  let replaced = 0;
  let violation: string | null = null;

  const chain = createSimChain(random, trouble, chainMs / 1000);
  chain.setPrice(GWEI);
  const store = createMemoryActorStore();
  const requested = new Map<string, Requested>();
  const unsent: Requested[] = [];
  const done = new Set<string>();
  const nodes = Array.from({ length: NODES }, (_, i) => createNode(i));

  function createNode(i: number): TestSystem {
    let system: TestSystem | undefined;
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        system?.time.timers.after(ms, resolve);
      });
    const isHidden = (hash: Parameters<typeof chain.blocksOf>[0]) => trouble() > 0 && /^0x[0-3]/.test(hash) && isFresh(hash);
    const rpc = createSimRpc({ chain, random, trouble, pause, stalled: () => stalled?.blocks ?? null, isHidden });
    const port = rpc.chains.of(CHAIN_ID);
    const checked: typeof port = {
      ...port,
      async sendRawTransaction(raw) {
        await mustBeStored(raw);
        return await port.sendRawTransaction(raw);
      },
    };
    const createEffects = broken === undefined ? createTransactionSenderEffects : createBroadcastBeforeStoreEffects;
    const chains = { ...rpc.chains, of: () => checked };
    const effects = createEffects({ chains, signers: rpc.signers, pause, looks: 5, maxInFlight });
    system = createTestSystem({
      actors: [implementActor(transactionSender, { effects }), implementActor(requester, { effects: {} })],
      ...{ store, seed: seed * NODES + i, startMs: START_MS, wakeEveryMs: 2_000 },
    });
    system.faults(() => (faulty ? faultOf(random()) : null));
    return system;
  }

  /**
   * Checks that the sent bytes were in the sender's stored record at some time. The history is searched too, because a slow node may send
   * bytes again after they were removed from the record. A violation is stored in a variable, because the runtime would only retry an
   * effect that throws.
   */
  async function mustBeStored(raw: string): Promise<void> {
    const id = `transaction-sender/${SENDER}`;
    const [found] = await store.load([id]);
    const isIn = (context: unknown) => JSON.stringify(context ?? null).includes(raw);
    if (isIn(found?.record.snapshot.context)) return;
    const history = await store.history(id, { limit: 100_000 });
    if (!history.some(({ record }) => isIn(record.snapshot.context))) violation = 'bytes were sent before they were stored';
  }

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

  function passOnChain(ms: number): void {
    chainMs += ms;
    if (chainMs < nextBlockMs) return;
    chain.mine(Math.floor(chainMs / 1000));
    nextBlockMs = chainMs + BLOCK_MS * (0.5 + random());
  }

  function misfortune(): void {
    if (random() < 0.1) level = [0.02, 0.1, 0.2, 0.4][Math.floor(random() * 4)] ?? 0.1;
    if (random() < 0.25) chain.reorg(1 + Math.floor(random() * 3));
    if (random() < 0.1) chain.forgetPool();
    if (random() < 0.3) chain.forgetPool(chain.head().nonce + Math.floor(random() * 4));
    if (random() < 0.05) chain.sendForeign();
    if (random() < 0.3) chain.setPrice(bounded((chain.price() * BigInt(3 + Math.floor(random() * 30))) / 10n));
    if (random() < 0.2) anyNode().crash();
    if (stalled !== null && chainMs > stalled.untilMs) stalled = null;
    if (stalled === null && random() < 0.1) stalled = { blocks: chain.blocks(), untilMs: chainMs + random() * 2 * MINUTE_MS };
  }

  function ask(): void {
    for (let count = Math.floor(random() * 14); count > 0; count -= 1) {
      const id = requested.size;
      const deadlineSec = Math.floor(chainMs / 1000) + 60 + Math.floor(random() * 900);
      const data = encodeCall({ kind: 'claims', keys: [{ wallet: parseAddress(`0x${'11'.repeat(20)}`), positionId: id }], deadlineSec });
      const one: Requested = { requestKey: `r${id}`, data, deadlineSec };
      requested.set(one.requestKey, one);
      unsent.push(one);
    }
  }

  /**
   * Runs work and advances time until the work ends. Returns whether it succeeded; failed work is tried again in a later minute, and may be
   * done twice.
   */
  async function tryTo(work: () => Promise<unknown>): Promise<boolean> {
    let isDone: boolean | null = null;
    void work().then(
      () => {
        isDone = true;
      },
      () => {
        isDone = false;
      },
    );
    for (let waited = 0; isDone === null && waited < 40; waited += 1) {
      await settle();
      if (isDone === null) await advance(STEP_MS);
    }
    return isDone === true;
  }

  async function advance(ms: number): Promise<void> {
    passOnChain(ms);
    for (const system of nodes) await system.advance(ms);
  }

  async function sendRequests(): Promise<void> {
    for (const one of unsent.splice(0)) {
      const { requestKey, deadlineSec, data } = one;
      const call = { to: VAULT, data, value: '0', gas: null };
      const request = { type: 'REQUEST', requestKey, replyTo: `requester/${requestKey}`, call, deadlineSec } as const;
      if (!(await tryTo(() => anyNode().system().of(transactionSender, SENDER).ask(request)))) unsent.push(one);
    }
  }

  async function outcomesOf(requestKey: string): Promise<readonly Outcome[]> {
    const [found] = await store.load([`requester/${requestKey}`]);
    return (found?.record.snapshot.context.outcomes as readonly Outcome[] | undefined) ?? [];
  }

  /** Acknowledges outcomes to the sender. Some requests are first sent again, as by a requester that has lost the outcome. */
  async function acknowledge(): Promise<void> {
    for (const requestKey of requested.keys()) {
      if (done.has(requestKey)) continue;
      const last = (await outcomesOf(requestKey)).at(-1);
      if (last === undefined) continue;
      const isDoubted = faulty && last.txHash !== undefined && random() < 0.1;
      const type = isDoubted ? 'RECHECK' : 'ACKNOWLEDGE';
      const isDone = await tryTo(() => anyNode().system().of(transactionSender, SENDER).ask({ type, requestKey }));
      if (isDone && !isDoubted) done.add(requestKey);
    }
  }

  async function minute(): Promise<void> {
    for (const system of nodes) void system.tick();
    for (let passed = 0; passed < MINUTE_MS; passed += STEP_MS) {
      await advance(STEP_MS);
      await note();
    }
    await settle();
    const wrong = violation ?? checkMined(chain.blocks());
    if (wrong !== null) throw new Error(wrong);
  }

  async function note(): Promise<void> {
    const [found] = await store.load([`transaction-sender/${SENDER}`]);
    const flights = (found?.record.snapshot.context.flights ?? []) as readonly Flight[];
    mostInFlight = Math.max(mostInFlight, flights.filter(({ minedIn }) => minedIn === null).length);
    replaced = Math.max(replaced, ...flights.map(({ versions }) => versions.length - 1));
    if (flights.length > 0 && found?.record.health.state === 'quarantined') throw new Error('the sender is quarantined');
  }

  for (let passed = 0; passed < minutes; passed += 1) {
    misfortune();
    ask();
    await sendRequests();
    await acknowledge();
    await minute();
  }
  faulty = false;
  stalled = null;
  for (let calm = 0; done.size < requested.size && calm < CALM_MINUTES; calm += 1) {
    await sendRequests();
    await acknowledge();
    await minute();
  }
  const last = new Map<string, Outcome>();
  for (const requestKey of requested.keys()) {
    const outcome = (await outcomesOf(requestKey)).at(-1);
    if (outcome !== undefined) last.set(requestKey, outcome);
  }
  const wrong = checkOutcomes(chain.blocks(), [...requested.values()], last);
  if (wrong !== null) throw new Error(wrong);
  if (done.size < requested.size) throw new Error(`${requested.size - done.size} outcomes were not acknowledged`);
  const [sender] = await store.load([`transaction-sender/${SENDER}`]);
  const { value, context } = sender?.record.snapshot ?? {};
  if (value !== 'idle') throw new Error(`the sender is ${JSON.stringify(value)}: ${JSON.stringify(context).slice(0, 2_000)}`);
  const published = (kind: string) => nodes.reduce((sum, system) => sum + system.events.filter((one) => one.kind === kind).length, 0);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of last.values()) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    requests: requested.size,
    outcomes,
    mostInFlight,
    replaced,
    reorgs: chain.reorgs(),
    crashes: nodes.reduce((sum, system) => sum + system.crashes(), 0),
    conflicts: published('conflict'),
    quarantines: published('quarantined'),
  };
}

type Flight = { readonly minedIn: number | null; readonly versions: readonly unknown[] };

function bounded(price: bigint): bigint {
  if (price < GWEI) return GWEI;
  return price > DEAREST ? DEAREST : price;
}

function faultOf(dice: number): CommitFault | null {
  if (dice < 0.015) return { kind: 'conflict' };
  if (dice < 0.02) return { kind: 'fail', point: 'before' };
  if (dice < 0.025) return { kind: 'fail', point: 'after' };
  if (dice < 0.0275) return { kind: 'crash', point: 'before' };
  if (dice < 0.03) return { kind: 'crash', point: 'after' };
  return null;
}
