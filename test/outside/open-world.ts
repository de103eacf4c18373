import { join } from 'node:path';
import * as v from 'valibot';
import { openStoreAt } from '../../src/app/open-store.ts';
import { setChainTime } from '../../src/devnet/guard/chain-time.ts';
import { createJsonRpc, type JsonRpc } from '../../src/devnet/guard/json-rpc.ts';
import type { Devnet } from '../../src/devnet/start-devnet.ts';
import { registerDevnet } from '../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../src/market/networks/create-networks.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import type { RollupKind } from '../../src/platform/chain/chain.ts';
import { startTestDevnet, wallClock } from '../support/devnet.ts';
import { freePort } from '../support/free-port.ts';
import { type Service, spawnService } from '../support/spawn-service.ts';
import type { BreakageName } from './breakages.ts';
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts';
import type { Mode } from './modes/mode.ts';

/** A test world: one chain behind two RPC endpoints, and a service that accesses the chain only through these endpoints. */
export type OutsideWorld = AsyncDisposable & {
  readonly devnet: Devnet;
  readonly rpc: JsonRpc;
  readonly endpoints: readonly [ChaosProxy, ChaosProxy];
  readonly service: Service;
  readonly storeUrl: string;
  /** Returns the virtual time of the service. */
  nowMs(): number;
  /** Advances the chain and the service, mines pending transactions, and waits until the service is idle. */
  moveTo(ms: number, mine: boolean): Promise<void>;
};

export const CONFIRMATIONS = 3;
const CONTROL_TIMEOUT_MS = 20_000;
/**
 * Maximum real time in milliseconds that the test waits for an idle service. A service that waits for a hanging endpoint never becomes
 * idle, so the test then continues.
 */
const LONGEST_REST_MS = 3_000;
const LOOK_EVERY_MS = 4;
/** Number of consecutive checks without activity after which the service counts as idle. */
const QUIET_LOOKS = 2;

const pausingSchema = v.object({ pausing: v.number() });
const statsSchema = v.object({
  data: v.looseObject({
    effectsRunning: v.number(),
    asksOutstanding: v.number(),
    commitsOutstanding: v.number(),
    lastTickAtMs: v.number(),
  }),
});

/** The kind of the simulated chain, and how it produces blocks. */
export type ChainShape = {
  readonly kind?: Mode;
  /** Kind of rollup that the chain's Network record contains. */
  readonly rollup?: RollupKind;
  /** Number of blocks that are mined at each step, and seconds between their timestamps. */
  readonly blocksAtOnce: number;
  readonly blockSec: number;
  /** Number of confirmations that the chain's Network record requires; default three. */
  readonly confirmations?: number;
};

/** The default chain: at each step it mines as many blocks as confirmations are required, a second apart. */
const USUAL_SHAPE: ChainShape = { blocksAtOnce: CONFIRMATIONS, blockSec: 1 };

export async function openOutsideWorld(folder: string, seed: number, broken?: BreakageName, shape = USUAL_SHAPE): Promise<OutsideWorld> {
  await using closing = new AsyncDisposableStack();
  const devnet = closing.use(await startTestDevnet({ dataDir: join(folder, 'chain') }));
  const rpc = createJsonRpc(devnet.rpcUrl);
  const endpoints = [
    await startChaosProxy(devnet.rpcUrl, seed, shape.kind),
    await startChaosProxy(devnet.rpcUrl, seed + 1, shape.kind),
  ] as const;
  for (const endpoint of endpoints) closing.defer(endpoint.stop);
  const dataDir = join(folder, 'service');
  const storeUrl = `sqlite:${join(dataDir, 'coxswain.db')}`;
  await writeRecords(storeUrl, devnet, shape);
  const controlPort = await freePort();
  const startMs = Math.ceil(wallClock.now() / 60_000) * 60_000;
  let shownMs = startMs;
  let shownAtMs = performance.now();
  const service = closing.use(
    await spawnService({
      entry: 'test/outside/service.ts',
      env: {
        ...{ DATA_DIR: dataDir, DEVNET: '0', RPC_31337: endpoints.map(({ url }) => url).join(','), LOG_LEVEL: 'warn' },
        ...{ OUTSIDE_CONTROL_PORT: String(controlPort), OUTSIDE_START_MS: String(startMs), OUTSIDE_BROKEN: broken ?? '' },
        // The price source gets a URL on this machine at which nothing listens, because the test must send no request to other machines.
        // The refused connection looks like an unavailable source.
        ...{ COINGECKO_URL: 'http://127.0.0.1:9/', DEFILLAMA_URL: 'http://127.0.0.1:9/', GOPLUS_URL: 'http://127.0.0.1:9/' },
      },
    }),
  );

  const control = (path: string) => fetch(`http://127.0.0.1:${controlPort}${path}`, { signal: AbortSignal.timeout(CONTROL_TIMEOUT_MS) });

  async function isQuiet(): Promise<boolean> {
    if (endpoints.some(({ inFlight }) => inFlight() > 0)) return false;
    const [stats, paused] = await Promise.all([
      fetch(`${service.url}/debug-stats`, { signal: AbortSignal.timeout(CONTROL_TIMEOUT_MS) }).then((reply) => reply.json()),
      control('/').then((reply) => reply.json()),
    ]);
    const { data } = v.parse(statsSchema, stats);
    const { pausing } = v.parse(pausingSchema, paused);
    return data.effectsRunning - pausing + data.asksOutstanding + data.commitsOutstanding === 0;
  }

  async function rest(): Promise<void> {
    const untilMs = performance.now() + LONGEST_REST_MS;
    for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < untilMs; ) {
      quiet = (await isQuiet()) ? quiet + 1 : 0;
      await Bun.sleep(LOOK_EVERY_MS);
    }
  }

  const disposing = closing.move();
  return {
    ...{ devnet, rpc, endpoints, service, storeUrl },
    nowMs: () => Math.floor(shownMs + performance.now() - shownAtMs),
    async moveTo(ms, mine) {
      await setChainTime(rpc, ms / 1_000);
      if (mine) await rpc('anvil_mine', [shape.blocksAtOnce, shape.blockSec]);
      await control(`/to?ms=${ms}`);
      [shownMs, shownAtMs] = [ms, performance.now()];
      await rest();
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

/**
 * Writes the chain's Network record and tokens. The service knows the chain only by its endpoints, so it does not write the devnet's
 * contracts itself. The number of confirmations is that of a real chain.
 */
async function writeRecords(storeUrl: string, { deployment, rpcUrl }: Devnet, shape: ChainShape): Promise<void> {
  const store = await openStoreAt(storeUrl, wallClock);
  try {
    const networks = createNetworks({ records: store.records, settings: { rpcUrls: {}, contracts: noContracts } });
    await registerDevnet({ networks, tokens: createTokens({ records: store.records, clock: wallClock }) }, deployment, { rpcUrl });
    const network = await networks.requireShown(deployment.chainId);
    const { nodeUrls: _, ...stored } = network;
    const { confirmations = CONFIRMATIONS, rollup = 'none' } = shape;
    await networks.put({ ...stored, confirmations, rollup, blocksOnDemand: false });
  } finally {
    await store.close();
  }
}

const noContracts = { relayer: {}, dcaVault: {}, autopilotVault: {} };
