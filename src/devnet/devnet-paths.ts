import { join } from 'node:path';

/** The paths of the devnet's files, which are below the service's data folder. */
export type DevnetPaths = {
  readonly folder: string;
  /** File with the state of the whole chain, compressed with gzip and replaced atomically. */
  readonly stateFile: string;
  /** File with the contract addresses. It is written once, after the first state was saved. */
  readonly deploymentFile: string;
  /** File with the ids of the processes that currently run the chain. */
  readonly processFile: string;
};

export function devnetPaths(dataDir: string): DevnetPaths {
  const folder = join(dataDir, 'devnet');
  return {
    folder,
    stateFile: join(folder, 'chain-state.gz'),
    deploymentFile: join(folder, 'deployment.json'),
    processFile: join(folder, 'process.json'),
  };
}
