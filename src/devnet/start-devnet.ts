import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Clock } from '../values/clock.ts';
import { currentContractsHash } from './contracts-hash.ts';
import { createChainWriter } from './deploy/chain-writer.ts';
import { deployContracts, deployRest } from './deploy/deploy-contracts.ts';
import { seedMarket } from './deploy/seed-market.ts';
import { type Deployment, readContractsHash, readDeployment } from './deployment.ts';
import { devnetAccounts, devnetChainId, devnetMnemonic } from './devnet-accounts.ts';
import { DevnetError } from './devnet-error.ts';
import type { DevnetLog } from './devnet-log.ts';
import { type DevnetPaths, devnetPaths } from './devnet-paths.ts';
import { findAnvilBinary } from './guard/anvil-binary.ts';
import { setChainTime } from './guard/chain-time.ts';
import { endPredecessor } from './guard/end-predecessor.ts';
import { type GuardClient, startGuard } from './guard/guard-client.ts';
import { createJsonRpc, type JsonRpc } from './guard/json-rpc.ts';
import { markOf } from './guard/process-mark.ts';
import { writeAtomically } from './guard/write-atomically.ts';
import { loadArtifact } from './load-artifact.ts';
import { movePrice } from './move-price.ts';

export type DevnetOptions = {
  /** The data folder of the service; the devnet's files are in its subfolder `devnet/`. */
  readonly dataDir: string;
  /** Requested port of the local chain. If the requested port is in use, or is 0, a free port is used. */
  readonly port: number;
  /** Clock that determines the chain's time. The chain's time never goes back. */
  readonly clock: Clock;
  readonly log: DevnetLog;
  /** The setting `SERVICE_BRAND`, which is part of the Relayer's EIP-712 domain. When missing, the default brand is used. */
  readonly brand?: string;
  /**
   * Id of the chain, which is also stored with the service's data so that the data is never used with another chain. If missing, a random
   * id is chosen. The option is used only on the first start.
   */
  readonly deploymentId?: `0x${string}`;
};

export type Devnet = {
  readonly rpcUrl: string;
  readonly port: number;
  readonly deployment: Deployment;
  /** True on the first start in this data folder, when the contracts were just deployed. */
  readonly isNew: boolean;
  /** Ids of the guard's and Anvil's processes, for the start message and for tests that end the processes. */
  readonly processes: { readonly guard: number; readonly anvil: number };
  /** Mines one block. `timestampSeconds`, if present, is its timestamp (unix, after the latest block's). */
  mine(timestampSeconds?: number): Promise<void>;
  /** Sets the exact timestamp of the next block, no matter what causes it to be mined. The timestamp must be after the latest block's. */
  setNextBlockTimestamp(timestampSeconds: number): Promise<void>;
  /**
   * Sets the chain's clock, which then continues by itself. The clock is never set before the latest block.
   * @returns the time that was set
   */
  setTime(timestampSeconds: number): Promise<number>;
  /** Moves a token's price by real swaps (see `movePrice`). @returns the resulting price */
  movePrice(symbol: string, usd: string): Promise<string>;
  /** Saves the chain now. Independently of this call, the chain is saved about once per second while blocks are mined. */
  save(): Promise<void>;
  /** Saves the chain and ends Anvil. Further calls have no effect. */
  stop(): Promise<void>;
  /** Resolves when the guard process has ended, intentionally or not. */
  readonly exited: Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Seconds by which the genesis is dated back on the first start. The pools then have a price history of this length, enough for an average
 * over an hour.
 */
const HISTORY_SECONDS = 7_200;
const HOST = '127.0.0.1';
const DEFAULT_BRAND = 'Svc';

/**
 * Starts the local chain: deploys contracts and market on the first start, restores the saved chain later. When this process ends for
 * whatever reason, Anvil saves its state and ends within seconds.
 * @throws DevnetError each message explains what to do
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const paths = devnetPaths(options.dataDir);
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  const { previous, guard } = await takeFolder(options, paths);
  const rpcUrl = `http://${HOST}:${guard.port}`;
  const rpc = createJsonRpc(rpcUrl);
  try {
    const deployment = previous ?? (await deployAndSave(rpcUrl, rpc, guard, options, paths));
    if (previous !== undefined) await checkMarker(rpcUrl, previous, options.dataDir);
    return createHandle(rpcUrl, rpc, guard, deployment, previous === undefined);
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

/**
 * Number of attempts to take the data folder. A service that was killed during its start may have left a guard. That guard may take the
 * folder before this service does, and then ends by itself, so a further attempt succeeds.
 */
const CLAIM_ATTEMPTS = 3;

async function takeFolder(
  options: DevnetOptions,
  paths: DevnetPaths,
  attempt = 1,
): Promise<{ previous: Deployment | undefined; guard: GuardClient }> {
  await endPredecessor(paths, options.log);
  const previous = checkFiles(paths, options);
  try {
    return { previous, guard: await startGuardOn(options, paths) };
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'devnet-in-use') || attempt === CLAIM_ATTEMPTS) throw error;
    return await takeFolder(options, paths, attempt + 1);
  }
}

/**
 * Checks the saved files, and decides from them alone whether this is a first start. Returns the stored deployment, or undefined on a first
 * start.
 */
function checkFiles(paths: DevnetPaths, { dataDir, log, brand = DEFAULT_BRAND }: DevnetOptions): Deployment | undefined {
  const madeWith = readContractsHash(paths.deploymentFile);
  if (madeWith !== undefined && madeWith !== currentContractsHash(brand) && existsSync(paths.stateFile)) {
    throw new DevnetError(
      'devnet-contracts-changed',
      `The devnet in ${paths.folder} was created with other contracts than this version has, or for another SERVICE_BRAND. ` +
        `${reset(dataDir)}`,
    );
  }
  const deployment = readDeployment(paths.deploymentFile);
  const hasState = existsSync(paths.stateFile);
  if (deployment === undefined) {
    if (hasState) {
      // The file of the chain's state is written before the deployment file. A state file without a deployment file therefore means that
      // the first start was interrupted between the two, and that its chain was never used.
      const aside = `${paths.stateFile}.unfinished`;
      renameSync(paths.stateFile, aside);
      log.warn(`devnet: the first start was interrupted; its chain was moved to ${aside}`);
    }
    return undefined;
  }
  if (!hasState) {
    throw new DevnetError(
      'devnet-state-missing',
      `The devnet's chain (${paths.stateFile}) is missing, but data of that chain still exists. ${reset(dataDir)}`,
    );
  }
  return deployment;
}

const reset = (dataDir: string) => `To start over with a new chain, delete the folder ${dataDir}.`;

async function startGuardOn(options: DevnetOptions, paths: DevnetPaths): Promise<GuardClient> {
  const nowSeconds = Math.floor(options.clock.now() / 1000);
  try {
    return await startGuard(
      {
        binary: findAnvilBinary(),
        host: HOST,
        port: options.port,
        chainId: devnetChainId,
        mnemonic: devnetMnemonic,
        genesisTimestamp: nowSeconds - HISTORY_SECONDS,
        clockOffsetSeconds: nowSeconds - Math.floor(Date.now() / 1000),
        stateFile: paths.stateFile,
        processFile: paths.processFile,
        owner: markOf(process.pid),
      },
      options.log,
    );
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'devnet-state-damaged')) throw error;
    const aside = `${paths.stateFile}.damaged`;
    renameSync(paths.stateFile, aside);
    throw new DevnetError(
      'devnet-state-damaged',
      `The devnet's saved chain cannot be read (${error.message}). It was kept as ${aside}. ${reset(options.dataDir)}`,
      error,
    );
  }
}

async function deployAndSave(
  rpcUrl: string,
  rpc: JsonRpc,
  guard: GuardClient,
  options: DevnetOptions,
  paths: DevnetPaths,
): Promise<Deployment> {
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const deploymentId = options.deploymentId ?? (`0x${randomBytes(32).toString('hex')}` as const);
  const brand = options.brand ?? DEFAULT_BRAND;
  const deployed = await deployContracts(writer, { deploymentId, brand });
  const market = await seedMarket(writer, deployed);
  const rest = await deployRest(writer, deployed, brand);
  const deployment: Deployment = { ...deployed, ...market, contracts: { ...deployed.contracts, ...rest } };
  await setChainTime(rpc, options.clock.now() / 1000);
  await rpc('evm_mine');
  await guard.save();
  writeAtomically(paths.deploymentFile, `${JSON.stringify(deployment, null, 2)}\n`);
  return deployment;
}

/** Checks that the running chain is the chain of the deployment file. Another chain would answer requests with wrong data. */
async function checkMarker(rpcUrl: string, deployment: Deployment, dataDir: string): Promise<void> {
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const call = { to: deployment.contracts.marker, abi: loadArtifact('DeploymentMarker').abi, functionName: 'deploymentId' };
  const found = await writer.read(call).catch((error: unknown) => {
    throw new DevnetError('devnet-mismatch', mismatch(dataDir), error);
  });
  if (v.parse(v.string(), found) !== deployment.deploymentId) throw new DevnetError('devnet-mismatch', mismatch(dataDir));
}

const mismatch = (dataDir: string) => `The devnet's chain and its deployment file do not belong together. ${reset(dataDir)}`;

function createHandle(rpcUrl: string, rpc: JsonRpc, guard: GuardClient, deployment: Deployment, isNew: boolean): Devnet {
  return {
    rpcUrl,
    port: guard.port,
    deployment,
    isNew,
    processes: { guard: guard.guardPid, anvil: guard.anvilPid },
    async mine(timestampSeconds) {
      await rpc('evm_mine', timestampSeconds === undefined ? [] : [timestampSeconds]);
    },
    async setNextBlockTimestamp(timestampSeconds) {
      await rpc('evm_setNextBlockTimestamp', [timestampSeconds]);
    },
    setTime: (timestampSeconds) => setChainTime(rpc, timestampSeconds),
    movePrice: (symbol, usd) => movePrice(rpcUrl, deployment, symbol, usd),
    save: guard.save,
    stop: guard.stop,
    exited: guard.exited,
    [Symbol.asyncDispose]: guard.stop,
  };
}
