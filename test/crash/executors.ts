import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { type DevnetAccount, devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { startDevnet } from '../../src/devnet/start-devnet.ts';
import { autopilotVaultAbi } from '../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../src/platform/chain/abi/dca-vault.generated.ts';
import { parseAddress } from '../../src/values/address.ts';
import { createDevnetLog, wallClock } from '../support/devnet.ts';

/** A second executor account in addition to that of the devnet. Its key is used only in this harness. */
const second: DevnetAccount = {
  address: parseAddress('0xb7cf38e4b36b03895e5580abe5b379e6739e8c4c'),
  privateKey: '0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c',
};

/** The executor accounts from which the service sends transactions. */
export const executors: readonly DevnetAccount[] = [devnetAccounts.executor, second];

/** The setting with which the service uses both executor accounts. */
export const EXECUTOR_SETTING = { EXECUTOR_KEY_31337: executors.map(({ privateKey }) => privateKey).join(',') };

/** Deploys the devnet, gives the second executor the permission to trade in both vaults, and gives it ether. */
export async function prepareExecutors(dataDir: string): Promise<void> {
  await using devnet = await startDevnet({ dataDir, port: 0, clock: wallClock, log: createDevnetLog() });
  const { rpcUrl, deployment } = devnet;
  const from = devnetAccounts.deployer.address;
  const writer = createChainWriter(rpcUrl, from);
  const { dcaVault, autopilotVault } = deployment.contracts;
  await writer.rpc('anvil_setBalance', [second.address, `0x${(10n ** 22n).toString(16)}`]);
  await writer.send({ from, to: dcaVault, abi: dcaVaultAbi, functionName: 'setExecutor', args: [second.address, true] });
  await writer.send({ from, to: autopilotVault, abi: autopilotVaultAbi, functionName: 'setExecutor', args: [second.address, true] });
}
