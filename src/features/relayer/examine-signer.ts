import type { ExaminedChain } from '../../module/examination.ts';
import type { readIsSigner } from '../../platform/chain/contract-setup.ts';
import type { Address } from '../../values/address.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { formatAmount } from '../../values/format-amount.ts';

/**
 * Checks whether the relayer contract of a chain accepts this node's signer. The signer needs no balance, because wallets send the
 * transactions that it signs.
 * @param address null when this node has no key for the chain
 */
export async function examineSigner(
  { chain, coin, relayer }: Pick<ExaminedChain, 'chain' | 'coin' | 'relayer'>,
  address: Address | null,
  isSignerOf: typeof readIsSigner,
): Promise<Finding> {
  const { chainId } = chain;
  const check = `chain ${chainId} signer`;
  if (address === null && relayer === null) return ok(check, 'no signer is set, and no relayer needs one');
  if (relayer === null) return ok(check, `${address}, which is not used: no relayer is known; RELAYER_ADDRESSES can name one`);
  if (address === null) return wrong(check, noSignerKey(chainId, relayer));
  return looked(check, 'Try again.', async () => {
    const trouble = await signerTrouble({ chain, relayer }, address, isSignerOf);
    if (trouble !== null) return wrong(check, trouble);
    const balance = await chain.getBalance(address);
    return ok(check, `${address} has ${formatAmount(balance, coin.decimals)} ${coin.symbol}, and needs none`);
  });
}

export function noSignerKey(chainId: number, relayer: Address): string {
  return `No signer key is set, so nothing is signed for the relayer ${relayer}. Set SIGNER_KEY_${chainId} or SIGNER_KEY.`;
}

/**
 * Returns a text that explains why a relayer contract does not accept a signer's signatures, and what to do; null when it accepts them.
 * @throws RetryableError when the contract cannot be read
 */
export async function signerTrouble(
  { chain, relayer }: { readonly chain: ExaminedChain['chain']; readonly relayer: Address },
  address: Address,
  isSignerOf: typeof readIsSigner,
): Promise<string | null> {
  const isSigner = await isSignerOf(chain, relayer, address);
  if (isSigner === null) return `The contract at ${relayer} is not a relayer. Correct RELAYER_ADDRESSES, or the Network record.`;
  return isSigner ? null : `The relayer ${relayer} does not accept the signer ${address}. Allow it there, or correct SIGNER_KEY.`;
}
