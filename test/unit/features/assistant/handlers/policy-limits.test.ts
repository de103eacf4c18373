import { expect, test } from 'bun:test';
import { limitsOf } from '../../../../../src/features/assistant/handlers/policy-limits.ts';
import type { Slots } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { parseAddress } from '../../../../../src/values/address.ts';

const token = parseAddress(`0x${'11'.repeat(20)}`);
const buy = { id: 'buy', tokenOut: token, amount: '20' } as const;
const hourly = { strategy: { ...buy, type: 'dca', intervalSeconds: 43_200 }, perTradeUsd: 20, tradesPerDay: 2 } as const;
const exit = {
  strategy: { id: 'gain', type: 'take_profit', token, sellBps: 10_000, gainBps: 500, cooldownSeconds: 86_400 },
  perTradeUsd: 1_000,
  tradesPerDay: 1,
} as const;

function limits(slots: Slots, plan: Parameters<typeof limitsOf>[1] = hourly) {
  const found = limitsOf(slots, plan);
  return 'problem' in found ? found.problem : { ...found.limits, chosen: found.chosen.map(({ name }) => name) };
}

const ALL = ['limits.maxPerTradeUsd', 'limits.maxPerDayUsd', 'limits.maxTradesPerDay'];

test('without named limits, the policy allows what its strategy needs and a tenth more', () => {
  expect(limits({})).toEqual({ maxPerTradeUsd: 22, maxPerDayUsd: 44, maxTradesPerDay: 2, chosen: ALL });
});

test('a named limit is the policy’s, and the others follow from it', () => {
  expect(limits({ maxPerTradeUsd: '25' })).toEqual({ maxPerTradeUsd: 25, maxPerDayUsd: 50, maxTradesPerDay: 2, chosen: ALL.slice(1) });
  expect(limits({ maxTradesPerDay: 5 })).toEqual({ maxPerTradeUsd: 22, maxPerDayUsd: 110, maxTradesPerDay: 5, chosen: ALL.slice(0, 2) });
  expect(limits({ maxPerTradeUsd: '25', maxPerDayUsd: '60', maxTradesPerDay: 3 })).toEqual({
    ...{ maxPerTradeUsd: 25, maxPerDayUsd: 60, maxTradesPerDay: 3 },
    chosen: [],
  });
  expect(limits({ maxPerTradeUsd: '300' }, exit)).toEqual({
    ...{ maxPerTradeUsd: 300, maxPerDayUsd: 300, maxTradesPerDay: 1 },
    chosen: ALL.slice(1),
  });
});

test('the limit of a trade is never more than that of a day', () => {
  expect(limits({ maxPerDayUsd: '40' })).toMatchObject({ maxPerTradeUsd: 22, maxPerDayUsd: 40 });
  expect(limits({ maxPerDayUsd: '21' }, { ...hourly, tradesPerDay: 1 })).toMatchObject({ maxPerTradeUsd: 21, maxPerDayUsd: 21 });
  expect(limits({ maxPerDayUsd: '500' }, exit)).toMatchObject({ maxPerTradeUsd: 500, maxPerDayUsd: 500 });
});

test('a limit below what the purchases need is a problem that names both', () => {
  expect(limits({ maxPerTradeUsd: '19.99' })).toContain('worth $20 now, more than your limit of $19.99 for a trade');
  expect(limits({ maxPerDayUsd: '39' })).toContain('need $40 a day, more than your limit of $39');
  expect(limits({ maxTradesPerDay: 1 })).toContain('need 2 trades a day, more than your limit of 1');
});

test('two limits of which the smaller is a day’s are refused', () => {
  expect(limits({ maxPerTradeUsd: '500', maxPerDayUsd: '300' }, exit)).toContain('$500 for a trade is more than your limit of $300 a day');
});
