import { expect, test } from 'bun:test';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec, RecordCollection, RecordStore } from '../../src/platform/store/record-store.ts';
import type { DcaPositions } from '../../src/services/dca/dca-positions.ts';
import { createFillBook } from '../../src/services/dca/fill-book.ts';
import { createFollowVault, VAULT_CURSORS } from '../../src/services/dca/follow-vault.ts';
import { createLinkBook } from '../../src/services/dca/link-book.ts';
import { createTokens } from '../../src/services/tokens/create-tokens.ts';
import { parseAddress } from '../../src/values/address.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { encodeCall, encodeSigned } from '../sim/dca/call-bytes.ts';
import { createSimChain, type SimBlock, VAULT } from '../sim/dca/sim-chain.ts';
import { CHAIN_ID, createSimRpc, EXECUTOR } from '../sim/dca/sim-rpc.ts';

// An endpoint that lagged looked like a reorg: its run took the newest fills back, and died before it had moved its cursor back. The
// next run saw no fork, read on from the cursor, and never wrote those fills again.

const wallet = parseAddress(`0x${'1'.repeat(40)}`);
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const clock = { now: () => 1_800_000_000_000 };
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};
/** Records that take everything: only the fills matter here. */
const positions: DcaPositions = {
  create: async ({ recordId, terms }) => {
    const { chainId, fromToken, toToken } = terms;
    return { record: { _id: recordId, id: recordId, fromToken, toToken, chainId, status: 'success' }, terms };
  },
  link: async () => {},
  unlink: async () => {},
  look: async () => {},
  ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
};

test('a run on a lagging endpoint that dies half-way loses no fill', async () => {
  const chain = createSimChain(
    () => 0.1,
    () => 0,
    1_700_000_000,
  );
  const deposit = { wallet, fromToken: token('2'), toToken: token('3'), amount: 300n, frequency: 3, intervalSec: 180, autoClaim: false };
  chain.deposit(deposit);
  chain.mine(1_700_000_012);
  const lagging = chain.blocks();
  const item = { wallet, positionId: 1, orderIndex: 0, target: EXECUTOR, spender: EXECUTOR, data: '0x' as const };
  const call = encodeCall({ kind: 'orders', items: [{ ...item, amountOutMin: 1n, gasLimit: 1n }], deadlineSec: 1_800_000_000 });
  chain.send(encodeSigned({ nonce: 0, data: call, maxFee: 1n }).raw);
  chain.mine(1_700_000_024);

  let shown: readonly SimBlock[] | null = null;
  let writesLeft = Number.POSITIVE_INFINITY;
  const records = withCursorWrites(createMemoryRecordStore({ clock }), () => {
    writesLeft -= 1;
    return writesLeft >= 0;
  });
  const rpc = createSimRpc({
    ...{ chain, random: () => 0.1, trouble: () => 0, isHidden: () => false, pause: async () => {} },
    stalled: () => shown,
  });
  const fills = createFillBook({ records });
  const follow = createFollowVault({
    places: { of: async () => ({ vault: VAULT, confirmations: 3, firstBlock: 0 }), executorOf: () => EXECUTOR },
    ...{ records, vaultAt: rpc.vaultAt, fills, links: createLinkBook({ records, clock }), tokens: createTokens({ records, clock }) },
    positions,
  });
  const fillCount = async () => (await fills.listOf({ wallet, limit: 10 })).length;
  await follow(CHAIN_ID);
  expect(await fillCount()).toBe(1);

  for (const writes of [0, 1]) {
    [shown, writesLeft] = [lagging, writes];
    await expect(follow(CHAIN_ID)).rejects.toThrow('the process is gone');
    [shown, writesLeft] = [null, Number.POSITIVE_INFINITY];
    await follow(CHAIN_ID);
    expect(await fillCount()).toBe(1);
  }
});

/** A store whose writes of the cursor do not happen when `mayWrite` says so. */
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
