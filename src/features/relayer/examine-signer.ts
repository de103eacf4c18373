import type { ExaminedChain } from '../../module/examination.ts';
import type { readIsSigner } from '../../platform/chain/contract-setup.ts';
import type { Address } from '../../values/address.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { formatAmount } from '../../values/format-amount.ts';

/**
 * Checks the relayer's signer on a chain. It signs transactions that others send, so it needs no balance.
 * @param address null when this node has no key for the chain
 */
export async function examineSigner(
  { chain, coin, relayer }: Pick<ExaminedChain, 'chain' | 'coin' | 'relayer'>,
  address: Address | null,
  isSignerOf: typeof readIsSigner,
): Promise<Finding> {
  const { chainId } = chain;
  const check = `chain ${chainId} signer`;
  if (address === null && relayer === null) return ok(check, 'none, and no relayer that needs one');
  if (address === null)
    return wrong(check, `No signer key is set, so nothing is signed for the relayer ${relayer}. Set SIGNER_KEY_${chainId} or SIGNER_KEY.`);
  if (relayer === null) return ok(check, `${address}, which is not used: no relayer is known; RELAYER_ADDRESSES can name one`);
  return looked(check, 'Try again.', async () => {
    const isSigner = await isSignerOf(chain, relayer, address);
    if (isSigner === null)
      return wrong(check, `The contract at ${relayer} is not a relayer. Correct RELAYER_ADDRESSES, or the Network record.`);
    if (!isSigner)
      return wrong(check, `The relayer ${relayer} does not accept the signer ${address}. Allow it there, or correct SIGNER_KEY.`);
    const balance = await chain.getBalance(address);
    return ok(check, `${address} has ${formatAmount(balance, coin.decimals)} ${coin.symbol}, and needs none`);
  });
}
