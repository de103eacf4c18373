import { deterministicDeployment } from '../../contracts/deterministic-deployment.ts';
import { loadProductArtifact, type ProductContract as ProductName, productContracts } from '../../contracts/load-artifact.ts';
import type { Hex } from '../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../values/address.ts';

export type ProductContract = {
  readonly name: ProductName;
  readonly address: Address;
  /** The code of the contract on chain after its deployment, as lowercase hex. */
  readonly code: Hex;
  readonly buildHash: Hex;
  /** Calldata of the call to the deterministic deployer that creates the contract. */
  readonly data: Hex;
};

/**
 * Returns the contracts of this version for a brand and an admin. The brand and the admin determine the contracts' addresses on every
 * chain.
 */
export function productOf(owner: { readonly brand: string; readonly admin: Address }): readonly ProductContract[] {
  return productContracts.map((name) => {
    const artifact = loadProductArtifact(name);
    const { address, data } = deterministicDeployment({ artifact, ...owner });
    return { name, address: parseAddress(address), code: lowercase(artifact.deployedBytecode), buildHash: artifact.buildHash, data };
  });
}

function lowercase(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}
