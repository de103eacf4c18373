import type { Address } from '../../src/values/address.ts';
import type { Protections } from '../../src/values/autopilot/policy.ts';
import type { BuyStop, EngineState } from './engine-state.ts';
import { tokenOf } from './strategies/evaluation-context.ts';

/** Why a buy is blocked, and until when (UTC ms). If `untilMs` is null, the buy is blocked until the policy is updated. */
export type BuyBlock = { readonly reason: string; readonly detail: string; readonly untilMs: number | null };

type Protection = EngineState['protection'];
type Loss = Protection['losses'][number];

/** Returns the protection that blocks a buy of the token, with the time at which the block ends; null when no protection blocks the buy. */
export function buyBlockOf(engineState: EngineState, token: Address): BuyBlock | null {
  const { policy, protection } = engineState;
  if (policy.protections?.exitsOnly === true) {
    return { reason: 'exits-only', detail: 'The policy allows only sells.', untilMs: null };
  }
  const tokenUntilMs = protection.tokenCooldowns[token];
  const { buyStop } = protection;
  if (buyStop !== null && (buyStop.untilMs === null || tokenUntilMs === undefined || buyStop.untilMs >= tokenUntilMs)) return buyStop;
  if (tokenUntilMs === undefined) return null;
  return { reason: 'stop-cooldown', detail: `A stop loss sold ${tokenOf(engineState, token).symbol} recently.`, untilMs: tokenUntilMs };
}

/**
 * Counts a sale at a loss. If the time window of the loss protection then contains too many sales at a loss, all buys are blocked. A sale
 * at a gain changes nothing.
 */
export function afterSale(protection: Protection, terms: Protections | undefined, loss: Loss, atMs: number): Protection {
  const bound = terms?.maxLosses;
  if (bound === undefined || BigInt(loss.lossBaseUnits) === 0n) return protection;
  const losses = [...protection.losses, loss].filter((one) => one.atMs > atMs - bound.windowSeconds * 1000).slice(-bound.count);
  if (losses.length < bound.count || protection.buyStop?.reason === 'max-drawdown') return { ...protection, losses };
  const detail = `${losses.length} sales at a loss were made within ${bound.windowSeconds} seconds.`;
  return { ...protection, losses, buyStop: { reason: 'max-losses', detail, untilMs: atMs + bound.pauseSeconds * 1000 } };
}

/** Blocks buys of a token for some time after a stop loss sold it. */
export function afterStop(protection: Protection, terms: Protections | undefined, token: Address, atMs: number): Protection {
  const seconds = terms?.stopCooldownSeconds;
  if (seconds === undefined || seconds === 0) return protection;
  return { ...protection, tokenCooldowns: { ...protection.tokenCooldowns, [token]: atMs + seconds * 1000 } };
}

/** Removes the blocks of buys that have ended; returns the same object when none has ended. */
export function withoutEnded(protection: Protection, atMs: number): Protection {
  const { buyStop, tokenCooldowns } = protection;
  const isStopOver = buyStop !== null && buyStop.untilMs !== null && buyStop.untilMs <= atMs;
  const live = Object.entries(tokenCooldowns).filter(([, untilMs]) => untilMs > atMs);
  const isSame = live.length === Object.keys(tokenCooldowns).length;
  if (!isStopOver && isSame) return protection;
  return { ...protection, buyStop: isStopOver ? null : buyStop, tokenCooldowns: isSame ? tokenCooldowns : Object.fromEntries(live) };
}

/**
 * Returns a block of all buys when the agent's value is too far below its peak, else null. Both values are in base units of the budget
 * token.
 */
export function drawdownStop(peak: bigint, value: bigint, maxDrawdownBps: number): BuyStop | null {
  if (peak === 0n || value * 10_000n > peak * (10_000n - BigInt(maxDrawdownBps))) return null;
  const drawdownBps = ((peak - value) * 10_000n) / peak;
  return {
    reason: 'max-drawdown',
    detail: `The value of the agent is ${drawdownBps} basis points below its highest value; at most ${maxDrawdownBps} basis points are allowed.`,
    untilMs: null,
  };
}
