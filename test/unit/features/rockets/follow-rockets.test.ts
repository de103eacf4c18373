import { expect, test } from 'bun:test';
import { createFollowRockets } from '../../../../src/features/rockets/follow-rockets.ts';
import type { StakeEvent, StakingReader } from '../../../../src/platform/chain/rocket-staking/rocket-staking.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import type { StakeChange } from '../../../../src/values/rocket-stake.ts';
import { asHash } from '../../../support/branded.ts';
import { ALICE, BOB, CHAIN_ID, RULES, rocketBench, STAKING } from './rocket-bench.ts';

const HOUR_MS = 3_600_000;

type Block = { readonly hash: string; readonly changes: readonly (readonly [tokenId: string, change: StakeChange])[] };

/** Creates a chain of blocks with changes of stakes, which tests can shorten and extend, and nodes that follow it. */
function follower({ nodes = 1, confirmations = 0 } = {}) {
  const bench = rocketBench({ nodes });
  const blocks: Block[] = [{ hash: '0xgenesis', changes: [] }];
  const hidden = new Set<number>();
  let made = 0;
  let away: Error | null = null;

  const mine = (...changes: Block['changes'][number][]) => {
    made += 1;
    blocks.push({ hash: `0x${made}`, changes });
  };
  const eventsIn = (number: number): StakeEvent[] =>
    (hidden.has(number) ? [] : (blocks[number]?.changes ?? [])).map(([tokenId], logIndex) => ({
      tokenId,
      log: { blockNumber: number, blockHash: asHash(blocks[number]?.hash ?? ''), logIndex, topics: [] } as never,
    }));
  const reader: StakingReader = {
    async block(at) {
      if (away !== null) throw away;
      const number = at === 'latest' ? blocks.length - 1 : at;
      const block = blocks[number];
      return block === undefined ? null : { number, hash: asHash(block.hash), timeSec: 0 };
    },
    events: async (from, to) => blocks.flatMap((_, number) => (number < from || number > to ? [] : eventsIn(number))),
    stakes: async (tokenIds) =>
      tokenIds.map((tokenId) => {
        const all = blocks.flatMap(({ changes }) => changes.flatMap(([of, change]) => (of === tokenId ? [change] : [])));
        return { total: all.length, changes: all };
      }),
  };
  const follows = bench.nodes.map(({ actors, test: { time } }) =>
    createFollowRockets({
      ...{ records: bench.records, clock: time.clock, rockets: actors, rules: async () => RULES, readInTurn: 1, log: silentLog },
      stakingOf: async () => STAKING,
      stakingAt: () => ({ ...bench.staking, readEvents: (work) => work(reader) }),
      confirmationsOf: () => confirmations,
    }),
  );
  return {
    ...bench,
    mine,
    hide: (number: number) => hidden.add(number),
    showAll: () => hidden.clear(),
    cutTo: (length: number) => void blocks.splice(length),
    setAway: (error: Error | null) => {
      away = error;
    },
    follow: (node = 0) => follows[node]?.(CHAIN_ID),
    record: (tokenId: string) => bench.actors.read(CHAIN_ID, tokenId),
  };
}

test('a stake is followed from the first block on, and read once while nothing happens', async () => {
  const f = follower();
  f.mine(['5', f.staked(f.startMs)], ['6', f.staked(f.startMs, BOB, 2)]);
  f.mine();
  expect(await f.follow()).toMatchObject({ isCaughtUp: true, head: { number: 2 }, hasDeferred: false });
  expect(await f.record('5')).toMatchObject({ state: 'staked', totalChanges: 1 });
  expect(await f.record('6')).toMatchObject({ state: 'staked', changes: [{ owner: BOB, level: 2 }] });
  f.mine(['5', { ...f.staked(f.startMs + 1), state: 'unstaking' }]);
  await f.follow();
  expect(await f.record('5')).toMatchObject({ state: 'unstaking' });
});

test('two nodes that follow at once, one of which starts again from its cursor, tell each change once', async () => {
  const f = follower({ nodes: 2 });
  f.mine(['5', f.staked(f.startMs)]);
  await Promise.all([f.follow(0), f.follow(1)]);
  f.nodes[0]?.test.crash();
  f.mine(['5', f.staked(f.startMs + 1, BOB)]);
  await Promise.all([f.follow(0), f.follow(1)]);
  expect(await f.record('5')).toMatchObject({ totalChanges: 2, state: 'staked' });
  const { actors } = f;
  expect((await actors.listOf(BOB, { limit: 5 })).rockets).toHaveLength(1);
  expect((await actors.listOf(ALICE, { limit: 5 })).rockets).toHaveLength(0);
});

test('a reorg takes a stake back, also on a shorter chain, and one that is mined again counts from its new block', async () => {
  const f = follower();
  f.mine();
  f.mine(['5', f.staked(f.startMs)]);
  f.mine();
  await f.follow();
  await f.leap(3 * HOUR_MS);
  expect(await f.service.statusOf(ALICE, { limit: 5 })).toMatchObject({ rockets: [{ claimablePoints: 30 }] });
  f.cutTo(2);
  f.mine();
  await f.follow();
  expect(await f.record('5')).toMatchObject({ state: 'unstaked', totalChanges: 0 });
  expect((await f.service.statusOf(ALICE, { limit: 5 })).rockets).toEqual([]);
  f.mine(['5', f.staked(f.startMs + HOUR_MS)]);
  await f.follow();
  expect(await f.service.statusOf(ALICE, { limit: 5 })).toMatchObject({ rockets: [{ claimablePoints: 20 }] });
});

test('a reorg that gives the rocket to another owner, with as many changes as before, is noticed', async () => {
  const f = follower();
  f.mine(['5', f.staked(f.startMs)]);
  f.mine();
  await f.follow();
  f.cutTo(1);
  f.mine(['5', f.staked(f.startMs + 1, BOB)]);
  f.mine();
  f.mine();
  await f.follow();
  expect(await f.record('5')).toMatchObject({ changes: [{ owner: BOB }] });
});

test('an endpoint that only lags takes nothing back', async () => {
  const f = follower({ confirmations: 3 });
  f.mine(['5', f.staked(f.startMs)]);
  await f.follow();
  f.mine(['6', f.staked(f.startMs)]);
  await f.follow();
  f.cutTo(2);
  expect(await f.follow()).toEqual({ head: null, isCaughtUp: true });
  expect(await f.record('6')).toMatchObject({ state: 'staked' });
  // A lagging endpoint may omit blocks for a while. After ten minutes, missing blocks must count as removed from the chain.
  await f.leap(11 * 60_000);
  f.mine();
  await f.follow();
  expect(await f.record('6')).toMatchObject({ state: 'unstaked' });
});

test('an event that an endpoint did not show is found later: among the blocks that are read again, or in turn', async () => {
  const f = follower();
  f.mine(['5', f.staked(f.startMs)]);
  await f.follow();
  f.mine(['5', f.staked(f.startMs + 1, BOB)]);
  f.hide(2);
  f.mine(['6', f.staked(f.startMs)]);
  await f.follow();
  expect(await f.record('5')).toMatchObject({ changes: [{ owner: ALICE }, { owner: BOB }] });
  f.mine(['7', f.staked(f.startMs)]);
  f.hide(4);
  f.mine();
  await f.follow();
  expect(await f.record('7')).toBeNull();
  f.showAll();
  f.mine();
  await f.follow();
  expect(await f.record('7')).toMatchObject({ state: 'staked' });
});

test('while the chain is away nothing changes, and the cursor stays where it was', async () => {
  const f = follower();
  f.mine(['5', f.staked(f.startMs)]);
  await f.follow();
  f.mine(['5', { ...f.staked(f.startMs + 1), state: 'unstaking' }]);
  f.setAway(new RetryableError({ code: 'rpc-unavailable', message: 'The node is away.' }));
  await expect(f.follow() ?? Promise.resolve()).rejects.toThrow('away');
  f.setAway(null);
  await f.follow();
  expect(await f.record('5')).toMatchObject({ state: 'unstaking' });
});
