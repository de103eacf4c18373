import { expect, test } from 'bun:test';
import { createScanApprovals } from '../../../../src/features/assistant/approvals-scan.ts';
import { approvalsOf, readApprovals } from '../../../../src/features/assistant/handlers/revoke-approvals.ts';
import { found, instead } from '../../../../src/features/assistant/lookup/outcome.ts';
import type { ReadableChain } from '../../../../src/features/assistant/lookup/own-chains.ts';
import { createTellApprovals } from '../../../../src/features/assistant/tell-approvals.ts';
import { createWatchApprovals } from '../../../../src/features/assistant/watch-approvals.ts';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import type { PriceAnswer } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import type { Approval, ApprovalPair } from '../../../../src/platform/chain/approvals/read-approvals.ts';
import { walletCalls } from '../../../../src/platform/chain/wallet-calls/encode-wallet-calls.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { NO_ADDRESS, parseAddress } from '../../../../src/values/address.ts';
import { DAY_MS } from '../../../../src/values/utc-day.ts';
import { OWNER, STRANGER, USDC } from '../../../support/alert-bench.ts';

const HOUR_MS = 3_600_000;

/** Two nodes with one store and one chain, on which the owner's approvals are those of `given`. */
function bench(most = 4) {
  let [now, head, reads] = [0, 100, 0];
  const clock = { now: () => now };
  const records = createMemoryRecordStore({ clock });
  const given: Approval[] = [];
  const inForce: number[][] = [];
  const readWallets: string[] = [];
  const notifications = createNotifications({ records, clock, ids: () => crypto.randomUUID() });
  const chain = { chainId: 1, onOneEndpoint: (read: (one: object) => unknown) => read({ getBlockNumber: async () => head }) };
  // The cast leaves out what reads of approvals do not use.
  const place = { network: { id: 1, name: 'Ethereum' }, chain } as ReadableChain;
  const reader = {
    async given(_reads: object, wallet: string) {
      reads += 1;
      readWallets.push(wallet);
      return given.map(({ token, spender, block }) => ({ kind: 'erc20' as const, token, spender, block }));
    },
    async inForce(_reads: object, _wallet: string, pairs: readonly ApprovalPair[]) {
      inForce.push(pairs.map(({ block }) => block));
      return given.filter((one) => pairs.some(({ block }) => block === one.block));
    },
  };
  const deps = {
    ...{ calls: walletCalls, permit2: NO_ADDRESS, tell: createTellApprovals({ notifications }) },
    scan: createScanApprovals({ records, reader, isKnown: async (wallet) => wallet === OWNER, clock }),
    chains: { open: async () => found(place), all: async () => [place], named: async () => found([place]) },
    tokens: { findMany: async () => new Map([[tokenKey(1, USDC.address), USDC]]) },
    prices: { pricesOf: async () => new Map([[tokenKey(1, USDC.address), { price: { usd: '1' } } as PriceAnswer]]) },
  } as Parameters<typeof readApprovals>[0];
  const nodes = [1, 2].map(() =>
    createWatchApprovals({
      ...{ records, clock, log: silentLog, most, chains: deps.chains },
      read: (one, wallet) => readApprovals(deps, one, wallet, 'service'),
    }),
  );
  return {
    ask: (wallet = OWNER) => readApprovals(deps, place, wallet, 'person'),
    shown: () => approvalsOf(deps, [place], OWNER),
    approve(block: number, spender = STRANGER) {
      head = block;
      given.push({
        kind: 'erc20',
        token: USDC.address,
        spender,
        block,
        allowance: 5_000_000n,
        balance: 9_000_000n,
        expiresSec: null,
      });
    },
    pass(ms: number) {
      now += ms;
    },
    rounds: () => Promise.all(nodes.map(({ round }) => round())),
    reads: () => reads,
    readWallets,
    /** The blocks of the approvals of each read of what is in force. */
    inForce,
    told: async () => (await notifications.list({ wallet: OWNER, limit: 10 })).notifications,
  };
}

test('a wallet is told of a new approval although nobody asks, once for all nodes', async () => {
  const { ask, approve, pass, rounds, told } = bench();
  await ask();
  approve(101);
  await rounds();
  expect(await told()).toHaveLength(0);
  pass(HOUR_MS);
  await rounds();
  pass(HOUR_MS);
  await rounds();
  expect(await told()).toMatchObject([{ kind: 'approval-risk', data: { spender: STRANGER, approvedAtBlock: 101 } }]);
});

test('a round reads from the contracts only the approvals that are new', async () => {
  const { ask, approve, pass, rounds, told, inForce } = bench();
  approve(99, OWNER);
  await ask();
  for (const [block, spender] of [
    [101, STRANGER],
    [102, USDC.address],
  ] as const) {
    approve(block, spender);
    pass(HOUR_MS);
    await rounds();
    pass(HOUR_MS);
    await rounds();
  }
  await ask();
  expect(inForce).toEqual([[99], [101], [102], [102, 101, 99]]);
  expect(await told()).toMatchObject([{ data: { approvedAtBlock: 102 } }, { data: { approvedAtBlock: 101 } }]);
});

test('a round reads at most as many wallets as the setting allows, each once in an hour', async () => {
  const { ask, pass, rounds, reads } = bench(1);
  await ask(OWNER);
  await ask(STRANGER);
  const before = reads();
  pass(HOUR_MS);
  await rounds();
  const after = reads();
  await rounds();
  await rounds();
  expect(after).toBeGreaterThan(before);
  expect(reads() - before).toBe(2);
});

test('wallets that the service knows are read before those of strangers, who asked earlier', async () => {
  const { ask, pass, rounds, readWallets } = bench(1);
  for (let byte = 10; byte < 20; byte += 1) await ask(parseAddress(`0x${String(byte).repeat(20)}`));
  pass(1);
  await ask(OWNER);
  pass(HOUR_MS);
  for (let hour = 0; hour < 3; hour += 1) {
    readWallets.splice(0);
    await rounds();
    expect([hour, readWallets[0]]).toEqual([hour, OWNER]);
    await rounds();
    expect(readWallets.filter((wallet) => wallet !== OWNER).length).toBeGreaterThan(0);
    pass(HOUR_MS);
  }
});

test('a wallet for which nobody asked in 30 days is not read any more', async () => {
  const { ask, pass, rounds, reads } = bench();
  await ask();
  for (let day = 0; day < 31; day += 1) {
    pass(DAY_MS);
    await rounds();
  }
  const before = reads();
  pass(DAY_MS);
  await rounds();
  expect(reads()).toBe(before);
});

test('a chain that is no longer configured is left out, and the others are read', async () => {
  const records = createMemoryRecordStore({ clock: { now: () => 0 } });
  const watch = createWatchApprovals({
    ...{ records, clock: { now: () => 0 }, log: silentLog, most: 4 },
    chains: { open: async () => instead({ action: 'error', text: '', data: {} }) },
    read: () => Promise.reject(new Error('nothing is read')),
  });
  await watch.round();
});

test('several approvals of one token together put no more at risk than the wallet has of it', async () => {
  const { approve, shown } = bench();
  expect(await shown()).toMatchObject({ approvals: [], totalAtRiskUsd: '0' });
  approve(101);
  expect(await shown()).toMatchObject({ approvals: [{ valueAtRiskUsd: '5' }], totalAtRiskUsd: '5' });
  approve(102, NO_ADDRESS);
  expect(await shown()).toMatchObject({ approvals: [{ valueAtRiskUsd: '5' }, { valueAtRiskUsd: '5' }], totalAtRiskUsd: '9' });
});
