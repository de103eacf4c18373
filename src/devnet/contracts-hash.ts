import { concatHex, keccak256, stringToHex } from 'viem';
import { loadArtifact } from './load-artifact.ts';

/** All of our own contracts that the devnet deploys. */
const DEPLOYED = [
  'AutopilotVault',
  'DcaVault',
  'DeploymentMarker',
  'FeeToken',
  'Multicall3',
  'Relayer',
  'Rocket',
  'RocketStaking',
  'TestToken',
  'UsdtLikeToken',
  'V4PoolOperator',
  'V4SwapRouter',
  'Weth9',
] as const;

/**
 * Computes a hash of all contracts that this version would deploy. A different hash shows that a saved chain was made with other contracts.
 * @param brand part of the Relayer's EIP-712 domain
 */
export function currentContractsHash(brand: string): `0x${string}` {
  return keccak256(concatHex([stringToHex(brand), ...DEPLOYED.map((name) => keccak256(loadArtifact(name).bytecode))]));
}
