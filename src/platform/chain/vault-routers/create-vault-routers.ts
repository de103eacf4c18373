import type { Address } from '../../../values/address.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import type { Chain } from '../chain.ts';

/** Whether a vault permits calls of a contract (`isTarget`), and whether it permits token approvals for that contract (`isSpender`). */
export type RouterPermission = { readonly isTarget: boolean; readonly isSpender: boolean };

/**
 * Reads which routers a vault permits (its allow-list). Both kinds of vaults (DCA and Autopilot) have the same functions for this list.
 * Throws the errors of `ChainReads`.
 */
export type VaultRouters = {
  permissions(chainId: number, vault: Address, routers: readonly Address[]): Promise<readonly RouterPermission[]>;
};

export function createVaultRouters(deps: { chainOf: (chainId: number) => Pick<Chain, 'readContracts'> }): VaultRouters {
  return { permissions: (chainId, vault, routers) => readRouterPermissions(deps.chainOf(chainId), vault, routers) };
}

/**
 * Reads for each router whether the vault permits calls of it and token approvals for it, in the order of `routers`. Throws the errors of
 * `ChainReads`.
 */
export async function readRouterPermissions(
  chain: Pick<Chain, 'readContracts'>,
  vault: Address,
  routers: readonly Address[],
): Promise<readonly RouterPermission[]> {
  const calls = routers.flatMap((router) =>
    (['isTargetAllowed', 'isSpenderAllowed'] as const).map((functionName) => ({
      ...{ address: vault, abi: dcaVaultAbi, functionName },
      args: [router] as const,
    })),
  );
  const answers = await chain.readContracts(calls);
  const isAllowed = (index: number): boolean => {
    const answer = answers[index];
    if (answer?.status === 'failure') throw answer.error;
    return answer?.result === true;
  };
  return routers.map((_, at) => ({ isTarget: isAllowed(2 * at), isSpender: isAllowed(2 * at + 1) }));
}
