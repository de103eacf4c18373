import type { Facts } from '../src/runtime/define/definition.ts';
import type { Tone } from '../src/values/inspection/sections.ts';
import type { OwnWhy } from '../src/values/inspection/why.ts';

/** Outcome codes of problems that a person must fix. */
const BAD = new Set([
  'router-not-allowed',
  'no-executor',
  'refused-on-chain',
  'fee-on-transfer',
  'policy-hash-mismatch',
  'chain-not-configured',
  'inactive-on-chain',
  'paused-on-chain',
  'chain-unreadable',
]);
/** Outcome codes of conditions that block a strategy temporarily. */
const WARN = new Set([
  'no-budget',
  'over-limit',
  'owner-price-bound',
  'over-sell-cap',
  'unsafe-token',
  'protected',
  'no-route',
  'output-below-minimum',
  'no-price',
  'stale-price',
  'price-disagreement',
  'expired',
  'not-worth-gas',
  'gas-price-too-high',
  'gas-budget-used',
  'too-many-agents',
  'not-running',
]);
/** Codes of conditions that temporarily block an order of a position. The codes in `WARN` can block an order, too. */
const HOLDS_ORDER = new Set([
  'token-not-listed',
  'order-below-minimum',
  'chain-not-supported',
  'no-reference-price',
  'gas-too-high',
  'probe-failed',
  'plan-failed',
  'not-sent',
  'order-failed',
  'set-aside',
  'too-many-positions',
]);

/** Returns the display tone (such as `bad` or `warn`) for a strategy's outcome: how much attention it needs from a person. */
export function toneOfOutcome(kind: string): Tone {
  if (kind === 'fired' || kind === 'superseded' || kind === 'trade-in-flight') return 'accent';
  if (kind === 'finished') return 'ok';
  return BAD.has(kind) ? 'bad' : WARN.has(kind) ? 'warn' : 'plain';
}

type TellWhy<S> = (snapshot: S, nowMs: number, facts: Facts | null) => OwnWhy | null;

/** Adds a display tone to an explanation: how much attention it needs from a person. */
export function toned<S>(tell: TellWhy<S>): TellWhy<S> {
  return (snapshot, nowMs, facts) => {
    const why = tell(snapshot, nowMs, facts);
    if (why === null) return null;
    return { ...why, tone: BAD.has(why.code) ? 'bad' : WARN.has(why.code) || HOLDS_ORDER.has(why.code) ? 'warn' : 'calm' };
  };
}
