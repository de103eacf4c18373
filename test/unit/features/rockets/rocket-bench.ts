import { createAwardClaim, createRocketActor } from '../../../../actors/rocket/effects.ts';
import { createRocketActors } from '../../../../actors/rocket/rockets-client.ts';
import { createPointRules } from '../../../../src/features/points/point-rules.ts';
import { createPointsLedger, POINTS_LEDGER, type PointEntry } from '../../../../src/features/points/points-ledger.ts';
import { createRockets } from '../../../../src/features/rockets/create-rockets.ts';
import { createSystemSettings } from '../../../../src/features/system-settings/create-system-settings.ts';
import type { RocketStaking } from '../../../../src/platform/chain/rocket-staking/rocket-staking.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import type { RocketRules } from '../../../../src/values/rocket-accrual.ts';
import { MOST_CHANGES, type StakeChange } from '../../../../src/values/rocket-stake.ts';
import { asAddress } from '../../../support/branded.ts';

export const CHAIN_ID = 31337;
export const ALICE = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const BOB = asAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');
export const STAKING = asAddress(`0x${'5a'.repeat(20)}`);
export const RULES: RocketRules = {
  levels: [
    { ratePerHour: 10, maxDailyCap: 100 },
    { ratePerHour: 20, maxDailyCap: 300 },
  ],
  claimWindowMinutes: 60,
};

/** A staking contract in memory, from which every node reads the same data. */
export function createStakes() {
  const changes = new Map<string, StakeChange[]>();
  return {
    changes,
    set: (tokenId: string, ...list: StakeChange[]) => void changes.set(tokenId, list),
    add: (tokenId: string, change: StakeChange) => void changes.set(tokenId, [...(changes.get(tokenId) ?? []), change]),
    read(tokenId: string) {
      const all = changes.get(tokenId) ?? [];
      return { total: all.length, changes: all.slice(-MOST_CHANGES) };
    },
  };
}

/** Creates nodes on one shared store, each with its own virtual time. */
export function rocketBench({ nodes = 1, startMs = Date.UTC(2026, 2, 29, 12) }: { nodes?: number; startMs?: number } = {}) {
  const store = createMemoryActorStore();
  const stakes = createStakes();
  const first = { now: () => startMs };
  const records = createMemoryRecordStore({ clock: first });
  const rows = records.collection<PointEntry>(POINTS_LEDGER);
  const staking: RocketStaking = {
    address: STAKING,
    chainId: CHAIN_ID,
    readEvents: (work) =>
      work({
        block: async () => null,
        events: async () => [],
        stakes: async (tokenIds) => tokenIds.map(stakes.read),
      }),
  };
  const made = Array.from({ length: nodes }, (_, i) => {
    let ledgerFails = false;
    /** Each ledger uses the clock of its node. The node is created after the ledger, so the clock is looked up at each call. */
    let now = () => startMs;
    const ledger = createPointsLedger({
      records,
      clock: { now: () => now() },
      rules: createPointRules(createSystemSettings({ records, clock: first })),
    });
    const failLedger = (fails: boolean) => {
      ledgerFails = fails;
    };
    const award = createAwardClaim({
      ledger: {
        award: (asked) => (ledgerFails ? Promise.reject(new Error('The process ends here.')) : ledger.award(asked)),
      },
    });
    const rules = async () => RULES;
    const test = createTestSystem({ actors: [createRocketActor({ award, rules })], store, seed: i + 1, startMs });
    now = () => test.time.clock.now();
    const actors = createRocketActors({
      actors: {
        of: (definition, key) => test.system().of(definition, key),
        send: (id, event, options) => test.system().send(id, event, options),
        list: (definition, query) => test.system().list(definition, query),
      },
    });
    let nextId = 0;
    const service = createRockets({
      ...{ rockets: actors, rules, award, imageUrl: 'https://x.test/{level}.png', clock: test.time.clock },
      ids() {
        nextId += 1;
        return `request-${i}-${nextId}`;
      },
      stakings: async () => [staking],
    });
    return { test, actors, service, ledger, failLedger };
  });
  const [node] = made;
  if (node === undefined) throw new Error('A bench has a node');
  const advance = async (byMs: number) => {
    for (const { test } of made) await test.advance(byMs);
  };
  /** Jumps ahead in virtual time without running the ticks and timers in between. */
  const leap = async (byMs: number) => {
    for (const { test } of made) test.time.jump(byMs - 2_000);
    await advance(2_000);
  };
  const staked = (atMs: number, owner: Address = ALICE, level = 1): StakeChange => ({ atMs, owner, level, state: 'staked' });
  return { ...node, nodes: made, stakes, staking, records, rows, advance, leap, staked, startMs };
}
