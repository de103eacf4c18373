import { parseAddress } from '../../../values/address.ts';
import { parseHash } from '../../../values/hash.ts';
import { autopilotVaultAbi } from '../abi/autopilot-vault.generated.ts';
import type { ChainEventLog } from '../chain.ts';
import { decodeEvents } from '../decode-events.ts';
import { revertReason } from '../revert-reason.ts';
import type { AutopilotVaultEvent, GuardChange, VaultLimits } from './autopilot-vault.ts';
import { toSeconds } from './decode-agent.ts';

/**
 * Names of events that concern agents but are not actions of an owner. A fee event always comes together with another event about the same
 * agent.
 */
export const NOT_BY_OWNERS: ReadonlySet<string> = new Set(['TradeExecuted', 'TradeFailed', 'FeeFixed', 'FeeTaken']);

/** Decodes the events about agents in a vault's logs, in their order; events about the vault's administration are omitted. */
export function decodeAutopilotEvents(logs: readonly ChainEventLog[]): AutopilotVaultEvent[] {
  /** Fees by trade id. They are collected first, because the vault emits a trade's `FeeTaken` before its `TradeExecuted`. */
  const fees = new Map<string, bigint>();
  return decodeEvents(autopilotVaultAbi, logs).flatMap(({ event, log }): AutopilotVaultEvent[] => {
    const { args } = event;
    if (args === undefined) return [];
    if (!('agentId' in args)) {
      if (!('wallet' in args)) return [];
      const wallet = parseAddress(args.wallet);
      const change = event.eventName === 'AllPaused' ? pausedBy('all-paused', event.args.by) : allUnpaused(event.eventName);
      return [{ kind: 'wallet-guarded', wallet, change, log }];
    }
    const base = { agentId: Number(args.agentId), log };
    switch (event.eventName) {
      case 'AgentCreated': {
        const { wallet, policyHash, budgetToken, depositAmount } = event.args;
        const who = { wallet: parseAddress(wallet), policyHash: parseHash(policyHash), budgetToken: parseAddress(budgetToken) };
        return [{ kind: 'created', ...base, ...who, limits: limitsOf(event.args), depositAmount }];
      }
      case 'TradeExecuted': {
        const { tradeId, tokenIn, tokenOut, amountIn, amountOut, isBuy, target } = event.args;
        const tokens = { tokenIn: parseAddress(tokenIn), tokenOut: parseAddress(tokenOut), target: parseAddress(target) };
        const fee = fees.get(`${log.txHash}/${tradeId}`);
        const paid = fee === undefined ? {} : { fee };
        return [{ kind: 'trade', ...base, tradeId: parseHash(tradeId), ...tokens, amountIn, amountOut, isBuy, ...paid }];
      }
      case 'TradeFailed': {
        const { reason } = revertReason(event.args.reason, autopilotVaultAbi);
        return [{ kind: 'trade-failed', ...base, tradeId: parseHash(event.args.tradeId), reason }];
      }
      case 'FeeTaken':
        fees.set(`${log.txHash}/${event.args.tradeId}`, event.args.amount);
        return [];
      case 'FeeFixed':
        return [];
      case 'PolicyUpdated':
        return [{ kind: 'policy-updated', ...base, policyHash: parseHash(event.args.policyHash), limits: limitsOf(event.args) }];
      case 'ActiveChanged':
        return [{ kind: 'active-changed', ...base, active: event.args.active }];
      case 'Deposited':
      case 'Withdrawn': {
        const direction = event.eventName === 'Deposited' ? 'in' : 'out';
        return [{ kind: 'moved', ...base, direction, token: parseAddress(event.args.token), amount: event.args.amount }];
      }
      case 'AgentPaused':
        return [{ kind: 'guarded', ...base, change: pausedBy('paused', event.args.by) }];
      case 'AgentUnpaused':
        return [{ kind: 'guarded', ...base, change: { what: 'unpaused' } }];
      case 'PriceBoundSet': {
        const { tokenIn, tokenOut } = event.args;
        const change = { what: 'price-bound', tokenIn: parseAddress(tokenIn), tokenOut: parseAddress(tokenOut) } as const;
        return [{ kind: 'guarded', ...base, change }];
      }
      case 'SellCapSet': {
        const { token, maxPerDay } = event.args;
        return [{ kind: 'guarded', ...base, change: { what: 'sell-cap', token: parseAddress(token), maxPerDay } }];
      }
      default:
        return [{ kind: 'guarded', ...base }];
    }
  });
}

function pausedBy(what: 'paused' | 'all-paused', by: string): GuardChange {
  return { what, by: parseAddress(by) };
}

function allUnpaused(eventName: string): GuardChange | undefined {
  return eventName === 'AllUnpaused' ? { what: 'all-unpaused' } : undefined;
}

function limitsOf(args: { maxPerTrade: bigint; maxPerDay: bigint; maxTradesPerDay: number; expiry: bigint }): VaultLimits {
  const { maxPerTrade, maxPerDay, maxTradesPerDay, expiry } = args;
  return { maxPerTrade, maxPerDay, maxTradesPerDay, expirySec: toSeconds(expiry) };
}
