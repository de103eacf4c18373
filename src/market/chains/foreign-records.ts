import { DEVNET_CHAIN_ID, isEvmChain } from '../../values/chain-ids.ts';
import { type Finding, wrong } from '../../values/finding.ts';
import type { Networks } from '../networks/create-networks.ts';

/**
 * Finds chains that have data in the store although this node is not set up for them: a devnet's records on a node for real chains, or a
 * real chain's vaults on a node without an RPC endpoint for that chain. This node never executes the open orders and trades of these
 * chains.
 * @param runsDevnet whether the node runs the local devnet
 */
export async function foreignRecords(networks: Pick<Networks, 'list' | 'hasEndpoint'>, runsDevnet: boolean): Promise<readonly Finding[]> {
  const known = await networks.list();
  const isForRealChains = known.some(({ id }) => id !== DEVNET_CHAIN_ID && networks.hasEndpoint(id));
  const isDevnetOn = runsDevnet || networks.hasEndpoint(DEVNET_CHAIN_ID);
  return known.flatMap(({ id, deploymentId, contracts, nodeUrls }) => {
    const check = `chain ${id} records`;
    if (id === DEVNET_CHAIN_ID && deploymentId !== undefined && isForRealChains && !isDevnetOn) {
      const message =
        "The store has records of a local devnet, but this node runs for real chains, so the devnet's positions and agents are not executed. Give this " +
        'node a store of its own (DATA_DIR or MONGODB_URL), or set DEVNET=1 to run the devnet as well.';
      return wrong(check, message);
    }
    const vaults = [contracts.dcaVault, contracts.autopilotVault].filter((vault) => vault !== null);
    if (id === DEVNET_CHAIN_ID || !isEvmChain(id) || nodeUrls.length > 0 || vaults.length === 0) return [];
    const message =
      `The store names vaults of this chain (${vaults.join(', ')}), but this node has no endpoint of the chain, so positions and ` +
      `agents there are not executed. Set RPC_${id}, or use another store.`;
    return wrong(check, message);
  });
}
