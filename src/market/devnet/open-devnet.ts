import { allowMoreRouters } from '../../devnet/deploy/allow-more-routers.ts';
import { DevnetError } from '../../devnet/devnet-error.ts';
import { type Devnet, startDevnet } from '../../devnet/start-devnet.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { registerDevnet } from './register-devnet.ts';

const USUAL_PORT = 8545;

/**
 * Starts the local chain (devnet) and writes its Network and Token records. Refuses when the stored records belong to another chain,
 * because positions of one chain must never be executed on another.
 * @throws DevnetError `devnet-mismatch`, and the errors of `startDevnet`; each message includes what to do
 */
export async function openDevnet(
  config: { readonly dataDir: string; readonly brand: string; readonly port: number | undefined },
  deps: { readonly networks: Networks; readonly tokens: Tokens; readonly clock: Clock; readonly log: Log },
): Promise<Devnet> {
  const { networks, tokens, clock, log } = deps;
  const devnet = await startDevnet({ dataDir: config.dataDir, port: config.port ?? USUAL_PORT, brand: config.brand, clock, log });
  const { deployment, rpcUrl } = devnet;
  const known = await networks.get(deployment.chainId);
  if (known?.deploymentId !== undefined && known.deploymentId !== deployment.deploymentId) {
    await devnet.stop();
    throw new DevnetError(
      'devnet-mismatch',
      `The data in ${config.dataDir} belongs to the devnet ${short(known.deploymentId)}, but the chain in its folder is the ` +
        `devnet ${short(deployment.deploymentId)}. Restore the previous ${config.dataDir}/devnet, or delete ${config.dataDir} to ` +
        'start with new data.',
    );
  }
  await allowMoreRouters(rpcUrl, deployment);
  await registerDevnet({ networks, tokens }, deployment, { rpcUrl });
  return devnet;
}

function short(id: string): string {
  return id.slice(0, 10);
}
