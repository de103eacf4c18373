import type { ProductContract } from '../../contracts/load-artifact.ts';
import type { Managed } from '../../deployment/admin/change-steps.ts';
import { type ContractState, readContract } from '../../deployment/product/read-contract.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OpenContracts } from './open-contracts.ts';
import { namedContracts } from './read-status.ts';

export type KnownContract = Extract<ContractState, { readonly buildHash: unknown }>;

/**
 * Reads the contracts of a chain to which an admin's changes apply.
 * @param names names of the contracts; null: all that the Network record or the settings contain
 * @throws TerminalError `no-contracts` when there is none, `contract-unknown` when one cannot be administered by this version
 */
export async function managedContracts(
  open: OpenContracts,
  names: readonly ProductContract[],
): Promise<readonly { readonly contract: KnownContract; readonly managed: Managed }[]> {
  const named = namedContracts(open).filter(({ name }) => names.includes(name));
  if (named.length === 0) {
    const message =
      `Neither the Network record of chain ${open.network.id} nor the settings name one of these contracts: ${names.join(', ')}. ` +
      `Deploy them with coxswain contracts deploy --chain ${open.network.id}.`;
    throw new TerminalError({ code: 'no-contracts', message });
  }
  const nobody = { executors: [], routers: [], signers: [] };
  const contracts = [];
  for (const each of named) {
    const contract = await open.chain.onOneEndpoint((reads) => readContract(reads, each, nobody));
    const { name, address } = contract;
    if (contract.code === 'none' || contract.code === 'older' || contract.admin === null) {
      const message = `${name} at ${address} is not a contract that this version can administer. See coxswain contracts status --chain ${open.network.id}.`;
      throw new TerminalError({ code: 'contract-unknown', message });
    }
    contracts.push({ contract, managed: { name, address, admin: contract.admin } });
  }
  return contracts;
}
