import { concatHex, keccak256, stringToHex } from 'viem';
import { loadArtifact } from './load-artifact.ts';

/** Every contract of ours that the devnet deploys. */
const DEPLOYED = [
  'AutopilotVault',
  'DcaVault',
  'DeploymentMarker',
  'FeeToken',
  'Multicall3',
  'Relayer',
  'TestToken',
  'UsdtLikeToken',
  'V4PoolOperator',
  'V4SwapRouter',
  'Weth9',
] as const;

/**
 * Hash of everything that this version of the program would deploy: a chain that was made with anything else is noticed by it.
 * @param brand stands in the Relayer's EIP-712 domain
 */
export function currentContractsHash(brand: string): `0x${string}` {
  return keccak256(concatHex([stringToHex(brand), ...DEPLOYED.map((name) => keccak256(loadArtifact(name).bytecode))]));
}
