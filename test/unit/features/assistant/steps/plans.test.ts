import { expect, test } from 'bun:test';
import { type Asked, refuse } from '../../../../../src/features/assistant/answers/answer.ts';
import { found, instead } from '../../../../../src/features/assistant/lookup/outcome.ts';
import { emptyRow, keyOf, type PreparedStep, type PrepareStep } from '../../../../../src/features/assistant/steps/plan.ts';
import { createPreparePlan } from '../../../../../src/features/assistant/steps/prepare-plan.ts';
import { createSimulatePlan } from '../../../../../src/features/assistant/steps/simulate-plan.ts';
import { spentBy } from '../../../../../src/features/assistant/steps/step-amount.ts';
import type { Step } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import type { Token } from '../../../../../src/market/tokens/token.ts';
import type { Chain, SimulatedCall } from '../../../../../src/platform/chain/chain.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { RetryableError } from '../../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../../src/values/errors/terminal-error.ts';
import { ALICE } from '../chat-bench.ts';

const wallet = parseAddress(ALICE);
const OTHER = parseAddress(`0x${'b0'.repeat(20)}`);
const tokenOf = (byte: string, symbol: string, chainId = 1): Token => ({
  ...{ address: parseAddress(`0x${byte.repeat(20)}`), chainId, symbol, decimals: 6, name: symbol, logoURI: '' },
});
const USDC = tokenOf('11', 'USDC');
const WETH = tokenOf('22', 'WETH');
const ASKED: Asked = {
  ...{
    wallet: ALICE,
    chainId: 1,
    currency: null,
    text: '',
    intent: 'workflow',
    slots: {},
    operation: null,
    said: null,
    key: 'k',
    chatId: 'c',
    turn: 1,
  },
  signal: new AbortController().signal,
};
const step = (more: Partial<Step> = {}): Step => ({ intent: 'send_token', slots: {}, usesEarlier: false, ...more });

function prepared(number: number, more: Partial<PreparedStep> = {}, row: Partial<PreparedStep['row']> = {}): PreparedStep {
  const transaction = { chainId: 1, from: wallet, to: USDC.address, data: '0x', value: '0', description: `transaction ${number}` };
  return {
    row: { ...emptyRow(step(), number, { id: 1, name: 'One' }), description: 'A step', transactions: [transaction], ...row },
    ...{ output: null, changes: [], allowances: [], isBridge: false, ...more },
  };
}

function simulate(chain: Partial<Pick<Chain, 'simulateInOrder' | 'estimateGas'>>, listed: readonly Token[] = [USDC, WETH]) {
  const network = { id: 1, name: 'One', contracts: { wrappedNative: null } };
  return createSimulatePlan({
    chains: {
      open: async () => found({ network: Object.assign({} as never, network), chain: Object.assign({} as Chain, chain) }),
      all: async () => [],
      named: async () => found([]),
    },
    tokens: { findMany: async () => new Map(listed.map((token) => [keyOf(token), token])) },
  });
}

const fine: SimulatedCall = { reason: null, gasUsed: 100n, logs: [] };
const wordOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as const;
const transferLog = (token: string, from: string, to: string, units: bigint) => ({
  address: parseAddress(token),
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', wordOf(from), wordOf(to)] as const,
  data: `0x${units.toString(16).padStart(64, '0')}` as const,
});

test('a later step spends of what an earlier one guarantees, rounded down', async () => {
  const before = {
    number: 2,
    output: { step: 1, token: WETH, units: 101n, left: 101n },
    changeOf: () => 0n,
    allowances: new Set<string>(),
    withinMs: 1,
  };
  const never = async (): Promise<never> => {
    throw new Error('not asked for here');
  };
  const spend = (slots: Step['slots'], of = before) =>
    spentBy(step({ slots, usesEarlier: true }), { asked: ASKED, wallet, before: of }, { findToken: never, readAmount: never });
  expect((await spend({})).found).toMatchObject({ token: WETH, usesStep: 1, amount: { units: 101n } });
  expect((await spend({ amount: '50', amountKind: 'percent', fromToken: 'weth' })).found).toMatchObject({ amount: { units: 50n } });
  expect((await spend({ amount: '33.3', amountKind: 'percent' })).found).toMatchObject({ amount: { units: 33n } });
  for (const amount of ['0', '101', '0.01'])
    expect((await spend({ amount, amountKind: 'percent' })).answer).toMatchObject({ action: 'error' });
  expect((await spend({ fromToken: 'USDC' })).answer?.text).toBe('it would spend USDC, and step 1 gives WETH.');
  expect((await spend({ fromChainId: 8453 })).answer?.text).toBe('the WETH of step 1 is on another chain than this step.');
  const halved = { ...before, output: { ...before.output, left: 51n } };
  expect((await spend({}, halved)).found).toMatchObject({ amount: { units: 51n, note: expect.stringContaining('the rest of the') } });
  expect((await spend({ amount: '60', amountKind: 'percent' }, halved)).answer?.text).toContain('too little of the WETH');
  expect((await spend({}, { ...before, output: { ...before.output, left: 0n } })).answer?.text).toContain('nothing of the WETH');
  expect((await spend({}, { ...before, output: null as never })).answer?.text).toContain('no earlier step has one');
});

test('each step knows what the ones before take and give, and one that cannot be prepared refuses all', async () => {
  const seen: unknown[] = [];
  const swap: PrepareStep = async (_, { before }) => {
    seen.push([before.number, before.changeOf(USDC), before.output?.step ?? null, [...before.allowances]]);
    const output = { step: before.number, token: WETH, units: 7n };
    return found(prepared(before.number, { output, changes: [{ key: keyOf(USDC), units: -5n }], allowances: [`a${before.number}`] }));
  };
  const plan = createPreparePlan({ quotes: swap, send_token: async () => instead(refuse('x', 'the receiver is missing.')) });
  const quotes = step({ intent: 'quotes' });
  expect((await plan([quotes, quotes, quotes], ASKED, wallet)).found).toHaveLength(3);
  expect(seen).toEqual([
    [1, 0n, null, []],
    [2, -5n, 1, ['a1']],
    [3, -10n, 2, ['a1', 'a2']],
  ]);
  expect((await plan([quotes, step()], ASKED, wallet)).answer?.text).toBe(
    'Step 2 (a transfer) cannot be prepared: the receiver is missing. Nothing was prepared.',
  );
  expect((await plan([step({ intent: 'portfolio' })], ASKED, wallet)).answer).toMatchObject({ action: 'error' });
});

test('a simulation of all steps together says how balances change, by listed tokens alone', async () => {
  const native = tokenOf('00', 'ETH');
  const logs = [
    transferLog(USDC.address, wallet, OTHER, 30n),
    transferLog(USDC.address, OTHER, wallet, 10n),
    transferLog(`0x${'ee'.repeat(20)}`, OTHER, wallet, 4n),
    transferLog(`0x${'99'.repeat(20)}`, OTHER, wallet, 10n ** 30n),
    transferLog(WETH.address, OTHER, OTHER, 9n),
  ];
  const run = simulate({ simulateInOrder: async (calls) => calls.map((_, at) => (at === 0 ? { ...fine, logs } : fine)) }, [
    USDC,
    WETH,
    native,
  ]);
  const { found: result } = await run([prepared(1), prepared(2)], wallet);
  expect(result).toMatchObject({ whole: { kind: 'together' }, steps: [{ kind: 'together' }, { kind: 'together' }] });
  expect(result?.changes.map(({ token, changeUnits }) => [token.symbol, changeUnits])).toEqual([
    ['USDC', '-20'],
    ['ETH', '4'],
  ]);
  expect(result?.gas).toEqual(new Map([[1, 200n]]));
});

test('a step that fails in the simulation refuses the plan, with its number and the reason', async () => {
  const run = simulate({ simulateInOrder: async () => [fine, { ...fine, reason: 'TooLittle' }] });
  expect((await run([prepared(1), prepared(2)], wallet)).answer?.text).toBe(
    'Step 2 (transaction 2) would fail: "TooLittle". Nothing was prepared.',
  );
  const poor = simulate({
    simulateInOrder: async () => {
      throw new TerminalError({ code: 'insufficient-funds', message: 'poor', status: 422 });
    },
  });
  expect((await poor([prepared(1)], wallet)).answer?.text).toContain('too little');
});

test('without a joint simulation each step is simulated by itself where that is possible, and says so', async () => {
  const reverted = new TerminalError({ code: 'execution-reverted', message: 'It reverts.', status: 422, details: { reason: 'Why' } });
  let calls = 0;
  const alone = simulate({
    simulateInOrder: async () => null,
    estimateGas: async () => {
      calls += 1;
      if (calls === 3) throw reverted;
      return 1n;
    },
  });
  const both = [prepared(1), prepared(2)];
  expect((await alone(both, wallet)).found).toMatchObject({
    whole: { kind: 'alone' },
    changes: [],
    steps: [{ kind: 'alone' }, { kind: 'alone' }],
  });
  expect((await alone(both, wallet)).answer?.text).toBe('Step 1 (transaction 1) would fail: "Why". Nothing was prepared.');
  const { found: chained } = await alone([prepared(1), prepared(2, {}, { usesStep: 1 })], wallet);
  expect(chained).toMatchObject({
    whole: { kind: 'none' },
    steps: [{ kind: 'alone' }, { kind: 'none', reason: expect.stringContaining('step 1') }],
  });
  const down = simulate({
    simulateInOrder: async () => {
      throw new RetryableError({ code: 'rpc-unavailable', message: 'down' });
    },
    estimateGas: async () => 1n,
  });
  expect((await down([prepared(1)], wallet)).found).toMatchObject({ whole: { kind: 'alone' } });
});

test('what follows a bridge on its other chain is not simulated, and a step without a transaction needs none', async () => {
  const run = simulate({ simulateInOrder: async (calls) => calls.map(() => fine) });
  const bridge = prepared(1, { isBridge: true, output: { step: 1, token: tokenOf('33', 'USDC', 2), units: 5n } });
  const later = prepared(3, {}, { chainId: 2, chainName: 'Two' });
  const { found: result } = await run([bridge, prepared(2, {}, { transactions: [] }), later], wallet);
  expect(result?.steps).toMatchObject([
    { kind: 'together' },
    { kind: 'none', reason: 'The step has no transaction.' },
    { kind: 'none', reason: 'The step needs the tokens that step 1 bridges to this chain.' },
  ]);
  expect(result?.whole).toMatchObject({ kind: 'none' });
});
