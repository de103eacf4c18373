import { describe, expect, test } from 'bun:test';
import { troubleKeysOf } from '../../../../actors/autopilot-agent/agent-facts.ts';
import { outcomeSentence } from '../../../../actors/autopilot-agent/outcome-sentences.ts';
import { whyAutopilotAgent } from '../../../../actors/autopilot-agent/why.ts';
import type { AutopilotAgentContext } from '../../../../machines/autopilot-agent/context.ts';
import { firstContext } from '../../../../machines/autopilot-agent/context-changes.ts';
import { firstEngineState } from '../../../../machines/autopilot-agent/first-engine-state.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { agentFactKeys } from '../../../../src/values/autopilot/fact-keys.ts';
import type { OnChainAgent, PriceFact } from '../../../../src/values/autopilot/facts.ts';
import type { OutcomeKind } from '../../../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, Strategy } from '../../../../src/values/autopilot/policy.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';
import { NOW, USDC, WALLET, WETH } from './sample-policy.ts';

const usdc = parseAddress(USDC);
const weth = parseAddress(WETH);
const CHAIN_ID = 31337;
const HOUR_MS = 3_600_000;

// A map with all kinds of outcomes, typed so that a new kind without an expected sentence does not compile.
const KINDS: Readonly<Record<OutcomeKind, RegExp>> = {
  fired: /would act now|The condition was met/,
  superseded: /acts first/,
  'not-due': /due at/,
  'condition-not-met': /5 % under/,
  cooldown: /pauses/,
  'over-limit': /limits/,
  'fee-on-transfer': /takes a fee on transfers/,
  'unsafe-token': /safety score below 60/,
  'no-price': /price/,
  'stale-price': /price/,
  'price-disagreement': /report different prices/,
  'no-route': /No pool can execute the trade/,
  'output-below-minimum': /less than its minimum output/,
  'router-not-allowed': /not allowed the router/,
  'no-executor': /No key on this node/,
  'refused-on-chain': /The vault refused/,
  'owner-price-bound': /limit of the agent's owner/,
  'over-sell-cap': /limit for sales/,
  'paused-on-chain': /paused in the vault/,
  'policy-hash-mismatch': /policy on chain differs from the stored policy/,
  'chain-not-configured': /no Autopilot vault/,
  expired: /expired at/,
  'inactive-on-chain': /switched the agent off/,
  'chain-unreadable': /could not be read from chain 31337/,
  'not-running': /on-chain agent is created/,
  disabled: /switched off in the policy/,
  finished: /all of its 0 runs/,
  protected: /blocked/,
  'no-holding': /no WETH to sell/,
  'no-budget': /holds less USDC/,
  'trade-in-flight': /in progress/,
  'not-worth-gas': /not worth its gas/,
  'gas-price-too-high': /costs too much/,
  'gas-budget-used': /used up/,
  'too-many-agents': /more agents than this service executes/,
};
const kinds = Object.keys(KINDS) as OutcomeKind[];

const dip: Strategy = {
  id: 'dip',
  type: 'dip_buy',
  tokenOut: weth,
  amount: '12.5',
  dropBps: 500,
  lookbackSeconds: 86_400,
  cooldownSeconds: 0,
};
const dca: Strategy = { id: 'dca', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 3600, startAt: (NOW + HOUR_MS) / 1000 };
const stop: Strategy = { id: 'stop', type: 'stop_loss', token: weth, priceUsd: '2500', sellBps: 10_000 };
const profit: Strategy = { id: 'profit', type: 'take_profit', token: weth, gainBps: 2_000, sellBps: 5_000, cooldownSeconds: 0 };
const balance: Strategy = {
  id: 'balance',
  type: 'rebalance',
  weights: [{ token: weth, weightBps: 6_000 }],
  driftBps: 300,
  intervalSeconds: 86_400,
};

function contextOf(strategies: readonly Strategy[], more: Partial<AutopilotPolicy> = {}): AutopilotAgentContext {
  const policy: AutopilotPolicy = {
    version: 1,
    wallet: parseAddress(WALLET),
    chainId: CHAIN_ID,
    budgetToken: usdc,
    allowTokens: [usdc, weth],
    limits: { maxPerTradeUsd: 50, maxPerDayUsd: 200, maxTradesPerDay: 10, expiry: NOW / 1000 + 86_400 },
    safety: { minTokenScore: 60 },
    slippageBps: 100,
    strategies,
    ...more,
  };
  const tokens = { [usdc]: { symbol: 'USDC', decimals: 6 }, [weth]: { symbol: 'WETH', decimals: 18 } };
  return firstContext({
    recordId: 'r1',
    policyHash: asHash('0x01'),
    policySignature: '0x02',
    limits: limitsOf(policy),
    engineState: firstEngineState(policy, tokens, NOW),
    paperBudget: null,
  });
}

const limitsOf = ({ limits }: AutopilotPolicy) => ({
  maxPerTrade: asUnits('50000000'),
  maxPerDay: asUnits('200000000'),
  maxTradesPerDay: 10,
  expirySec: limits.expiry,
});

test.each(kinds)('the outcome %s has its sentence, for every kind of strategy, with its numbers and without', (kind) => {
  const strategies = [dip, dca, stop, profit, balance];
  const context = contextOf(strategies);
  for (const strategy of strategies) {
    for (const outcome of [
      { kind, detail: '', numbers: {} },
      {
        kind,
        detail: 'As it is.',
        numbers: { priceUsd: '3000', referenceUsd: '3100', dropBps: '322', nextAtMs: `${NOW}`, 'offBps:WETH': '-12' },
      },
      { kind, detail: 'Odd.', numbers: { nextAtMs: 'soon', untilMs: '', amountBaseUnits: 'x', heldBaseUnits: 'y', limit: 'maxPerDay' } },
    ]) {
      const sentence = outcomeSentence({ context, strategy, outcome, nowMs: NOW });
      expect(sentence).toMatch(/^[A-Z][\s\S]*\.$/);
      expect(sentence).not.toMatch(/undefined|NaN|null|Invalid|\.\.$/);
    }
  }
  const told = outcomeSentence({
    context,
    strategy: kind === 'not-due' ? dca : dip,
    outcome: { kind, detail: '', numbers: {} },
    nowMs: NOW,
  });
  expect(told).toMatch(KINDS[kind]);
});

const onChain: OnChainAgent = {
  agentId: 7,
  owner: WALLET,
  budgetToken: usdc,
  policyHash: asHash('0x01'),
  active: true,
  limits: { maxPerTrade: asUnits('50000000'), maxPerDay: asUnits('200000000'), maxTradesPerDay: 10, expirySec: NOW / 1000 + 86_400 },
  spentToday: asUnits('0'),
  tradesToday: 0,
  dayStartSec: 0,
  sells: 0,
  balances: { [usdc]: asUnits('100000000') },
  blockTimeSec: NOW / 1000,
};
const linked = (context: AutopilotAgentContext) => ({ ...context, link: { vault: asAddress('0xv'), agentId: 7 }, chain: onChain });
const price = (usd: string): PriceFact => ({ kind: 'price', usd, atMs: NOW, source: 'test', isTrusted: true, doubt: null });

function factsWith(more: Partial<OnChainAgent> = {}, score = 90): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    [agentFactKeys.vault(CHAIN_ID), '0xv'],
    [agentFactKeys.agent(CHAIN_ID, asAddress('0xv'), 7), { ...onChain, ...more }],
    [agentFactKeys.price(CHAIN_ID, weth), price('2999.5')],
    [agentFactKeys.price(CHAIN_ID, usdc), price('1')],
    [agentFactKeys.high(CHAIN_ID, `${weth}/86400`), '3100'],
    [agentFactKeys.safety(CHAIN_ID, weth), { score, reason: 'It cannot be sold.', atMs: NOW }],
  ]);
}

describe('why an agent did not act', () => {
  const ask = (strategies: readonly Strategy[], facts: ReadonlyMap<string, unknown> | null, value = 'watching') =>
    whyAutopilotAgent({ value, context: linked(contextOf(strategies)) }, NOW, facts);

  test('a dip that is not deep enough says how deep it is, and how deep it must be', () => {
    expect(ask([dip], factsWith())).toEqual({
      code: 'condition-not-met',
      sentence:
        '"dip": WETH is at 2,999.5 dollars, 3.24 % under its high of 3,100 dollars; it buys when WETH is 5 % under its highest price of the last day.',
      details: [],
    });
  });

  test('a buy that does not fit the day says how much is spent of how much', () => {
    const facts = factsWith({ spentToday: asUnits('195000000'), tradesToday: 4, dayStartSec: NOW / 1000 - 3_600 });
    const due: Strategy = { ...dca, startAt: NOW / 1000 };
    expect(ask([due], facts).sentence).toBe(
      '"dca": The buy of 10 USDC exceeds the daily limit: 195 USDC of 200 USDC allowed in 24 hours are spent. The next buy is possible at 29 November, 11:00 UTC (in 23 hours).',
    );
  });

  test('an unsafe token says its score', () => {
    const due: Strategy = { ...dca, startAt: NOW / 1000 };
    const { code, sentence } = ask([due], factsWith({}, 12));
    expect(code).toBe('unsafe-token');
    expect(sentence).toContain('WETH has a safety score of 12, below the required 60: It cannot be sold.');
  });

  test('the strategy that needs a person acts first, and all are listed', () => {
    const due: Strategy = { ...dca, id: 'broke', startAt: NOW / 1000 };
    const { code, sentence, details } = ask([dca, dip, due, stop], factsWith({ balances: {} }));
    expect(code).toBe('no-budget');
    expect(sentence).toBe(
      'None of the agent\'s 4 strategies acts now. "broke": The buy needs 10 USDC; the vault holds 0 USDC for this agent.',
    );
    expect(details.map((line) => line.slice(0, 5))).toEqual(['"dca"', '"dip"', '"stop']);
  });

  test('a trade that the next tick would make is described as such', () => {
    const { code, sentence } = ask([{ ...dca, startAt: NOW / 1000 }, dip], factsWith());
    expect(code).toBe('fired');
    expect(sentence).toBe('"dca": The strategy would act now: buys WETH for 10 USDC: run 1.');
  });

  test.each([
    ['policy-hash-mismatch', factsWith({ policyHash: asHash('0x99') })],
    ['inactive-on-chain', factsWith({ active: false })],
    ['paused-on-chain', factsWith({ guard: { guardian: asAddress('0xg'), pausedBy: asAddress('0xg'), allPausedBy: null } })],
    ['chain-not-configured', new Map<string, unknown>()],
    ['chain-unreadable', new Map<string, unknown>([[agentFactKeys.vault(CHAIN_ID), '0xv']])],
  ])('what is the matter with the whole agent is said once: %s', (code, facts) => {
    const told = ask([dip, dca], facts);
    expect(told).toMatchObject({ code, details: [] });
    expect(told.sentence).not.toContain('"dip"');
  });

  test('without current prices the last evaluation is shown, and marked as such', () => {
    const context = { ...linked(contextOf([dip, dca])), outcomes: { dip: { kind: 'no-route', sinceMs: NOW } } } as const;
    const { code, sentence, details } = whyAutopilotAgent({ value: 'watching', context }, NOW, null);
    expect(code).toBe('no-route');
    expect(sentence).toContain('No pool can execute the trade');
    expect(details[0]).toContain('from the last evaluation');
  });

  test('during a trade, the trouble of its chain is passed to the tick, and shown to an operator', () => {
    const intent = { strategyId: 'dca', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('1'), reason: 'Buys WETH.' } as const;
    const idle = linked(contextOf([dip]));
    const trading = { ...idle, trade: { tradeId: 't', intent, startedAtMs: NOW - 300_000 } };
    expect([troubleKeysOf(idle), troubleKeysOf(trading)]).toEqual([[], [`chain-trouble/${CHAIN_ID}`]]);
    const facts = new Map([...factsWith(), [`chain-trouble/${CHAIN_ID}`, 'It has brought no new block.'] as const]);
    const { sentence, details } = whyAutopilotAgent({ value: 'submitting', context: trading }, NOW, facts);
    expect(sentence).toContain('5 minutes ago');
    expect(details).toEqual(['Problem of the chain: It has brought no new block.']);
  });

  test.each(['starting', 'unlinked', 'watching', 'planning', 'submitting', 'recording', 'papering', 'reconciling', 'unheard-of'])(
    'the state %s has its sentence, with a trade and without',
    (value) => {
      const intent = {
        strategyId: 'dca',
        side: 'buy',
        tokenIn: usdc,
        tokenOut: weth,
        amountIn: asUnits('1'),
        reason: 'Buys WETH.',
      } as const;
      for (const trade of [null, { tradeId: 't', intent, startedAtMs: NOW - 5_000 }]) {
        const context = { ...linked(contextOf([dip])), trade, isPaused: value === 'unlinked' };
        const { sentence } = whyAutopilotAgent({ value, context }, NOW, null);
        expect(sentence).toMatch(/\.$/);
        expect(sentence).not.toMatch(/undefined|null/);
      }
    },
  );
});
