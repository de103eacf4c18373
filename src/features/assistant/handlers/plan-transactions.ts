import type { Token } from '../../../market/tokens/token.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, isAddress, parseAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';

/** Builds the transactions that open a plan of purchases: the approval of its whole budget, and the deposit into the vault. */
export function planTransactions(
  calls: Pick<WalletCalls, 'approve' | 'createPosition'>,
  plan: {
    readonly from: Token;
    readonly to: Token;
    readonly vault: Address;
    readonly wallet: Address;
    readonly total: bigint;
    readonly orders: number;
    readonly window: number;
  },
): Unsigned[] {
  const { from, to, vault, wallet, total, orders, window } = plan;
  if (!isAddress(from.address) || !isAddress(to.address)) return [];
  const common = { chainId: from.chainId, from: wallet, value: '0' };
  const amount = `${formatAmount(total, from.decimals)} ${from.symbol}`;
  return [
    { ...common, to: from.address, data: calls.approve(vault, total), description: `Allow the DCA vault to take ${amount}` },
    {
      ...{ ...common, to: vault, description: `Deposit ${amount} and open the position` },
      data: calls.createPosition({
        ...{ fromToken: parseAddress(from.address), toToken: parseAddress(to.address), amount: total, frequency: orders },
        ...{ intervalSec: window, isAutoBuy: true, autoClaim: false },
      }),
    },
  ];
}
