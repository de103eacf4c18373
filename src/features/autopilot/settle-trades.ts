import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { SealedTrades, TradeItem } from '../../values/autopilot/trade-batch.ts';
import type { BatchOutcome } from '../../values/batch.ts';

/**
 * Checks that a batch's transaction is still mined, and charges each trade its share of the gas. May be repeated. Each agent reads its own
 * trade's result (`createRecordTrade`). False when the chain does not have the transaction (or no longer has it).
 */
export type SettleTrades = (chainId: number, batch: SealedTrades, outcome: BatchOutcome) => Promise<boolean>;

export function createSettleTrades(deps: {
  vaultAt: (chainId: number, address: Address) => Pick<AutopilotVault, 'eventsOf'>;
  gas: Pick<GasRules, 'settle'>;
}): SettleTrades {
  const { vaultAt, gas } = deps;
  return async (chainId, { vault, items }, { outcome, txHash }) => {
    const mined = txHash === null ? null : await vaultAt(chainId, vault).eventsOf(txHash);
    if (outcome === 'mined' && txHash !== null && mined === null) return false;
    await charge(chainId, items, txHash === null ? 0n : (mined?.feeWei ?? null));
    return true;
  };

  /** Divides the transaction's gas cost among its trades by their gas limits. */
  async function charge(chainId: number, items: readonly TradeItem[], feeWei: bigint | null): Promise<void> {
    const all = items.reduce((sum, item) => sum + shareOf(item), 0n);
    const ended = await Promise.allSettled(
      items.map((item) => {
        const wei = feeWei === null ? null : (feeWei * shareOf(item)) / all;
        return gas.settle({ chainId, wallet: item.wallet, key: item.itemKey, wei });
      }),
    );
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }
}

function shareOf({ trade }: TradeItem): bigint {
  return BigInt(trade.gasLimit) + 1n;
}
