import { encodeFunctionData, type Hex } from 'viem';
import { deterministicDeployer, deterministicDeployment } from '../../contracts/deterministic-deployment.ts';
import { loadProductArtifact, type ProductContract } from '../../contracts/load-artifact.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { devnetAccounts } from '../devnet-accounts.ts';
import { DevnetError } from '../devnet-error.ts';
import type { ChainWriter } from './chain-writer.ts';

/** A call to a contract that its admin makes: function name and arguments. */
export type AdminCall = { readonly functionName: string; readonly args: readonly unknown[] };

/**
 * Deploys a contract of the product in the same way as operators do. It gets the address that they would get if the devnet's deployer were
 * their admin.
 */
export async function deployProduct(writer: ChainWriter, contractName: ProductContract, brand: string): Promise<Address> {
  const { deployer } = devnetAccounts;
  const deployerAddress = parseAddress(deterministicDeployer.address);
  const codeAt = async (address: Address) => await writer.rpc('eth_getCode', [address, 'latest']);
  if ((await codeAt(deployerAddress)) === '0x') await writer.rpc('anvil_setCode', [deployerAddress, deterministicDeployer.code]);
  const artifact = loadProductArtifact(contractName);
  const deployment = deterministicDeployment({ artifact, brand, admin: deployer.address });
  const what = `The deployment of ${contractName}`;
  await writer.sendData({ from: deployer.address, to: deployerAddress, data: deployment.data, what });
  const address = parseAddress(deployment.address);
  if ((await codeAt(address)) !== artifact.deployedBytecode) {
    throw new DevnetError('devnet-start-failed', `${what} left other code at ${address}.`);
  }
  return address;
}

/**
 * Makes the admin's calls that set a contract up, and opens the contract to wallets. On the devnet, changes take effect without a delay.
 */
export async function openProduct(
  writer: ChainWriter,
  contractName: Exclude<ProductContract, 'V4SwapRouter'>,
  contract: Address,
  calls: readonly AdminCall[],
): Promise<void> {
  const { abi } = loadProductArtifact(contractName);
  const encoded = [...calls, { functionName: 'open', args: [0] }].map((call): Hex => encodeFunctionData({ abi, ...call }));
  await writer.send({ from: devnetAccounts.deployer.address, to: contract, abi, functionName: 'changeAll', args: [encoded] });
}

/** Deploys one of our vaults, gives the devnet's executor permission to trade in it, and allows the router that the caller passes. */
export async function deployVault(
  writer: ChainWriter,
  contractName: 'DcaVault' | 'AutopilotVault',
  { brand, router }: { readonly brand: string; readonly router: Address },
): Promise<Address> {
  const vault = await deployProduct(writer, contractName, brand);
  await openProduct(writer, contractName, vault, [
    { functionName: 'setExecutor', args: [devnetAccounts.executor.address, true] },
    { functionName: 'setTargetAllowed', args: [router, true] },
    { functionName: 'setSpenderAllowed', args: [router, true] },
  ]);
  return vault;
}
