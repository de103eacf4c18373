import { describe, expect, test } from 'bun:test';
import { validatePolicy } from '../../../../src/features/autopilot/validate-policy.ts';
import { canonicalJson } from '../../../../src/values/canonical-json.ts';
import { document, NOW, strategies, USDC, WBTC, WETH } from './sample-policy.ts';

const NATIVE = `0x${'ee'.repeat(20)}`;
const DAY = 86_400;
/** Returns `path code` for every problem; an empty list for a valid document. */
const problemsOf = (input: unknown) => {
  const result = validatePolicy(input, { nowMs: NOW });
  return result.ok ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
};
const withStrategy = (strategy: object) => ({ ...document, strategies: [strategy] });
const withLimits = (change: object) => ({ ...document, limits: { ...document.limits, ...change } });
const without = (object: object, name: string) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

test('a valid document comes back with lowercase addresses and nothing else changed or filled in', () => {
  const shouting = { ...document, wallet: document.wallet.toUpperCase().replace('0X', '0x'), budgetToken: USDC.replace('c', 'C') };
  for (const input of [document, shouting, without(without(document, 'paper'), 'protections'), { ...document, strategies: [] }]) {
    const result = validatePolicy(input, { nowMs: NOW });
    const lowered: unknown = JSON.parse(JSON.stringify({ ...input, wallet: document.wallet, budgetToken: USDC }));
    expect(result.ok && canonicalJson(result.policy)).toBe(canonicalJson(lowered));
  }
});

test('all problems are listed at once, each with its path', () => {
  const input = {
    ...document,
    version: 2,
    wallet: 'me',
    allowTokens: [WETH, WETH.toUpperCase().replace('0X', '0x'), WBTC],
    limits: { ...document.limits, maxPerTradeUsd: 300, expiry: NOW / 1000 },
    slippageBps: 5,
    strategies: [strategies.dca, { ...strategies.dip, id: 'dca', amount: 10 }, { ...strategies.balance, weights: [] }, 7],
    paper: 'no',
    fee: 1,
  };
  expect(problemsOf(input)).toEqual([
    'fee unknown-field',
    'version out-of-range',
    'wallet invalid-address',
    'allowTokens.1 duplicate',
    'allowTokens budget-token-missing',
    'limits.maxPerTradeUsd over-daily-limit',
    'limits.expiry expiry-past',
    'slippageBps out-of-range',
    'strategies.1.amount wrong-type',
    'strategies.1.id duplicate',
    'strategies.2.weights weights-not-10000',
    'strategies.3 wrong-type',
    'paper wrong-type',
  ]);
});

test.each(['version', 'wallet', 'chainId', 'budgetToken', 'allowTokens', 'limits', 'safety', 'slippageBps', 'strategies'])(
  '%s has to be there',
  (name) => expect(problemsOf(without(document, name))).toContain(`${name} required`),
);

test.each(
  Object.values(strategies).flatMap((strategy) =>
    Object.keys(strategy)
      .filter((name) => !['maxRuns', 'startAt', 'enabled', 'note', 'expiresAt', 'gainBps', 'trailBps'].includes(name))
      .map((name) => [strategy.type, name] as const),
  ),
)('a %s strategy needs its %s', (type, name) => {
  const strategy = Object.values(strategies).find((each) => each.type === type) ?? {};
  expect(problemsOf(withStrategy(without(strategy, name)))).toEqual([`strategies.0.${name} required`]);
});

describe('numbers at their bounds', () => {
  const inside: [string, object][] = [
    ...[1, 200].map((value): [string, object] => ['trades', withLimits({ maxTradesPerDay: value })]),
    ['equal limits', withLimits({ maxPerTradeUsd: 200.5 })],
    ['the smallest number', withLimits({ maxPerTradeUsd: 5e-324 })],
    ['the largest number', withLimits({ maxPerDayUsd: Number.MAX_VALUE })],
    ['expiry in a second', withLimits({ expiry: NOW / 1000 + 1 })],
    ['expiry in 180 days', withLimits({ expiry: NOW / 1000 + 180 * DAY })],
    ...[10, 300].map((slippageBps): [string, object] => ['slippage', { ...document, slippageBps }]),
    ...[0, 100].map((minTokenScore): [string, object] => ['score', { ...document, safety: { minTokenScore } }]),
    ['dca each minute', withStrategy({ ...strategies.dca, intervalSeconds: 60 })],
    ['78 digits', withStrategy({ ...strategies.dca, amount: `1.${'0'.repeat(77)}` })],
    ['leading zeros', withStrategy({ ...strategies.dca, amount: '007.50' })],
    [
      'a weight of nothing',
      withStrategy({
        ...strategies.balance,
        weights: [
          { token: WETH, weightBps: 10_000 },
          { token: WBTC, weightBps: 0 },
        ],
      }),
    ],
    ['20 tokens', { ...document, allowTokens: [...document.allowTokens, ...tokens(17)] }],
    ['10 strategies', { ...document, strategies: Array.from({ length: 10 }, (_, i) => ({ ...strategies.dca, id: `${i}` })) }],
  ];
  test.each(inside)('%s: accepted', (_, input) => expect(problemsOf(input)).toEqual([]));

  const outside: [string, object, string][] = [
    ...[0, 201, 1.5, '10', null].map((value): [string, object, string] => [
      'trades',
      withLimits({ maxTradesPerDay: value }),
      'limits.maxTradesPerDay',
    ]),
    ...[0, -1, '50', null, Number.POSITIVE_INFINITY].map((value): [string, object, string] => [
      'a limit',
      withLimits({ maxPerDayUsd: value }),
      'limits.maxPerDayUsd',
    ]),
    ['expiry now', withLimits({ expiry: NOW / 1000 }), 'limits.expiry'],
    ['expiry in 180 days and a second', withLimits({ expiry: NOW / 1000 + 180 * DAY + 1 }), 'limits.expiry'],
    ['expiry in milliseconds', withLimits({ expiry: NOW + DAY * 1000 }), 'limits.expiry'],
    ...[9, 301, 10.5].map((slippageBps): [string, object, string] => ['slippage', { ...document, slippageBps }, 'slippageBps']),
    ...[-1, 101].map((minTokenScore): [string, object, string] => [
      'score',
      { ...document, safety: { minTokenScore } },
      'safety.minTokenScore',
    ]),
    ...[0, 102, 728126428, 1e300, '31337'].map((chainId): [string, object, string] => ['chain', { ...document, chainId }, 'chainId']),
    ['the zero address', { ...document, wallet: `0x${'0'.repeat(40)}` }, 'wallet'],
    ['21 tokens', { ...document, allowTokens: [...document.allowTokens, ...tokens(18)] }, 'allowTokens'],
    ['a native token', { ...document, allowTokens: [...document.allowTokens, NATIVE] }, 'allowTokens.3'],
    ['11 strategies', { ...document, strategies: Array.from({ length: 11 }, (_, i) => ({ ...strategies.dca, id: `${i}` })) }, 'strategies'],
    ['paper as null', { ...document, paper: null }, 'paper'],
  ];
  test.each(outside)('%s: refused', (_, input, path) => {
    const [problem = '', ...others] = problemsOf(input);
    expect(problem.split(' ')[0]).toBe(path);
    expect(others).toEqual([]);
  });
});

describe('strategies', () => {
  test.each([
    ['an unknown type', { id: 'x', type: 'grid' }, ['.type unknown-type']],
    ['a type that every object answers to', { id: 'x', type: 'constructor' }, ['.type unknown-type']],
    ['no type', { id: 'x' }, ['.type required']],
    ['a member of another type', { ...strategies.dca, dropBps: 1 }, ['.dropBps unknown-field']],
    ['no id in letters', { ...strategies.dca, id: '' }, ['.id invalid-id']],
    ['an id of an object', { ...strategies.dca, id: 'constructor' }, ['.id invalid-id']],
    ['a slash in an id', { ...strategies.dca, id: 'a/b' }, ['.id invalid-id']],
    ['a token that is not allowed', { ...strategies.dca, tokenOut: `0x${'99'.repeat(20)}` }, ['.tokenOut token-not-allowed']],
    ['buying the budget token', { ...strategies.dca, tokenOut: USDC }, ['.tokenOut token-is-budget']],
    ['selling the budget token', { ...strategies.stop, token: USDC }, ['.token token-is-budget']],
    ['an interval under a minute', { ...strategies.dca, intervalSeconds: 59 }, ['.intervalSeconds out-of-range']],
    ['no runs', { ...strategies.dca, maxRuns: 0 }, ['.maxRuns out-of-range']],
    ['a start in milliseconds', { ...strategies.dca, startAt: NOW }, ['.startAt out-of-range']],
    ['both of gain and price', { ...strategies.profit, priceUsd: '1' }, [' more-than-one']],
    ['neither', without(strategies.profit, 'gainBps'), [' one-required']],
    ['three ways to stop', { ...strategies.stop, lossBps: 1, priceUsd: '1' }, [' more-than-one']],
    ['no way to stop', without(strategies.stop, 'trailBps'), [' one-required']],
    ['a price as a number', { ...without(strategies.stop, 'trailBps'), priceUsd: 1 }, ['.priceUsd wrong-type']],
    ['a loss of all', { ...without(strategies.stop, 'trailBps'), lossBps: 10_000 }, ['.lossBps out-of-range']],
    ['selling nothing', { ...strategies.profit, sellBps: 0 }, ['.sellBps out-of-range']],
    ['selling more than all', { ...strategies.profit, sellBps: 10_001 }, ['.sellBps out-of-range']],
    ['a note of a novel', { ...strategies.dca, note: 'x'.repeat(501) }, ['.note too-long']],
    ['enabled as text', { ...strategies.dca, enabled: 'yes' }, ['.enabled wrong-type']],
  ])('%s', (_, strategy, expected) => {
    expect(problemsOf(withStrategy(strategy))).toEqual(expected.map((problem) => `strategies.0${problem}`));
  });

  test.each([
    '0',
    '0.00',
    '-1',
    '+1',
    '1e3',
    '',
    ' 1',
    '1.',
    '.5',
    '1,000',
    '0x10',
    '１',
    `1${'0'.repeat(78)}`,
    `0.${'1'.repeat(78)}`,
    '9'.repeat(1_000_000),
  ])('amounts are positive plain decimal text: not "%s"', (amount) =>
    expect(problemsOf(withStrategy({ ...strategies.dca, amount }))).toHaveLength(1),
  );

  test.each([
    [
      'under 10000',
      [
        [WETH, 6_000],
        [USDC, 3_999],
      ],
      [' weights-not-10000'],
    ],
    [
      'over 10000',
      [
        [WETH, 6_000],
        [USDC, 4_001],
      ],
      [' weights-not-10000'],
    ],
    [
      'a token twice, in two casings',
      [
        [WETH, 5_000],
        [WETH.replace('e', 'E'), 5_000],
      ],
      ['.1.token duplicate'],
    ],
    [
      'a token that is not allowed',
      [
        [WETH, 5_000],
        [`0x${'99'.repeat(20)}`, 5_000],
      ],
      ['.1.token token-not-allowed'],
    ],
    [
      'a weight below nothing',
      [
        [WETH, 10_001],
        [USDC, -1],
      ],
      ['.0.weightBps out-of-range', '.1.weightBps out-of-range'],
    ],
  ])('weights: %s', (_, pairs, expected) => {
    const weights = pairs.map(([token, weightBps]) => ({ token, weightBps }));
    expect(problemsOf(withStrategy({ ...strategies.balance, weights }))).toEqual(
      expected.map((problem) => `strategies.0.weights${problem}`),
    );
  });
});

test('protections are held to their bounds, and may be empty', () => {
  const wrong = {
    maxLosses: { count: 0, windowSeconds: 1, pauseSeconds: '1' },
    stopCooldownSeconds: -1,
    maxDrawdownBps: 10_000,
    exitsOnly: 1,
    x: 1,
  };
  expect(problemsOf({ ...document, protections: {} })).toEqual([]);
  expect(problemsOf({ ...document, protections: wrong })).toEqual([
    'protections.x unknown-field',
    'protections.maxLosses.count out-of-range',
    'protections.maxLosses.windowSeconds out-of-range',
    'protections.maxLosses.pauseSeconds wrong-type',
    'protections.stopCooldownSeconds out-of-range',
    'protections.maxDrawdownBps out-of-range',
    'protections.exitsOnly wrong-type',
  ]);
});

function tokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0x${(index + 100).toString(16).padStart(40, '0')}`);
}

test('an id is taken twice also where neither of the two strategies can be read', () => {
  const twice = [
    { id: 'a', type: 'nothing' },
    { id: 'a', type: 'nothing' },
  ];
  expect(problemsOf({ ...document, strategies: twice })).toEqual([
    'strategies.0.type unknown-type',
    'strategies.1.type unknown-type',
    'strategies.1.id duplicate',
  ]);
});
