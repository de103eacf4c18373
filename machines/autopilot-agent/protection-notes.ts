import { type Address, entriesByAddress } from '../../src/values/address.ts';
import type { ActivityNote } from '../../src/values/autopilot/activity.ts';
import type { BuyStop, EngineState } from './engine-state.ts';
import { buyBlockOf } from './protections.ts';
import { tokenOf } from './strategies/evaluation-context.ts';

/**
 * Builds the wallet's notifications about protections that changed between two engine states: a protection started to block buys, or it
 * ended by itself and buys continue. Each change is notified once. No notification is built when a protection is prolonged, or when the
 * wallet's own update ended it.
 *
 * @param atMs when the second state was reached, UTC ms
 */
export function protectionNotes(before: EngineState, after: EngineState, atMs: number): readonly ActivityNote[] {
  if (before === after) return [];
  return [...exitsOnlyNotes(before, after), ...stopNotes(before, after, atMs), ...cooldownNotes(before, after, atMs)];
}

function exitsOnlyNotes(before: EngineState, after: EngineState): readonly ActivityNote[] {
  if (!isExitsOnly(after) || isExitsOnly(before)) return [];
  return [engaged('exits-only', 'The policy allows only sells, so nothing is bought until the policy is updated.', null)];
}

function stopNotes(before: EngineState, after: EngineState, atMs: number): readonly ActivityNote[] {
  const was = before.protection.buyStop;
  const is = after.protection.buyStop;
  if (is !== null) {
    const wasHolding = was !== null && was.reason === is.reason && !hasEnded(was, atMs);
    return wasHolding ? [] : [engaged(is.reason, `Nothing is bought ${untilText(is.untilMs)}: ${is.detail}`, is.untilMs)];
  }
  if (was === null || !hasEnded(was, atMs) || isExitsOnly(after)) return [];
  return [ended(was.reason, 'The pause of buys after losses is over, so the agent buys again.')];
}

function cooldownNotes(before: EngineState, after: EngineState, atMs: number): readonly ActivityNote[] {
  const was = before.protection.tokenCooldowns;
  const is = after.protection.tokenCooldowns;
  if (was === is) return [];
  const begun = entriesByAddress(is).filter(([token, untilMs]) => untilMs > atMs && (was[token] ?? 0) <= atMs);
  const over = entriesByAddress(was).filter(([token, untilMs]) => untilMs <= atMs && is[token] === undefined);
  return [
    ...begun.map(([token, untilMs]) => {
      const { symbol } = tokenOf(after, token);
      return engaged('stop-cooldown', `No ${symbol} is bought ${untilText(untilMs)}, because a stop loss sold this token.`, untilMs, token);
    }),
    // The end of a protection's block of a token is not reported while another protection still blocks the token. The wallet is notified
    // when the last of these protections ends.
    ...over
      .filter(([token]) => after.tokens[token] !== undefined && buyBlockOf(after, token) === null)
      .map(([token]) =>
        ended(
          'stop-cooldown',
          `The pause of ${tokenOf(after, token).symbol} after a stop loss is over, so the agent buys it again.`,
          token,
        ),
      ),
  ];
}

function engaged(protection: string, reason: string, untilMs: number | null, token?: Address): ActivityNote {
  const until: Readonly<Record<string, string>> = untilMs === null ? {} : { untilMs: `${untilMs}` };
  return { kind: 'protection', strategyId: null, reason, data: { protection, ...until, ...(token === undefined ? {} : { token }) } };
}

function ended(protection: string, reason: string, token?: Address): ActivityNote {
  return { kind: 'protection-end', strategyId: null, reason, data: { protection, ...(token === undefined ? {} : { token }) } };
}

function hasEnded({ untilMs }: BuyStop, atMs: number): boolean {
  return untilMs !== null && untilMs <= atMs;
}

function untilText(untilMs: number | null): string {
  return untilMs === null ? 'until the policy is updated' : `until ${new Date(untilMs).toISOString()}`;
}

function isExitsOnly({ policy }: EngineState): boolean {
  return policy.protections?.exitsOnly === true;
}
