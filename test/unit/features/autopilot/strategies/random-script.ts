import { seededRandom } from '../../../../../src/test-kit/seeded-random.ts';
import type { Address } from '../../../../../src/values/address.ts';
import type { AutopilotPolicy, Protections, Strategy } from '../../../../../src/values/autopilot/policy.ts';
import { EXPIRY_SEC, LINK, policyOf, START_MS, USDC, WBTC, WETH } from './desk.ts';
import type { ModelLimits } from './model-vault.ts';

/** The inputs of one simulated tick. They are generated in advance and do not depend on what the agent does. */
export type ScriptTick = {
  readonly atMs: number;
  /** Prices by token at this tick; null for a token without a price. */
  readonly prices: Readonly<Record<string, { readonly usd: string; readonly isTrusted: boolean } | null>>;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly isReadable: boolean;
  /** Whether the agent gets outdated vault data, from the previous tick. */
  readonly isLate: boolean;
  /** Whether a trade that the agent requests at this tick fails. */
  readonly fails: boolean;
  /** What the owner does at this tick: a deposit in base units, or a withdrawal as a percentage of the balance. */
  readonly move:
    | { readonly token: Address; readonly deposit: bigint }
    | { readonly token: Address; readonly withdrawPercent: bigint }
    | null;
};

export type Script = {
  readonly policy: AutopilotPolicy;
  readonly limits: ModelLimits;
  readonly feeBps: bigint;
  readonly cash: bigint;
  readonly ticks: readonly ScriptTick[];
};

export type ScriptKinds = { readonly types: readonly Strategy['type'][]; readonly hasMoves: boolean; readonly hasProtections: boolean };

const BUYABLE = [WETH, WBTC, LINK] as const;
const FIRST_USD: Readonly<Record<string, number>> = { [USDC]: 1, [WETH]: 2000, [WBTC]: 50_000, [LINK]: 10 };
const UNIT: Readonly<Record<string, bigint>> = { [USDC]: 10n ** 6n, [WETH]: 10n ** 16n, [WBTC]: 10n ** 5n, [LINK]: 10n ** 18n };

/** Generates a random policy and a random market with failures and missing prices. The same seed results in the same script. */
export function randomScript(seed: number, tickCount: number, kinds: ScriptKinds): Script {
  const random = seededRandom(seed);
  const int = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const chance = (of: number): boolean => random() < of;
  const stepSec = pick([60, 60, 1800]);
  const money = (from: number, to: number): string => `${int(from * 100, to * 100) / 100}`;

  const strategy = (id: string): Strategy => {
    // A stop can only act on a token that was bought before. So buys and stops are chosen more often than the other types.
    const often = kinds.types.filter((one) => one === 'dca' || one === 'stop_loss');
    const type = pick(often.length > 0 && chance(0.4) ? often : kinds.types);
    const base = {
      id,
      ...(chance(0.1) ? { expiresAt: START_MS / 1000 + int(1, tickCount) * stepSec } : {}),
      ...(chance(0.04) ? { enabled: false } : {}),
    };
    // Most strategies trade the same token (WETH), because otherwise exits would rarely find a balance to sell.
    const token = chance(0.7) ? WETH : pick(BUYABLE);
    switch (type) {
      case 'dca': {
        const more = {
          ...(chance(0.3) ? { maxRuns: int(1, 8) } : {}),
          ...(chance(0.3) ? { startAt: START_MS / 1000 + int(-5, 20) * 60 + int(0, 59) } : {}),
        };
        return { ...base, type, tokenOut: token, amount: money(5, 150), intervalSeconds: stepSec * int(1, 30) + pick([0, 0, 17]), ...more };
      }
      case 'dip_buy': {
        const times = { lookbackSeconds: stepSec * int(5, 60), cooldownSeconds: stepSec * int(0, 20) + pick([0, 13]) };
        return { ...base, type, tokenOut: token, amount: money(5, 150), dropBps: int(50, 1500), ...times };
      }
      case 'take_profit': {
        const level = chance(0.7)
          ? { gainBps: int(20, 2000) }
          : { priceUsd: money((FIRST_USD[token] ?? 1) * 0.9, (FIRST_USD[token] ?? 1) * 1.3) };
        return { ...base, type, token, ...level, sellBps: pick([10_000, 5000, int(1, 9999)]), cooldownSeconds: stepSec * int(0, 20) };
      }
      case 'stop_loss': {
        const level = pick([
          { lossBps: int(20, 500) },
          { trailBps: int(50, 700) },
          { priceUsd: money((FIRST_USD[token] ?? 1) * 0.7, FIRST_USD[token] ?? 1) },
        ]);
        return { ...base, type, token, ...level, sellBps: pick([10_000, 5000, int(1, 9999)]) };
      }
      case 'rebalance': {
        const first = int(1, 9) * 1000;
        const isWithCash = chance(0.4);
        const weights = isWithCash
          ? [
              { token: WETH, weightBps: first },
              { token: USDC, weightBps: 10_000 - first },
            ]
          : [
              { token: WETH, weightBps: first },
              { token: WBTC, weightBps: (10_000 - first) / 2 },
              { token: LINK, weightBps: (10_000 - first) / 2 },
            ];
        return { ...base, type, weights, driftBps: int(50, 1000), intervalSeconds: stepSec * int(3, 60) };
      }
    }
  };
  const strategies = Array.from({ length: int(1, 6) }, (_, i) => strategy(`s${i}`));
  const protections: Protections = {
    ...(chance(0.5) ? { maxLosses: { count: int(1, 4), windowSeconds: stepSec * int(5, 100), pauseSeconds: stepSec * int(1, 50) } } : {}),
    ...(chance(0.5) ? { stopCooldownSeconds: stepSec * int(0, 40) } : {}),
    ...(chance(0.3) ? { maxDrawdownBps: int(100, 3000) } : {}),
    ...(chance(0.05) ? { exitsOnly: true } : {}),
  };
  const minTokenScore = chance(0.3) ? 60 : 0;
  const expiry = chance(0.1) ? START_MS / 1000 + stepSec * int(tickCount / 2, tickCount) : EXPIRY_SEC;
  const policy = policyOf(strategies, {
    safety: { minTokenScore },
    limits: { maxPerTradeUsd: 1, maxPerDayUsd: 1, maxTradesPerDay: 1, expiry },
    ...(kinds.hasProtections ? { protections } : {}),
  });

  const volatility = pick([0.004, 0.02, 0.05]);
  const budgetVolatility = pick([0, 0.0005, 0.008]);
  const usd = { ...FIRST_USD };
  let atMs = START_MS;
  const ticks = Array.from({ length: tickCount }, (): ScriptTick => {
    atMs += stepSec * 1000 * (chance(0.02) ? int(2, 40) : 1);
    const prices: Record<string, { usd: string; isTrusted: boolean } | null> = {};
    for (const token of [USDC, ...BUYABLE]) {
      const jump = chance(0.01) ? pick([0.85, 1.18]) : 1;
      usd[token] =
        (usd[token] ?? 1) * (1 + (random() - 0.5) * 2 * (token === USDC ? budgetVolatility : volatility)) * (token === USDC ? 1 : jump);
      const isWild = chance(0.02);
      const text = ((usd[token] ?? 1) * (isWild ? pick([0.4, 1.9]) : 1)).toFixed(6);
      prices[token] = chance(0.015) ? null : { usd: text, isTrusted: !isWild && !chance(0.01) };
    }
    const token = pick([USDC, ...BUYABLE]);
    const move =
      !kinds.hasMoves || !chance(0.02)
        ? null
        : chance(0.5)
          ? { token, deposit: (UNIT[token] ?? 1n) * BigInt(int(1, 100)) }
          : { token, withdrawPercent: BigInt(pick([100, int(1, 99)])) };
    const scores = Object.fromEntries(BUYABLE.map((one) => [one, chance(0.05) ? null : chance(0.1) ? 30 : 80]));
    return { atMs, prices, scores, isReadable: !chance(0.02), isLate: chance(0.02), fails: chance(0.08), move };
  });
  const dollars = (amount: number): bigint => BigInt(amount) * 10n ** 6n;
  return {
    policy,
    limits: { maxPerTrade: dollars(int(50, 400)), maxPerDay: dollars(int(100, 2000)), maxTradesPerDay: int(2, 40) },
    feeBps: BigInt(pick([0, 5, 30, 100])),
    cash: dollars(pick([50, 1000, 10_000])),
    ticks,
  };
}
