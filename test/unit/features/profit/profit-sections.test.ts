import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { profitSections } from '../../../../src/features/profit/profit-sections.ts';
import type { ProfitRecord } from '../../../../src/features/profit/report.ts';
import { sectionSchema } from '../../../../src/operator/routes/section-schema.ts';
import type { Section } from '../../../../src/values/inspection/sections.ts';

const WETH = '0x00000000000000000000000000000000000000ee';
const RECORD: ProfitRecord = {
  ...{ kind: 'agent', recordId: 'r', chainId: 1, number: 2 },
  budgetToken: { address: '0xaa', symbol: 'USDC', decimals: 6, priceUsd: '1' },
  ...{ fills: 3, firstFillAt: '2026-11-28T10:00:00.000Z', lastFillAt: '2026-11-30T10:00:00.000Z' },
  ...{ spent: '200', received: '90.5', fees: '0.6', realised: '-9.5', unrealised: '12', total: '2.5' },
  usd: { realised: '-9.5', unrealised: '12', total: '2.5', fees: '0.6' },
  gas: { native: '0.0003', usd: '0.9', unknownFills: 1 },
  holding: null,
  tokens: [
    {
      ...{ address: WETH, symbol: 'WETH', decimals: 18, bought: '0.08', sold: '0.03', held: '0.05', spent: '200', received: '90.5' },
      ...{ cost: '100', averageCost: '2000', realised: '-9.5', receivedWithoutCost: '0', priceUsd: '2240', value: '112', unrealised: '12' },
    },
  ],
  days: [
    {
      day: '2026-11-28',
      fills: 1,
      spent: '100',
      received: '0',
      fees: '0.3',
      realised: '0',
      gas: { native: '0.0001', usd: '0.3', unknownFills: 0 },
    },
    {
      day: '2026-11-29',
      fills: 1,
      spent: '0',
      received: '90.5',
      fees: '0',
      realised: '-9.5',
      gas: { native: '0', usd: '0', unknownFills: 1 },
    },
    {
      day: '2026-11-30',
      fills: 1,
      spent: '100',
      received: '0',
      fees: '0.3',
      realised: '4.25',
      gas: { native: '0.0002', usd: '0.6', unknownFills: 0 },
    },
  ],
};

const textsOf = (sections: readonly Section[]) => JSON.stringify(sections);

test('profit and loss is shown in the vocabulary of all sections: totals, holdings, and each day', () => {
  const sections = profitSections(RECORD);
  expect(sections.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    ...['facts Profit and loss', 'table Holdings', 'series Realised', 'table Day by day'],
  ]);
  expect(v.parse(v.array(sectionSchema), JSON.parse(textsOf(sections)))).toEqual([...sections]);
  const texts = textsOf(sections);
  for (const text of [
    '+2.5 USDC',
    '-9.5 USDC',
    '-$9.5',
    '3 fills since',
    '2,000 USDC',
    'Gas, paid by the service',
    '$0.9',
    'without 1 trade whose gas cost is not known',
  ])
    expect(texts).toContain(text);
  const series = sections.find((section) => section.kind === 'series');
  expect(series?.points.map(({ value }) => Number(value))).toEqual([0, -9.5, -5.25]);
});

test('a missing price is said, and not shown as zero', () => {
  const texts = textsOf(profitSections({ ...RECORD, unrealised: null, total: null, usd: null, days: RECORD.days.slice(0, 1) }));
  expect(texts).toContain('not known, because a price is missing');
  expect(texts).not.toContain('"series"');
});
