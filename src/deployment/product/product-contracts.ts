import { deterministicDeployment } from '../../contracts/deterministic-deployment.ts';
import { loadProductArtifact, type ProductContract as ProductName, productContracts } from '../../contracts/load-artifact.ts';
import type { Hex } from '../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../values/address.ts';

export type ProductContract = {
  readonly name: ProductName;
  readonly address: Address;
  /** The on-chain code of the contract after its deployment, in lowercase. */
  readonly code: Hex;
  readonly buildHash: Hex;
  /** Calldata for the deterministic deployer. */
  readonly data: Hex;
};

/** Returns this version's contracts for a brand and an admin. Both determine the contracts' addresses on every chain. */
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
