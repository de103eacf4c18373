import type { ExaminedChain } from '../../module/examination.ts';
import type { Address } from '../../values/address.ts';
import { type Finding, looked, ok } from '../../values/finding.ts';
import { formatAmount } from '../../values/format-amount.ts';

/** Checks the relayer's signer on a chain. It signs transactions that others send, and needs no balance. */
export function examineSigner({ chain, coin }: ExaminedChain, address: Address): Promise<Finding> {
  const check = `chain ${chain.chainId} signer`;
  return looked(check, 'Try again.', async () => {
    const balance = await chain.getBalance(address);
    return ok(check, `${address} has ${formatAmount(balance, coin.decimals)} ${coin.symbol}, and needs none`);
  });
}
