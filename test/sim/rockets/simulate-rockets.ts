import { createAwardClaim, createRocketActor } from '../../../actors/rocket/effects.ts';
import { createRocketActors } from '../../../actors/rocket/rockets-client.ts';
import type { PointRules } from '../../../src/features/points/point-rules.ts';
import { createPointsLedger, POINTS_LEDGER, type PointEntry } from '../../../src/features/points/points-ledger.ts';
import { createRockets } from '../../../src/features/rockets/create-rockets.ts';
import type { RocketStaking } from '../../../src/platform/chain/rocket-staking/rocket-staking.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordCollection, RecordStore } from '../../../src/platform/store/record-store.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import type { Address } from '../../../src/values/address.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { RocketRules } from '../../../src/values/rocket-accrual.ts';
import { MOST_CHANGES, type StakeChange } from '../../../src/values/rocket-stake.ts';
import { asAddress } from '../../support/branded.ts';
import { createRocketModel } from './rocket-model.ts';

/** Ways to break the simulated system on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type RocketBreakage = 'claims-have-no-key' | 'award-is-forgotten' | 'cap-is-ignored';

export type RocketSimulation = { readonly rockets: number; readonly days: number; readonly seed: number; readonly broken?: RocketBreakage };

export type RocketSimulationReport = {
  readonly claims: number;
  readonly refused: number;
  readonly points: number;
  readonly trades: number;
  readonly crashes: number;
  readonly unanswered: number;
  readonly changes: number;
  readonly jumps: number;
};

const CHAIN_ID = 31337;
const START_MS = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NODES = 2;
/** Number of requests for the same claim that are sent at the same time. */
const AT_ONCE = 3;
const RULES: RocketRules = {
  levels: [
    { ratePerHour: 7, maxDailyCap: 90 },
    { ratePerHour: 13, maxDailyCap: 200 },
    { ratePerHour: 40, maxDailyCap: 310 },
  ],
  claimWindowMinutes: 90,
};
const POINT_RULES: PointRules = {
  launchpadCreate: { points: 100, perDay: 300 },
  trade: { points: 10, perDay: 45 },
  'rocket-claim': { points: null, perDay: null },
};

/**
 * Simulates the Rocket NFTs of many wallets for months, on two nodes that crash, whose writes fail before or after they took effect, and
 * whose clocks are changed. Rockets are staked, unstaked, transferred and raised in level, and claimed by many requests at once. In
 * parallel, a model computes the points by the rules in another way (`rocket-model.ts`). At the end the ledger must match the model
 * exactly.
 * @throws Error with the first violated guarantee
 */
export async function simulateRockets({ rockets, days, seed, broken }: RocketSimulation): Promise<RocketSimulationReport> {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const wallets = Array.from({ length: Math.max(4, Math.ceil(rockets / 4)) }, (_, i) =>
    asAddress(`0x${(i + 1).toString(16).padStart(40, '0')}`),
  );
  const walletAt = (at: number): Address => wallets[at] ?? asAddress(`0x${'f'.repeat(40)}`);
  const stakes = new Map<string, StakeChange[]>();
  const model = createRocketModel(RULES);
  const actorStore = createMemoryActorStore();
  const records = createMemoryRecordStore({ clock: { now: () => START_MS } });
  let faulty = true;
  let crashes = 0;
  let unanswered = 0;
  let jumps = 0;
  let refused = 0;
  let nextTrade = 0;
  let newestBlockMs = 0;
  /** Trades for which points were requested. The request may have failed, so it can be repeated later. */
  const asked: { readonly ref: string; readonly wallet: Address }[] = [];

  const staking: RocketStaking = {
    ...{ address: asAddress(`0x${'5a'.repeat(20)}`), chainId: CHAIN_ID },
    readEvents: (work) =>
      work({
        block: async () => null,
        events: async () => [],
        stakes: async (tokenIds) => tokenIds.map(readingOf),
      }),
  };

  function readingOf(tokenId: string) {
    const all = stakes.get(tokenId) ?? [];
    return { total: all.length, changes: all.slice(-MOST_CHANGES) };
  }

  const nodes = Array.from({ length: NODES }, (_, i) => {
    let nowMs = () => START_MS;
    const line = faultyRecords(records, () => (faulty ? random() : 1));
    const pointRules = broken === 'cap-is-ignored' ? { ...POINT_RULES, trade: { points: 10, perDay: null } } : POINT_RULES;
    const ledger = createPointsLedger({ records: line, clock: { now: () => nowMs() }, rules: async () => pointRules });
    const honest = createAwardClaim({ ledger });
    let awards = 0;
    const award: typeof honest = async (claim) => {
      awards += 1;
      if (broken === 'award-is-forgotten' && (claim.windowMs / MINUTE_MS + Number(claim.tokenId)) % 7 === 0) return;
      // With the breakage `claims-have-no-key`, each attempt to award the same claim uses a different key. So a repeated attempt awards the
      // points twice, which the simulation must detect.
      await honest(broken === 'claims-have-no-key' ? { ...claim, windowMs: claim.windowMs + awards } : claim);
    };
    const rules = async () => RULES;
    const test = createTestSystem({
      actors: [createRocketActor({ award, rules })],
      store: actorStore,
      seed: seed * NODES + i,
      startMs: START_MS,
    });
    nowMs = () => test.time.clock.now();
    test.faults(() => (faulty ? faultOf(random()) : null));
    const actors = createRocketActors({
      actors: {
        of: (definition, key) => test.system().of(definition, key),
        send: (id, event, options) => test.system().send(id, event, options),
        list: (definition, query) => test.system().list(definition, query),
      },
    });
    let ids = 0;
    const service = createRockets({
      ...{ rockets: actors, rules, award, imageUrl: '', clock: test.time.clock, stakings: async () => [staking] },
      ids() {
        ids += 1;
        return `${i}-${ids}`;
      },
    });
    return { test, actors, service, ledger };
  });
  const nodeAt = (at: number) => {
    const node = nodes[at % NODES];
    if (node === undefined) throw new Error(`There is no node ${at}.`);
    return node;
  };

  /** Repeats a request until it is answered, each time at a random node, like a client whose connection was cut. */
  async function answered<T>(ask: (node: ReturnType<typeof nodeAt>) => Promise<T>): Promise<T | CoxswainError> {
    for (let tries = 0; tries < 60; tries += 1) {
      let answer: { readonly of: T | CoxswainError } | null = null;
      void ask(nodeAt(pick(NODES))).then(
        (of) => {
          answer = { of };
        },
        (error: unknown) => {
          if (error instanceof CoxswainError && error.kind === 'terminal') answer = { of: error };
        },
      );
      for (let settles = 0; settles < 3 && answer === null; settles += 1) await advance(settles * 700);
      if (answer !== null) return (answer as { readonly of: T | CoxswainError }).of;
      unanswered += 1;
    }
    throw new Error('A request was not answered in 60 tries.');
  }

  async function advance(byMs: number): Promise<void> {
    for (const { test } of nodes) await test.advance(byMs);
  }

  async function leapTo(atMs: number): Promise<void> {
    for (const { test } of nodes) test.time.jump(atMs - 3_000 - test.time.clock.now());
    await advance(3_000);
  }

  /**
   * Changes the stake of a Rocket on the simulated chain at a certain time. In some cases, chosen at random, the nodes read the change at
   * once.
   */
  async function change(tokenId: string, atMs: number): Promise<void> {
    const all = stakes.get(tokenId) ?? [];
    const last = all.at(-1);
    const roll = random();
    const next: StakeChange =
      last === undefined || last.state === 'unstaked'
        ? { atMs, owner: last?.owner ?? walletAt(pick(wallets.length)), level: last?.level ?? 1 + pick(3), state: 'staked' }
        : last.state === 'unstaking'
          ? { ...last, atMs, state: roll < 0.5 ? 'staked' : 'unstaked' }
          : roll < 0.4
            ? { ...last, atMs, state: 'unstaking' }
            : roll < 0.7
              ? { ...last, atMs, owner: walletAt(pick(wallets.length)) }
              : { ...last, atMs, level: 1 + pick(4) };
    stakes.set(tokenId, [...all, next]);
    model.changed(tokenId, next);
    // In 60 % of the cases the nodes read the changed stake at once. Otherwise they read it only with the Rocket's next claim.
    if (random() < 0.6) {
      await answered(({ actors }) =>
        actors.stakeRead({ chainId: CHAIN_ID, tokenId }, readingOf(tokenId), { mayShrink: true, rules: RULES }),
      );
    }
  }

  async function claimNow(tokenId: string, requestId: string): Promise<void> {
    const owner = stakes.get(tokenId)?.at(-1)?.owner;
    if (owner === undefined) return;
    const askedMs = nowMs();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => answered(({ service }) => service.claim(owner, tokenId, `${requestId}/${i}`))),
    );
    const made = answers.filter((answer) => !(answer instanceof CoxswainError));
    refused += answers.length - made.length;
    const record = await nodeAt(0).actors.read(CHAIN_ID, tokenId);
    const last = record?.lastClaim ?? null;
    const isMade = last?.requestId.startsWith(`${requestId}/`) === true;
    if (made.length > 1 || (made.length === 1) !== isMade)
      throw new Error(`${made.length} of ${AT_ONCE} claims of rocket ${tokenId} were answered.`);
    model.claimed(tokenId, isMade && last !== null ? { atMs: last.atMs, points: last.points, wallet: last.wallet } : null, askedMs);
  }

  const nowMs = () => nodeAt(0).test.time.clock.now();

  /** Returns the time of the chain, which never goes back. */
  function blockMs(): number {
    newestBlockMs = Math.max(newestBlockMs, nowMs());
    return newestBlockMs;
  }

  async function notAwarded(of: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const tokenId of of) if ((await nodeAt(0).actors.read(CHAIN_ID, tokenId))?.isAwarded === false) found.push(tokenId);
    return found;
  }

  async function award(ref: string, wallet: Address): Promise<void> {
    await answered(({ ledger }) => ledger.award({ reason: 'trade', ref, wallet }));
  }

  const tokenIds = Array.from({ length: rockets }, (_, i) => String(i + 1));
  await leapTo(START_MS + HOUR_MS);
  for (const tokenId of tokenIds) await change(tokenId, blockMs());
  for (let day = 0; day < days; day += 1) {
    for (const hour of day === 0 ? [7, 13, 20] : [0, 7, 13, 20]) {
      await leapTo(START_MS + day * DAY_MS + hour * HOUR_MS + 2 * MINUTE_MS);
      for (const tokenId of tokenIds) {
        if (random() < 0.05) await change(tokenId, blockMs());
        if (random() < 0.22) await claimNow(tokenId, `${day}/${hour}/${tokenId}`);
      }
      if (random() < 0.3) {
        nodeAt(pick(NODES)).test.crash();
        crashes += 1;
      }
      for (let trades = pick(wallets.length * 3); trades > 0; trades -= 1) {
        nextTrade += 1;
        asked.push({ ref: `${CHAIN_ID}/0x${nextTrade}`, wallet: walletAt(pick(wallets.length)) });
      }
      for (const { ref, wallet } of asked.splice(0)) {
        model.traded(wallet, POINT_RULES.trade, nowMs());
        await award(ref, wallet);
        if (random() < 0.1) await award(ref, wallet);
      }
    }
    // The clocks of both nodes jump back by a random time. A jump of one clock only would merely make that node's claims too early.
    if (random() < 0.1) {
      jumps += 1;
      for (const { test } of nodes) test.time.jump(-pick(20) * MINUTE_MS);
    }
  }
  faulty = false;
  // The clocks are moved forward by more than they went back, because leases and retries depend on the clock and could otherwise not end.
  for (const { test } of nodes) test.time.jump(HOUR_MS);
  let open = tokenIds;
  for (let minutes = 0; open.length > 0 && minutes < 30; minutes += 1) {
    await advance(MINUTE_MS);
    open = await notAwarded(open);
  }
  if (open.length > 0) throw new Error(`The last claim of rocket ${open[0]} is not in the ledger.`);
  const rows = await allRows(records);
  model.check(rows);
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const claims = rows.filter(({ reason }) => reason === 'rocket-claim').length;
  const changes = [...stakes.values()].reduce((sum, all) => sum + all.length, 0);
  crashes = nodes.reduce((sum, { test }) => sum + test.crashes(), 0);
  return { claims, refused, points, trades: nextTrade, crashes, unanswered, changes, jumps };
}

async function allRows(records: RecordStore): Promise<PointEntry[]> {
  const rows = records.collection<PointEntry>(POINTS_LEDGER);
  const found: PointEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof rows.scan>> = await rows.scan({ limit: 500, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

function faultOf(roll: number) {
  if (roll < 0.01) return { kind: 'crash', point: 'before' } as const;
  if (roll < 0.02) return { kind: 'crash', point: 'after' } as const;
  return null;
}

/** Creates a record store on which a write sometimes fails, before or after it took effect. */
function faultyRecords(inner: RecordStore, roll: () => number): RecordStore {
  return {
    collection<T extends JsonObject>(spec: Parameters<RecordStore['collection']>[0]) {
      const of = inner.collection<T>(spec);
      const insert: RecordCollection<T>['insert'] = async (id, value) => {
        const fate = roll();
        if (fate < 0.03) throw storeAway();
        const result = await of.insert(id, value);
        if (fate < 0.06) throw storeAway();
        return result;
      };
      return { ...of, insert };
    },
  };
}

function storeAway(): RetryableError {
  return new RetryableError({ code: 'store-unavailable', message: 'The store is away.' });
}
