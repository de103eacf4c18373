import { expect, test } from 'bun:test';
import { byUse, type Chip } from '../../../../../src/features/assistant/suggestions/chip.ts';
import { createOwnChips, type OwnChipsDeps } from '../../../../../src/features/assistant/suggestions/own-chips.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { NATIVE_ADDRESS } from '../../../../../src/values/native.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { ALICE } from '../chat-bench.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const wallet = parseAddress(ALICE);
const WETH = `0x${'02'.repeat(20)}`;
const HASH = `0x${'ab'.repeat(32)}`;

type World = {
  readonly plans?: readonly object[];
  readonly agents?: readonly object[];
  readonly trades?: readonly object[];
  readonly held?: readonly object[];
};

function open({ plans = [], agents = [], trades = [], held = [] }: World) {
  const parts = {
    dca: { list: async () => plans },
    autopilot: { list: async () => agents },
    trades: { list: async () => ({ trades, cursor: null }) },
    balances: { of: async () => ({ chains: [{ chainId: 1, tokens: held }] }) },
    networks: { get: async () => ({ contracts: { wrappedNative: WETH } }) },
    approvals: { chains: { all: async () => [] } },
    clock: { now: () => NOW_MS },
  };
  return createOwnChips(Object.assign({} as OwnChipsDeps, parts));
}

const plan = (minutesLate: number, more: object = {}) => ({
  ...{ _id: 'p', chainId: 1, ordersLeft: 3, lastSkip: null, nextOrderAt: new Date(NOW_MS - minutesLate * 60_000).toISOString() },
  ...more,
});
const agent = (outcome: string | null, status = 'active') => ({
  _id: 'agent-id',
  agentId: 4,
  status,
  chainId: 1,
  strategies: [{ outcome: null }, { outcome }],
});
const token = (symbol: string, valueUsd: string | null, address = `0x${symbol}`) => ({ symbol, valueUsd, address });

test('a purchase counts as late after ten minutes, and says why it waits', async () => {
  const read = async (plans: readonly object[]) => await open({ plans }).positions?.(wallet);
  expect(await read([plan(5), plan(-60), plan(600, { ordersLeft: 0 }), plan(0, { nextOrderAt: null })])).toEqual([]);
  const skipped = plan(11, { lastSkip: { detail: 'The price is too high.' } });
  expect(await read([plan(5), skipped, plan(30)])).toMatchObject([
    {
      kind: 'late-position',
      reason: expect.stringMatching(/^A purchase was due at .*: The price is too high\. 1 other plan late as well\.$/),
    },
  ]);
});

test('an agent that is on and cannot act is named, and one that only waits is not', async () => {
  const read = async (agents: readonly object[]) => await open({ agents }).agents?.(wallet);
  expect(await read([agent('not-due'), agent('condition-not-met'), agent(null), agent('expired', 'paused')])).toEqual([]);
  expect(await read([agent('not-due'), agent('router-not-allowed')])).toMatchObject([
    { kind: 'stopped-agent', reason: 'Agent 4 is switched on but cannot act: router-not-allowed.' },
  ]);
});

test('a trade that is not settled is looked up by its hash', async () => {
  const read = async (trades: readonly object[]) => await open({ trades }).trades?.(wallet);
  expect(
    await read([
      { status: 'success', txHash: HASH },
      { status: 'pending', txHash: 'a-uuid' },
    ]),
  ).toEqual([]);
  expect(await read([{ status: 'pending', txHash: HASH }])).toMatchObject([
    { kind: 'pending-trade', message: `what happened in ${HASH}?` },
  ]);
});

test('holdings are offered by their value, and dust is not', async () => {
  const read = async (held: readonly object[]) => (await open({ held }).holdings?.(wallet))?.map(({ message }) => message);
  expect(await read([token('DAI', '4.99'), token('XYZ', null)])).toEqual([]);
  expect(await read([token('USDC', '9'), token('WETH', '1000')])).toEqual([
    'portfolio',
    'how much would half my USDC be in WETH?',
    'price of WETH',
  ]);
});

test('offers for a token and its wrapped form are not suggested', async () => {
  const pair = [token('WETH', '9000', WETH), token('ETH', '8000', NATIVE_ADDRESS)];
  const read = async (held: readonly object[]) => (await open({ held }).holdings?.(wallet))?.map(({ message }) => message);
  expect(await read(pair)).toEqual(['portfolio', 'price of WETH']);
  expect(await read([...pair, token('USDC', '9')])).toEqual([...['portfolio', 'how much would half my USDC be in WETH?', 'price of WETH']]);
  expect(await read([token('WETH', '9000', HASH), token('ETH', '8000', NATIVE_ADDRESS)])).toHaveLength(3);
});

test('what is of more use stands first, and each message is understood as what the chip says', async () => {
  const read = open({
    ...{ plans: [plan(60)], agents: [agent('no-budget')], trades: [{ status: 'pending', txHash: HASH }] },
    held: [token('USDC', '9'), token('WETH', '1000')],
  });
  const parts = ['holdings', 'trades', 'positions', 'agents'].map(async (part) => (await read[part]?.(wallet)) ?? []);
  const chips: readonly Chip[] = byUse((await Promise.all(parts)).flat());
  expect(chips.map(({ kind }) => kind)).toEqual(['stopped-agent', 'late-position', 'pending-trade', 'holding', 'holding', 'holding']);
  for (const { message, intent } of chips) {
    const question = { input: message, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] };
    const understood = understandMessage(question, NOW_MS);
    expect([message, understood.intent, understood.missing]).toEqual([message, intent, []]);
  }
});
