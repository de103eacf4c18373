import { expect, test } from 'bun:test';
import { decodeFunctionData } from 'viem';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { isNamed } from '../../../../../src/features/assistant/handlers/standing.ts';
import { standingAgents } from '../../../../../src/features/assistant/handlers/standing-agents.ts';
import { standingPlans } from '../../../../../src/features/assistant/handlers/standing-plans.ts';
import type { Operation, Slots } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { autopilotVaultAbi } from '../../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { vaultCalls } from '../../../../../src/platform/chain/wallet-calls/encode-vault-calls.ts';
import { parseAddress } from '../../../../../src/values/address.ts';

const WALLET = parseAddress(`0x${'a1'.repeat(20)}`);
const VAULT = `0x${'c0'.repeat(20)}`;
const USDC = `0x${'01'.repeat(20)}`;
const WETH = `0x${'02'.repeat(20)}`;
const token = (symbol: string, address: string) => ({ symbol, address, chainId: 1, name: symbol, decimals: 6 });
const noPause = { guardian: null, pausedBy: null, allPausedBy: null };
type PlansDeps = Parameters<typeof standingPlans>[0];
type AgentsDeps = Parameters<typeof standingAgents>[0];
const networks: object = { get: async () => ({ name: 'Ethereum' }) };
const askedOf = (slots: Slots) => ({ slots }) as Asked;

function planOf(more: object) {
  const base = { _id: 'r1', chainId: 1, fromToken: token('USDC', USDC), toToken: token('WETH', WETH), amount: 50, ordersLeft: 3 };
  return {
    ...base,
    status: 'success',
    phase: 'running',
    lastSkip: null,
    positionId: 7,
    vault: VAULT,
    isAutoBuy: true,
    guard: noPause,
    ...more,
  };
}

/** Lists plans or prepares a change of them. `now` are the positions as the vault has them; null when its chain cannot be read. */
async function plans(operation: Operation, listed: readonly object[], slots: Slots = {}, now: readonly object[] | null = null) {
  const deps: object = { dca: { list: async () => listed, positionsNow: async () => now }, networks, vaultCalls };
  const { text, data } = await standingPlans(deps as PlansDeps, askedOf(slots), WALLET, operation);
  const items = data.standing?.items ?? [];
  const calls = items.map(({ transactions }) =>
    transactions.map((transaction) => {
      const call = decodeFunctionData({ abi: dcaVaultAbi, data: transaction.data as `0x${string}` });
      expect(transaction).toMatchObject({ to: VAULT, from: WALLET, value: '0', chainId: 1 });
      return [call.functionName, ...(call.args ?? [])];
    }),
  );
  return { text, items, calls };
}

test('a plan is cancelled, paused and resumed by calls of its vault', async () => {
  expect((await plans('cancel', [planOf({})])).calls).toEqual([[['cancel', 7]]]);
  expect((await plans('list', [planOf({})])).calls).toEqual([[]]);
  const paused = await plans('pause', [planOf({})]);
  expect(paused.calls.flat().map(([name]) => name)).toEqual(['pausePosition']);
  // A vault of an older version has no pause.
  expect((await plans('pause', [planOf({ guard: null })])).calls).toEqual([[['setAutoBuy', 7, false]]]);
  expect((await plans('resume', [planOf({ guard: null, isAutoBuy: false })])).calls).toEqual([[['setAutoBuy', 7, true]]]);
  expect((await plans('resume', [planOf({ guard: { ...noPause, pausedBy: WALLET } })])).calls).toEqual([[['unpausePosition', 7]]]);
  expect((await plans('resume', [planOf({ guard: { ...noPause, allPausedBy: WALLET } })])).calls).toEqual([[['unpauseAll']]]);
});

test('a plan counts as its vault has it now, because its record is up to a minute old', async () => {
  const now = { status: 'active', isAutoBuy: true, guard: noPause };
  const paused = { ...now, guard: { ...noPause, pausedBy: WALLET } };
  expect(await plans('resume', [planOf({})], {}, [paused])).toMatchObject({
    ...{ calls: [[['unpausePosition', 7]]], items: [{ phase: 'paused' }] },
  });
  expect((await plans('list', [planOf({})], {}, [paused])).items).toMatchObject([{ phase: 'paused' }]);
  const resumed = planOf({ phase: 'paused', guard: paused.guard });
  const { items, text } = await plans('resume', [resumed], {}, [now]);
  expect(items).toMatchObject([{ transactions: [], phase: 'running' }]);
  expect(text).toEndWith('(running). It is not paused in the vault, so there is nothing to sign.');
  const ended = await plans('cancel', [planOf({})], {}, [{ ...now, status: 'cancelled' }]);
  expect(ended).toMatchObject({
    calls: [[]],
    items: [{ phase: 'cancelled' }],
    text: expect.stringContaining('is not open in the vault any more'),
  });
  // Of several plans, each that needs nothing is named.
  const two = await plans('resume', [planOf({ positionId: 6 }), planOf({ _id: 'r2', amount: 9 })], {}, [now, paused]);
  expect(two.calls).toEqual([[], [['unpausePosition', 7]]]);
  expect(two.text).toContain(
    '50 USDC to WETH on Ethereum, 3 purchases left is not paused in the vault, so there is nothing to sign for it.',
  );
});

test('a plan that is not in the vault yet is ended by the route', async () => {
  const { items, text } = await plans('cancel', [planOf({ positionId: null, vault: null })]);
  expect(items).toMatchObject([{ transactions: [], route: { path: '/api/defi/cancel-dca', body: { dcaId: 'r1' } } }]);
  expect(text).toContain('POST /api/defi/cancel-dca');
});

test('a message narrows the plans by their tokens and chain', async () => {
  const listed = [planOf({}), planOf({ _id: 'r2', toToken: token('WBTC', `0x${'03'.repeat(20)}`) })];
  expect((await plans('cancel', listed, { toToken: 'WBTC' })).items.map(({ id }) => id)).toEqual(['r2']);
  expect((await plans('cancel', listed, { fromToken: 'weth' })).items.map(({ id }) => id)).toEqual(['r1']);
  expect((await plans('cancel', listed, { fromToken: 'USDC', toToken: WETH })).items.map(({ id }) => id)).toEqual(['r1']);
  const other = await plans('cancel', listed, { fromChainId: 8453 });
  expect(other).toMatchObject({ items: [], text: 'None of your 2 plans matches your message.' });
  expect((await plans('cancel', [])).text).toBe('You have no plan of purchases that is running.');
  expect(isNamed({}, { chainId: 1, spends: [], buys: [] })).toBe(true);
});

test('at most ten are shown, and the text counts the others', async () => {
  const { items, text } = await plans(
    'list',
    Array.from({ length: 12 }, (_, i) => planOf({ _id: `r${i}` })),
  );
  expect(items).toHaveLength(10);
  expect(text).toContain('2 more are not shown.');
});

async function agents(operation: Operation, more: object) {
  const policy = { budgetToken: USDC, allowTokens: [USDC, WETH], strategies: [{ type: 'dca' }] };
  const agent = {
    ...{
      _id: 'a1234567-0000',
      chainId: 1,
      agentId: 4,
      vault: VAULT,
      status: 'active',
      phase: 'watching',
      strategies: [],
      paper: false,
      policy,
    },
    ...{ onChain: { active: true, guard: noPause }, balances: { [USDC]: '5', [WETH]: '0' }, ...more },
  };
  const deps: object = { agents: { list: async () => [agent] }, networks, tokens: { find: async () => null }, vaultCalls };
  const { text, data } = await standingAgents(deps as AgentsDeps, askedOf({}), WALLET, operation);
  const [item] = data.standing?.items ?? [];
  return {
    text,
    route: item?.route?.path ?? null,
    calls: (item?.transactions ?? []).map(({ data: call }) => {
      const { functionName, args } = decodeFunctionData({ abi: autopilotVaultAbi, data: call as `0x${string}` });
      return `${functionName} ${args?.join(' ') ?? ''}`.trim();
    }),
  };
}

test('an agent is paused, resumed and emptied by calls of its vault', async () => {
  expect((await agents('pause', {})).calls).toEqual(['pauseAgent 4']);
  expect((await agents('pause', { onChain: { active: true } })).calls).toEqual(['setActive 4 false']);
  expect((await agents('resume', { onChain: { active: false, guard: { ...noPause, pausedBy: WALLET } } })).calls).toEqual([
    ...['unpauseAgent 4', 'setActive 4 true'],
  ]);
  const [pause, withdraw] = (await agents('cancel', {})).calls;
  expect(pause).toBe('pauseAgent 4');
  expect(withdraw?.toLowerCase()).toStartWith(`withdraw 4 ${USDC}`);
  expect((await agents('list', {})).calls).toEqual([]);
});

test('a dry run has no transaction, and names the route', async () => {
  const dry = { agentId: null, vault: null, paper: true };
  expect(await agents('pause', dry)).toMatchObject({ calls: [], route: '/api/defi/autopilot/pause/a1234567-0000' });
  expect(await agents('resume', dry)).toMatchObject({ calls: [], route: '/api/defi/autopilot/resume/a1234567-0000' });
});

test('the list says what a plan and an agent are doing, and what stops them', async () => {
  const phases = await plans('list', [
    planOf({}),
    planOf({ phase: 'paused', isAutoBuy: false }),
    planOf({ phase: 'retrying', lastSkip: { kind: 'price-impact', detail: 'Too much.' } }),
  ]);
  for (const state of ['(running)', '(paused)', '(retrying, but cannot act: price-impact)']) expect(phases.text).toContain(state);
  expect(phases.text).not.toContain('success');
  const textOf = async (more: object) => (await agents('list', more)).text;
  expect(await textOf({})).toContain('(watching)');
  expect(await textOf({ status: 'paused' })).toContain('(paused)');
  for (const more of [
    { strategies: [{ outcome: null }, { outcome: 'paused-on-chain' }] },
    { onChain: { active: true, guard: { ...noPause, pausedBy: WALLET } } },
  ])
    expect(await textOf(more)).toContain('(switched on, but cannot act: paused-on-chain)');
  expect(await textOf({ onChain: { active: false, guard: noPause } })).toContain('cannot act: inactive-on-chain');
  expect(await textOf({ strategies: [{ outcome: 'condition-not-met' }] })).toContain('(watching)');
});
