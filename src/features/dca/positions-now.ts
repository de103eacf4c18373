import type { DcaVault, VaultPosition } from '../../platform/chain/dca-vault/dca-vault.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';

/** What the vault itself says about a position now; a record follows the vault only once a minute. */
export type PositionNow = Pick<VaultPosition, 'status' | 'isAutoBuy'> & { readonly guard: VaultPosition['guard'] | null };

/** Reads positions of one wallet from their vault, in the order of the ids; null when the chain cannot be read in time. */
export type PositionsNow = (
  place: { readonly chainId: number; readonly vault: Address },
  wallet: Address,
  positionIds: readonly number[],
) => Promise<readonly PositionNow[] | null>;

const WITHIN_MS = 2_000;

export function createPositionsNow(vaultAt: (chainId: number, address: Address) => Pick<DcaVault, 'positions'>): PositionsNow {
  return async ({ chainId, vault }, wallet, positionIds) => {
    try {
      const reading = vaultAt(chainId, vault).positions(positionIds.map((positionId) => ({ wallet, positionId })));
      const read = await withinTime(reading, WITHIN_MS, () => null);
      return read === null ? null : read.positions.map(({ status, isAutoBuy, guard = null }) => ({ status, isAutoBuy, guard }));
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return null;
    }
  };
}
