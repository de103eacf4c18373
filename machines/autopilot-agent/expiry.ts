import type { AutopilotAgentContext } from './context.ts';

/**
 * How long before the expiry of an agent's policy its wallet is warned, in ms (48 hours). The wallet is warned once about each expiry (API
 * specification, "Other records").
 */
const WARN_BEFORE_MS = 48 * 3_600_000;

/** When the expiry warning is due (UTC ms); null when the wallet was already warned. */
export function warningDueMs({ engineState, warnedOfExpirySec }: AutopilotAgentContext): number | null {
  const { expiry } = engineState.policy.limits;
  return warnedOfExpirySec === expiry ? null : expiry * 1000 - WARN_BEFORE_MS;
}

/**
 * Returns the policy's expiry (unix seconds) if the wallet must be warned about it now; null before the warning is due and after the
 * expiry.
 */
export function expiryToWarnOf(context: AutopilotAgentContext, atMs: number): number | null {
  const dueMs = warningDueMs(context);
  const { expiry } = context.engineState.policy.limits;
  return dueMs !== null && dueMs <= atMs && atMs <= expiry * 1000 ? expiry : null;
}

/**
 * Whether the policy has expired without a warning, because no tick came in the 48 hours before the expiry. Then the warning must be marked
 * as done, because otherwise the agent would be due at every tick to send it.
 */
export function isTooLateToWarn(context: AutopilotAgentContext, atMs: number): boolean {
  return warningDueMs(context) !== null && atMs > context.engineState.policy.limits.expiry * 1000;
}

/**
 * Whether the warning about the policy's expiry can be marked as done after this tick, because the warning is sent now or the policy has
 * expired.
 */
export function isWarningOver(context: AutopilotAgentContext, atMs: number): boolean {
  return expiryToWarnOf(context, atMs) !== null || isTooLateToWarn(context, atMs);
}
