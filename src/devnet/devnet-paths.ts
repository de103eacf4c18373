import { join } from 'node:path';

/** The devnet's files below the service's data folder. */
export type DevnetPaths = {
  readonly folder: string;
  /** State of the whole chain, gzip, replaced atomically. */
  readonly stateFile: string;
  /** Contract addresses; written once, after the first state was saved. */
  readonly deploymentFile: string;
  /** The processes that currently run the chain. */
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
