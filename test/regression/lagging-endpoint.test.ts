import { expect, test } from 'bun:test';
import type { DcaPositions } from '../../src/features/dca/dca-positions.ts';
import { createDeferredEvents } from '../../src/features/dca/deferred-events.ts';
import { createFillRepository } from '../../src/features/dca/fill-repository.ts';
import { createFollowVault, VAULT_CURSORS } from '../../src/features/dca/follow-vault.ts';
import { createLinkRepository } from '../../src/features/dca/link-repository.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec, RecordCollection, RecordStore } from '../../src/platform/store/record-store.ts';
import { parseAddress } from '../../src/values/address.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { encodeCall, encodeSigned } from '../sim/dca/call-bytes.ts';
import { createSimChain, type SimBlock, VAULT } from '../sim/dca/sim-chain.ts';
import { CHAIN_ID, createSimRpc, EXECUTOR } from '../sim/dca/sim-rpc.ts';
import { dcaReading } from '../support/dca-reading.ts';

// Tests a fixed error. In the past, an endpoint that lagged looked like a reorg: the follower removed the newest fills and unlinked
// positions until the endpoint had caught up. In addition, a follower that died before it had moved its cursor back lost these fills and
// links: the next run detected no fork, and continued from the cursor.

const wallet = parseAddress(`0x${'1'.repeat(40)}`);
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
let nowMs = 1_800_000_000_000;
const clock = { now: () => nowMs };
/**
 * Milliseconds after which a missing block no longer counts as a lagging endpoint. After this time the service concludes that the chain
 * itself went back.
 */
const LONG_MS = 600_000;
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};
/** A stub for positions that accepts all calls, because these tests only check fills. */
const positions: DcaPositions = {
  create: async ({ recordId, terms }) => dcaReading(recordId, terms),
  link: async () => {},
  unlink: async () => {},
  look: async () => {},
  ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
};

/**
 * Creates two views of a chain: with one position and, in the newest block, one order of it, which the follower has read; and the same
 * chain before that block.
 */
async function followedOrder() {
  const chain = createSimChain(
    () => 0.1,
    () => 0,
    1_700_000_000,
  );
  const deposit = { wallet, fromToken: token('2'), toToken: token('3'), amount: 300n, frequency: 3, intervalSec: 180, autoClaim: false };
  const before = chain.blocks();
  chain.deposit(deposit);
  chain.mine(1_700_000_012);
  const lagging = chain.blocks();
  const item = { wallet, positionId: 1, orderIndex: 0, target: EXECUTOR, spender: EXECUTOR, data: '0x' as const };
  const call = encodeCall({ kind: 'orders', items: [{ ...item, amountOutMin: 1n, gasLimit: 1n }], deadlineSec: 1_800_000_000 });
  chain.send(encodeSigned({ nonce: 0, data: call, maxFee: 1n }).raw);
  chain.mine(1_700_000_024);

  let shown: readonly SimBlock[] | null = null;
  let writesLeft = Number.POSITIVE_INFINITY;
  let confirmations = 3;
  const unlinked: string[] = [];
  const records = withCursorWrites(createMemoryRecordStore({ clock }), () => {
    writesLeft -= 1;
    return writesLeft >= 0;
  });
  const rpc = createSimRpc({
    ...{ chain, random: () => 0.1, trouble: () => 0, isHidden: () => false, pause: async () => {} },
    stalled: () => shown,
  });
  const fills = createFillRepository({ records });
  const follow = createFollowVault({
    deployments: { of: async () => ({ vault: VAULT, confirmations, firstBlock: 0 }), executorOf: () => EXECUTOR },
    ...{
      records,
      clock,
      vaultAt: rpc.vaultAt,
      fills,
      links: createLinkRepository({ records, clock }),
      tokens: createTokens({ records, clock }),
    },
    deferred: createDeferredEvents({ records, clock, log: silentLog, tell: async () => {} }),
    positions: { ...positions, unlink: async (recordId) => void unlinked.push(recordId) },
  });
  const fillCount = async () => (await fills.listOf({ wallet, limit: 10 })).length;
  await follow(CHAIN_ID);
  expect(await fillCount()).toBe(1);
  return {
    ...{ chain, before, lagging, unlinked, fillCount },
    follow: () => follow(CHAIN_ID),
    show: (blocks: readonly SimBlock[] | null) => {
      shown = blocks;
    },
    allowWrites: (count: number) => {
      writesLeft = count;
    },
    confirm: (depth: number) => {
      confirmations = depth;
    },
  };
}

test('a run that mistakes a lagging endpoint for a fork and dies half-way loses no fill', async () => {
  const { lagging, follow, show, allowWrites, fillCount } = await followedOrder();
  for (const writes of [0, 1]) {
    show(lagging);
    await follow();
    nowMs += LONG_MS;
    allowWrites(writes);
    await expect(follow()).rejects.toThrow('the process is gone');
    show(null);
    allowWrites(Number.POSITIVE_INFINITY);
    await follow();
    expect(await fillCount()).toBe(1);
  }
});

test('fills and links stay while an endpoint lags, however far behind it is', async () => {
  for (const behind of ['lagging', 'before'] as const) {
    const { [behind]: blocks, follow, show, fillCount, unlinked } = await followedOrder();
    show(blocks);
    for (let minute = 0; minute < 9; minute += 1) {
      expect(await follow()).toEqual({ head: null, isCaughtUp: true });
      nowMs += 60_000;
    }
    show(null);
    expect(await follow()).toMatchObject({ head: { number: 2 }, isCaughtUp: true });
    expect(await fillCount()).toBe(1);
    // The block was visible in between. So the time for which it has been missing must be counted from the beginning again, and nothing may
    // be undone yet.
    show(blocks);
    nowMs += LONG_MS;
    await follow();
    expect(await fillCount()).toBe(1);
    expect(unlinked).toEqual([]);
  }
});

test('an endpoint that is behind for too long counts as a chain that went back', async () => {
  const { before, follow, show, fillCount, unlinked } = await followedOrder();
  show(before);
  await follow();
  nowMs += LONG_MS;
  await follow();
  expect(await fillCount()).toBe(0);
  expect(unlinked).toHaveLength(1);
});

test('a fork does not count as lag: removed fills disappear at once, even when it is shorter', async () => {
  const { chain, lagging, follow, show, fillCount } = await followedOrder();
  const other = createSimChain(
    () => 0.1,
    () => 0,
    1_700_000_001,
  );
  other.mine(1_700_000_013);
  other.reorg(1);
  const [first] = chain.blocks();
  const forked = other.blocks().slice(1);
  show(first === undefined ? forked : [first, ...forked]);
  await follow();
  expect(await fillCount()).toBe(0);
  expect(lagging).toHaveLength(2);
});

test('on a chain without a confirmation depth no endpoint counts as lagging: removed fills disappear at once', async () => {
  const { lagging, follow, show, confirm, fillCount } = await followedOrder();
  confirm(0);
  show(lagging);
  await follow();
  expect(await fillCount()).toBe(0);
});

/** A record store in which writes of the follower's cursor fail while `mayWrite` returns false. */
function withCursorWrites(inner: RecordStore, mayWrite: () => boolean): RecordStore {
  return {
    collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
      const kept = inner.collection<T>(spec);
      if (spec.name !== VAULT_CURSORS.name) return kept;
      const update: RecordCollection<T>['update'] = async (id, rev, value) => {
        if (mayWrite()) return kept.update(id, rev, value);
        throw new RetryableError({ code: 'store-unavailable', message: 'the process is gone' });
      };
      return { ...kept, update };
    },
  };
}
