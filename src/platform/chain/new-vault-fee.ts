import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { chainWithinTime } from '../loop/within-time.ts';
import { dcaVaultAbi as abi } from './abi/dca-vault.generated.ts';
import type { Chain } from './chain.ts';

type Reads = Pick<Chain, 'chainId' | 'readContracts'>;

/** Time limit in ms for reading a vault's fee. When the fee cannot be read in time, the caller continues without it. */
const FEE_WITHIN_MS = 3_000;

/**
 * Reads the fee of a newly created position or agent of a vault, in hundredths of a percent of the amount that it spends. Both kinds of
 * vaults (DCA and Autopilot) have the same function for the fee. A vault of an older version lacks the function and charges no fee.
 */
export async function newVaultFee(chain: Reads, address: Address): Promise<number> {
  const [answer] = await chain.readContracts([{ address, abi, functionName: 'feeBps' } as const]);
  return answer.status === 'success' ? answer.result : 0;
}

/**
 * Reads the fee of a newly created position or agent of a vault, in hundredths of a percent of the amount that it spends. Returns null when
 * there is no vault, or when the fee cannot be read within three seconds.
 */
export async function newVaultFeeOrNull(
  chainOf: (chainId: number) => Reads,
  chainId: number,
  vault: Address | null,
): Promise<number | null> {
  if (vault === null) return null;
  try {
    return await chainWithinTime(newVaultFee(chainOf(chainId), vault), FEE_WITHIN_MS, chainId);
  } catch (error) {
    if (error instanceof CoxswainError) return null;
    throw error;
  }
}
