import { chargeShares, type GasShare } from '../../market/gas/charge-shares.ts';
import type { PriceGas } from '../../market/gas/create-price-gas.ts';
import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { SealedTrades, TradeItem } from '../../values/autopilot/trade-batch.ts';
import type { BatchOutcome } from '../../values/batch.ts';
import type { TradeRepository } from './trade-repository.ts';

/**
 * Checks that the transaction of a batch of trades is still mined, and charges each trade its share of the gas. The call can be repeated.
 * Each agent reads the result of its own trade (`createRecordTrade`). Returns false when the chain does not have the transaction, or no
 * longer has it.
 */
export type SettleTrades = (chainId: number, batch: SealedTrades, outcome: BatchOutcome) => Promise<boolean>;

export function createSettleTrades(deps: {
  vaultAt: (chainId: number, address: Address) => Pick<AutopilotVault, 'eventsOf'>;
  gas: Pick<GasRules, 'settle'>;
  priceGas: PriceGas;
  trades: Pick<TradeRepository, 'noteGas'>;
}): SettleTrades {
  const { vaultAt, gas, priceGas, trades } = deps;
  return async (chainId, { vault, items }, { outcome, txHash }) => {
    const mined = txHash === null ? null : await vaultAt(chainId, vault).eventsOf(txHash);
    if (outcome === 'mined' && txHash !== null && mined === null) return false;
    const feeWei = txHash === null ? 0n : (mined?.feeWei ?? null);
    const costs = await chargeShares(gas, { chainId, feeWei }, items.map(shareOf));
    if (mined === null) return true;
    await Promise.all(
      items.map(async ({ itemKey }, at) => {
        const paid = await priceGas({ chainId, wei: costs[at] ?? null, blockTimeSec: mined.timeSec });
        if (paid !== undefined) await trades.noteGas(itemKey, paid);
      }),
    );
    return true;
  };
}

/** Returns the share of a batch's gas cost that a trade pays. The shares are proportional to the gas limits of the batch's trades. */
function shareOf({ wallet, itemKey, trade }: TradeItem): GasShare {
  return { wallet, key: itemKey, share: BigInt(trade.gasLimit) + 1n };
}
