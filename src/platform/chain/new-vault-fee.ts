import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { chainWithinTime } from '../loop/within-time.ts';
import { dcaVaultAbi as abi } from './abi/dca-vault.generated.ts';
import type { Chain } from './chain.ts';

type Reads = Pick<Chain, 'chainId' | 'readContracts'>;

/** Time limit in ms of the read where the rest of a reply is useful without it. */
const FEE_WITHIN_MS = 3_000;

/**
 * Reads the fee of a position or an agent that is made in a vault now, in hundredths of a percent of what it spends. Both vaults have the
 * same function; one of an older version lacks it, and takes no fee.
 */
export async function newVaultFee(chain: Reads, address: Address): Promise<number> {
  const [answer] = await chain.readContracts([{ address, abi, functionName: 'feeBps' } as const]);
  return answer.status === 'success' ? answer.result : 0;
}

/** The same; null without a vault, and when it cannot be read in three seconds. */
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
