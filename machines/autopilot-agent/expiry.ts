import type { AutopilotAgentContext } from './context.ts';

/** How long before its policy's end a wallet is warned (interface document, "Other records": once). */
const WARN_BEFORE_MS = 48 * 3_600_000;

/** UTC ms of the next warning; null when it was given. */
export function warningDueMs({ standing, warnedOfExpirySec }: AutopilotAgentContext): number | null {
  const { expiry } = standing.policy.limits;
  return warnedOfExpirySec === expiry ? null : expiry * 1000 - WARN_BEFORE_MS;
}

/** The expiry (unix seconds) that the wallet has to be warned of now; null when there is none, or it is too late for a warning. */
export function expiryToWarnOf(context: AutopilotAgentContext, atMs: number): number | null {
  const dueMs = warningDueMs(context);
  const { expiry } = context.standing.policy.limits;
  return dueMs !== null && dueMs <= atMs && atMs <= expiry * 1000 ? expiry : null;
}

/** Nobody looked in the policy's last two days: the warning is missed, and the agent would be due for it at every tick. */
export function isTooLateToWarn(context: AutopilotAgentContext, atMs: number): boolean {
  return warningDueMs(context) !== null && atMs > context.standing.policy.limits.expiry * 1000;
}

/** Whether it is warned of at this tick, or too late for that: either way once. */
export function isWarningOver(context: AutopilotAgentContext, atMs: number): boolean {
  return expiryToWarnOf(context, atMs) !== null || isTooLateToWarn(context, atMs);
}
