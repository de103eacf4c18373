import { concatHex, encodeDeployData, getContractAddress, type Hex, keccak256, stringToHex } from 'viem';
import { contractVersion, type ProductArtifact } from './load-artifact.ts';

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy). It has this address and this code on nearly
 * every chain. It creates a contract with CREATE2 from its calldata: 32 bytes of salt, then the creation code.
 */
export const deterministicDeployer = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  /**
   * Signed transaction that deploys the proxy on a chain without it, once the account `sender` has `wei`. The signature is constructed, so
   * nobody has the key of `sender`.
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
  /** Creation code, followed by the encoded constructor arguments. */
  readonly initCode: Hex;
  /** Calldata for the deterministic deployer. */
  readonly data: Hex;
};

/**
 * Computes the deployment of a contract and its address, which is the same on every chain for the same brand, admin and build, whoever
 * sends the deployment.
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
