/** Those of a badge. */
export type OutcomeTone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';

/** What somebody has to mend. */
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
/** What holds it back for now. */
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

export function toneOfOutcome(kind: string): OutcomeTone {
  if (kind === 'fired' || kind === 'superseded' || kind === 'trade-in-flight') return 'accent';
  if (kind === 'finished') return 'ok';
  return BAD.has(kind) ? 'bad' : WARN.has(kind) ? 'warn' : 'plain';
}
