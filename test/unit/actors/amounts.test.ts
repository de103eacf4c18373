import { describe, expect, test } from 'bun:test';
import type { AutopilotAgentInput } from '../../../machines/autopilot-agent/context.ts';
import { firstContext } from '../../../machines/autopilot-agent/context-changes.ts';
import { fillPaperVault } from '../../../machines/autopilot-agent/paper-vault.ts';
import { initialContext } from '../../../machines/dca-position/context.ts';
import { findAmounts } from '../../../src/operator/inspection/find-amounts.ts';
import { NATIVE_ADDRESS } from '../../../src/values/native.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';
import { definitions, recordedActors } from '../../support/recorded-actors.ts';

const recorded = recordedActors();
const agent = recorded.find(({ type }) => type === 'autopilot-agent');
const position = recorded.find(({ type }) => type === 'dca-position');
const sender = recorded.find(({ type, snapshot }) => type === 'transaction-sender' && snapshot.context.current !== null);
const tradeRecord = recorded.findLast(({ type }) => type === 'trade');

/** Returns contexts with rare states that no recorded actor has. They have the machines' types, and are merged into recorded contexts. */
function rareContexts(): readonly { readonly type: string; readonly context: object }[] {
  if (agent === undefined || position === undefined || sender === undefined || tradeRecord === undefined)
    throw new Error('A recording is missing');
  const { engineState } = agent.snapshot.context as Pick<AutopilotAgentInput, 'engineState'>;
  const { budgetToken, allowTokens } = engineState.policy;
  const [, token = budgetToken] = allowTokens;
  const input = {
    recordId: 'r',
    policyHash: asHash('0x'),
    policySignature: '0x',
    paperBudget: asUnits('1000'),
    limits: { maxPerTrade: asUnits('1'), maxPerDay: asUnits('2'), maxTradesPerDay: 3, expirySec: 4 },
  };
  const paper = firstContext({ ...input, engineState });
  if (paper.paper === null) throw new Error('It is no dry run');
  const intent = { strategyId: 's', side: 'buy', tokenIn: budgetToken, tokenOut: token, amountIn: asUnits('10'), reason: '' } as const;
  const loss = { atMs: 1, token, lossBaseUnits: asUnits('5') };
  const protection = { ...engineState.protection, losses: [loss], holdings: { [token]: '7' } };
  const refused = { askedAt: '9', times: 1, reason: 'no', againAtMs: 1 };
  const terms = position.snapshot.context.terms as Parameters<typeof initialContext>[0]['terms'];
  const dca = initialContext({ recordId: 'r', terms, isAutoBuy: true, timeFrame: null, isAdopted: false });
  const { current } = sender.snapshot.context;
  return [
    {
      type: 'autopilot-agent',
      context: {
        ...paper,
        engineState: { ...engineState, protection },
        paper: fillPaperVault(paper.paper, intent, { amountIn: asUnits('10'), amountOut: asUnits('3'), blockTimeSec: 1 }),
      },
    },
    { type: 'dca-position', context: { ...dca, autoClaimAskedAt: '8', autoClaimRefused: refused } },
    { type: 'transaction-sender', context: { ...sender.snapshot.context, flights: [current], queue: [current], settled: [current] } },
    {
      type: 'trade',
      context: {
        ...tradeRecord.snapshot.context,
        terms: { ...(tradeRecord.snapshot.context.terms as object), amountOutExpected: '4', amountOutMin: asUnits('3') },
      },
    },
  ];
}

describe('amounts in contexts', () => {
  const samples = [...recorded.map(({ type, snapshot }) => ({ type, context: snapshot.context })), ...rareContexts()];
  for (const [type, { inspection }] of definitions) {
    const table = inspection?.amounts;
    if (table === undefined) continue;
    test.each(table.amounts.map((amount) => [amount.path, amount] as const))(`${type}: %s is an amount of a token`, (_path, amount) => {
      const found = samples.flatMap((sample) =>
        sample.type === type ? findAmounts({ chain: table.chain, amounts: [amount] }, sample.context) : [],
      );
      expect(found.length).toBeGreaterThan(0);
      for (const note of found) {
        expect(note.chainId).toBeGreaterThan(0);
        expect(note.token).toMatch(/^(0x[0-9a-f]{1,40}|[1-9A-HJ-NP-Za-km-z]{3,64})$/);
      }
    });
  }

  test('a member of many is of the token that it is named by', () => {
    const table = {
      chain: 'chainId',
      amounts: [
        { path: 'balances.*', token: '*' },
        { path: 'asks.*.value', token: 'native' },
      ],
    };
    expect(findAmounts(table, { chainId: 1, balances: { '0xa': '5', '0xb': 'x' }, asks: [{ value: '7' }] })).toEqual([
      { path: 'balances.0xa', chainId: 1, token: asAddress('0xa') },
      { path: 'asks.0.value', chainId: 1, token: NATIVE_ADDRESS },
    ]);
  });

  test('a context without its chain, its token or its amount has none', () => {
    const table = { chain: 'terms.chainId', amounts: [{ path: 'terms.amount', token: 'terms.token' }] };
    for (const context of [
      null,
      {},
      { terms: null },
      { terms: { chainId: '1', amount: '1', token: asAddress('0xa') } },
      { terms: { chainId: 1, amount: 1, token: asAddress('0xa') } },
    ]) {
      expect(findAmounts(table, context)).toEqual([]);
    }
    expect(findAmounts(table, { terms: { chainId: 1, amount: '1', token: '' } })).toEqual([]);
  });

  test('ten thousand balances give a bounded number of notes', () => {
    const balances = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`0x${index}`, '1']));
    const table = { chain: 'chainId', amounts: [{ path: 'balances.*', token: '*' }] };
    expect(findAmounts(table, { chainId: 1, balances })).toHaveLength(500);
  });
});
