import { concatHex, encodeDeployData, getContractAddress, type Hex, keccak256, stringToHex } from 'viem';
import { contractVersion, type ProductArtifact } from './load-artifact.ts';

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy). It has the same address and code on nearly every
 * chain. It creates a contract with CREATE2 from its calldata: 32 bytes of salt, followed by the creation code.
 */
export const deterministicDeployer = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  /**
   * Signed transaction that deploys the proxy on a chain where it is missing. Before it is sent, the account `sender` must own `wei` of the
   * chain's coin. The signature was chosen and not made with a key, so nobody has the private key of `sender`.
   */
  transaction:
    '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
  sender: '0x3fab184622dc19b6109349b94811493bf2a45362',
  wei: 10_000_000_000_000_000n,
} as const;

export type DeterministicDeployment = {
  readonly address: Hex;
  readonly salt: Hex;
  readonly constructorArgs: readonly unknown[];
  /** The contract's creation code, followed by its encoded constructor arguments. */
  readonly initCode: Hex;
  /** Calldata of the call to the deterministic deployment proxy that creates the contract. */
  readonly data: Hex;
};

/**
 * Computes the deployment of a contract and its address. The address depends only on the brand, the admin and the build. It is the same on
 * every chain, whoever sends the deployment.
 * @param brand `SERVICE_BRAND`
 */
export function deterministicDeployment(deps: {
  readonly artifact: ProductArtifact;
  readonly brand: string;
  readonly admin: Hex;
}): DeterministicDeployment {
  const { artifact, brand, admin } = deps;
  const { abi, bytecode, buildHash, contractName } = artifact;
  const salt = keccak256(stringToHex(`${brand}/${contractName}/${contractVersion}`));
  const constructorArgs = contractName === 'Relayer' ? [brand, admin, buildHash] : [admin, buildHash];
  const initCode = encodeDeployData({ abi, bytecode, args: constructorArgs });
  const address = getContractAddress({ opcode: 'CREATE2', from: deterministicDeployer.address, salt, bytecode: initCode });
  return { address, salt, constructorArgs, initCode, data: concatHex([salt, initCode]) };
}
