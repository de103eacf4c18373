import type { AutopilotPolicy, Strategy } from '../../../../values/autopilot/policy.ts';
import { usualStepMs } from '../candles.ts';
import type { PriceHistory } from '../price-history.ts';

/**
 * Returns a warning for each time span of a policy that is shorter than the usual distance between two rows of the price history. A running
 * agent gets a price every minute, so with such a policy it behaves differently than the backtest.
 */
export function coarseWarnings({ rows }: PriceHistory, { strategies, protections }: AutopilotPolicy): readonly string[] {
  const spans = [...strategies.flatMap(spansOf), ...protectionSpans(protections)];
  if (spans.length === 0) return [];
  const stepSec = usualStepMs(rows) / 1_000;
  return spans
    .filter(({ seconds }) => seconds < stepSec)
    .map(
      ({ name, seconds, effect }) =>
        `The rows are usually ${stepSec} seconds apart, which is coarser than ${name} of ${seconds} seconds: ${effect}. Use a history with a row at least every ${seconds} seconds.`,
    );
}

type Span = { readonly name: string; readonly seconds: number; readonly effect: string };

function spansOf(strategy: Strategy): Span[] {
  const name = (member: string) => `the ${member} of the strategy ${JSON.stringify(strategy.id)}`;
  if (strategy.type === 'dca' || strategy.type === 'rebalance')
    return [{ name: name('intervalSeconds'), seconds: strategy.intervalSeconds, effect: 'it acts less often than it would live' }];
  if (strategy.type === 'dip_buy')
    return [
      {
        name: name('lookbackSeconds'),
        seconds: strategy.lookbackSeconds,
        effect: 'its time window contains only one price at a time, so the strategy never finds a fall of the price',
      },
      { name: name('cooldownSeconds'), seconds: strategy.cooldownSeconds, effect: 'it acts less often than it would live' },
    ];
  if (strategy.type === 'take_profit')
    return [{ name: name('cooldownSeconds'), seconds: strategy.cooldownSeconds, effect: 'it acts less often than it would live' }];
  return [];
}

function protectionSpans(protections: AutopilotPolicy['protections']): Span[] {
  const { maxLosses, stopCooldownSeconds } = protections ?? {};
  const effect = 'the protection ends at the next row at the earliest';
  return [
    ...(maxLosses === undefined ? [] : [{ name: 'windowSeconds of the protection maxLosses', seconds: maxLosses.windowSeconds, effect }]),
    ...(stopCooldownSeconds === undefined
      ? []
      : [{ name: 'stopCooldownSeconds of the protections', seconds: stopCooldownSeconds, effect }]),
  ];
}
