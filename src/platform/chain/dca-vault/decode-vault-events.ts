import { parseAddress } from '../../../values/address.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import type { ChainEventLog } from '../chain.ts';
import { decodeEvents } from '../decode-events.ts';
import { revertReason } from '../revert-reason.ts';
import type { VaultEvent } from './dca-vault.ts';

/** Names of the events about fees. Each of them is emitted together with another event about the same position. */
export const FEE_EVENTS: ReadonlySet<string> = new Set(['FeeFixed', 'FeeTaken']);

/** Decodes the events about positions in a vault's logs, in their order; events about the vault's administration are omitted. */
export function decodeVaultEvents(logs: readonly ChainEventLog[]): VaultEvent[] {
  /**
   * The fees of orders. They are collected before the orders are decoded, because the vault emits an order's `FeeTaken` before its
   * `OrderExecuted`.
   */
  const fees = new Map<string, bigint>();
  return decodeEvents(dcaVaultAbi, logs).flatMap(({ event, log }): VaultEvent[] => {
    const { args } = event;
    if (args === undefined || !('wallet' in args) || !('positionId' in args)) return [];
    const base = { wallet: parseAddress(args.wallet), positionId: args.positionId, log };
    switch (event.eventName) {
      case 'PositionCreated': {
        const { amount, amountRequested, frequency, interval, isAutoBuy } = event.args;
        const tokens = { fromToken: parseAddress(event.args.fromToken), toToken: parseAddress(event.args.toToken) };
        return [{ kind: 'created', ...base, ...tokens, amount, amountRequested, frequency, intervalSec: interval, isAutoBuy }];
      }
      case 'OrderExecuted': {
        const { orderIndex, amountIn, amountOut } = event.args;
        const tokens = { fromToken: parseAddress(event.args.fromToken), toToken: parseAddress(event.args.toToken) };
        const fee = fees.get(orderKey(base, orderIndex));
        return [{ kind: 'order-executed', ...base, ...tokens, orderIndex, amountIn, amountOut, ...(fee === undefined ? {} : { fee }) }];
      }
      case 'FeeTaken':
        fees.set(orderKey(base, event.args.orderIndex), event.args.amount);
        return [];
      case 'FeeFixed':
        return [];
      case 'OrderFailed':
        return [{ kind: 'order-failed', ...base, orderIndex: event.args.orderIndex, reason: reasonOf(event.args.reason) }];
      case 'AutoClaimed':
        return [{ kind: 'auto-claimed', ...base }];
      case 'AutoClaimFailed':
        return [{ kind: 'auto-claim-failed', ...base, reason: reasonOf(event.args.reason) }];
      default:
        return [{ kind: 'changed', ...base }];
    }
  });
}

function orderKey({ wallet, positionId, log }: { wallet: string; positionId: number; log: ChainEventLog }, orderIndex: number): string {
  return `${log.txHash}/${wallet}/${positionId}/${orderIndex}`;
}

function reasonOf(data: `0x${string}`): string {
  return revertReason(data, dcaVaultAbi).reason;
}
