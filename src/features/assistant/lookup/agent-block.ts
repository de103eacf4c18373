import { pauseOf } from './pause-of.ts';

/** Reasons that stop an agent which is switched on, and that are not caused by the market, so that the user should act on them. */
const STOPPED: ReadonlySet<string> = new Set([
  ...[
    'router-not-allowed',
    'no-executor',
    'refused-on-chain',
    'policy-hash-mismatch',
    'chain-not-configured',
    'expired',
    'inactive-on-chain',
  ],
  ...['paused-on-chain', 'no-budget', 'gas-budget-used', 'too-many-agents', 'owner-price-bound', 'over-sell-cap', 'fee-on-transfer'],
]);

/**
 * Why an agent that is switched on cannot act, as the code that its strategies have as their outcome; null when nothing that its owner can
 * change stops it.
 */
export function agentBlock(agent: {
  readonly status: string;
  readonly onChain?: object | null;
  readonly strategies: readonly { readonly outcome: string | null }[];
}): string | null {
  const { status, onChain = null, strategies } = agent;
  if (status !== 'active') return null;
  const pause = onChain !== null && 'guard' in onChain ? pauseOf(onChain.guard) : null;
  if (pause !== null && (pause.isPaused || pause.areAllPaused)) return 'paused-on-chain';
  if (onChain !== null && 'active' in onChain && onChain.active === false) return 'inactive-on-chain';
  return strategies.map(({ outcome }) => outcome).find((outcome) => outcome !== null && STOPPED.has(outcome)) ?? null;
}
