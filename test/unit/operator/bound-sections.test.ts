import { expect, test } from 'bun:test';
import { boundSections } from '../../../src/operator/inspection/bound-sections.ts';
import { shownTokens } from '../../../src/operator/inspection/shown-tokens.ts';
import { amount, cell, symbol, text } from '../../../src/values/inspection/section-values.ts';
import type { Section } from '../../../src/values/inspection/sections.ts';

const LONG = '\u202e'.repeat(1_000_000);
const many = <T>(item: T): readonly T[] => Array.from({ length: 5_000 }, () => item);
const huge: readonly Section[] = [
  { kind: 'table', title: LONG, of: 'rows', columns: [{ title: 'A' }], rows: many([cell(text(LONG))]) },
  { kind: 'steps', title: 'Steps', of: 'step', steps: many({ name: LONG, state: 'done', atMs: null }) },
  { kind: 'bars', title: 'Bars', bars: many({ name: LONG, used: [text(LONG)], of: many(text('x')), share: 0 }) },
  {
    ...{ kind: 'series', title: 'Series', name: 'x', unit: 'y', markName: 'z', points: many({ atMs: 0, value: '1' }) },
    marks: many({ atMs: 0, points: 'up', text: [text(LONG)] }),
  },
  {
    kind: 'facts',
    title: 'Facts',
    note: [text(LONG)],
    facts: many({ name: LONG, value: { lines: many([text(LONG)]), notes: [[text(LONG)]] } }),
  },
];

test('an inspection of a hostile record is shown up to a bound', () => {
  for (const section of huge) {
    const [bounded] = boundSections([section]);
    const texts: string[] = [];
    const items: number[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value);
      else if (Array.isArray(value)) items.push(value.length);
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value).slice(0, 50)) walk(inner);
    };
    walk(bounded);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(10_001);
    expect(Math.max(...items)).toBeLessThanOrEqual(1_000);
  }
  expect(boundSections(many(huge[1] ?? { kind: 'facts', title: '', facts: [] }))).toHaveLength(24);
});

test('an inspection within the bounds is unchanged', () => {
  const sections: readonly Section[] = [
    { kind: 'facts', title: 'Facts', note: [text('two')], facts: [{ name: 'A', value: { lines: [[text('1')]], notes: [[text('2')]] } }] },
    { kind: 'bars', title: 'Bars', bars: [{ name: 'A', used: [text('1')], of: [text('2')], share: 0.5 }] },
  ];
  expect(boundSections(sections)).toEqual(sections);
});

test('the tokens of all parts are found', () => {
  const of = (token: string) => amount({ amount: '1', token, chainId: 1 });
  const sections: readonly Section[] = [
    { kind: 'table', title: 'T', of: 'rows', columns: [{ title: 'A' }], rows: [[{ lines: [[of('0xa')]], notes: [[of('0xb')]] }]] },
    { kind: 'bars', title: 'B', bars: [{ name: 'A', used: [of('0xc')], of: [of('0xd')], share: 0 }] },
    { kind: 'steps', title: 'S', note: [symbol(2, '0xe')], of: 'step', steps: [] },
    { kind: 'facts', title: 'F', facts: [{ name: 'A', value: cell(of('0xf')) }] },
  ];
  expect(shownTokens(sections).map(({ token }) => token)).toEqual(['0xa', '0xb', '0xc', '0xd', '0xe', '0xf']);
});
