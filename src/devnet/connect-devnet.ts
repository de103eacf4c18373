import { type Deployment, readDeployment } from './deployment.ts';
import { DevnetError } from './devnet-error.ts';
import { devnetPaths } from './devnet-paths.ts';
import { readProcessFile } from './guard/end-predecessor.ts';
import { isRunning } from './guard/process-mark.ts';
import { movePrice } from './move-price.ts';

/** A connection to a devnet that another process runs. */
export type DevnetConnection = {
  readonly rpcUrl: string;
  readonly deployment: Deployment;
  /** Changes the market price of a token by swaps; see `movePrice`. */
  movePrice(symbol: string, usd: string): Promise<string>;
};

/**
 * Connects to the devnet of a running service, which is found by its data folder. For operator commands.
 * @throws DevnetError `devnet-not-running`
 */
export function connectDevnet(dataDir: string): DevnetConnection {
  const paths = devnetPaths(dataDir);
  const deployment = readDeployment(paths.deploymentFile);
  const running = readProcessFile(paths.processFile);
  if (deployment === undefined || running === undefined || running.anvil === null || !isRunning(running.anvil)) {
    throw new DevnetError(
      'devnet-not-running',
      `No devnet runs in ${paths.folder}. Start the service first (npm start), or set DATA_DIR to its folder.`,
    );
  }
  const rpcUrl = `http://127.0.0.1:${running.port}`;
  return { rpcUrl, deployment, movePrice: (symbol, usd) => movePrice(rpcUrl, deployment, symbol, usd) };
}
