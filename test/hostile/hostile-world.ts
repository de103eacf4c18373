import * as v from 'valibot';
import { connectDevnet } from '../../src/devnet/connect-devnet.ts';
import { type ChainWriter, createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import type { Deployment } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { setChainTime } from '../../src/devnet/guard/chain-time.ts';
import { freePort } from '../support/free-port.ts';
import { type Service, spawnService } from '../support/spawn-service.ts';
import { waitFor } from '../support/wait-for.ts';
import type { BreakageName } from './breakages.ts';

export const CHAIN_ID = 31_337;
/** The token with which this harness accesses the service's operator routes. */
export const OPERATOR_TOKEN = 'operator-of-the-hostile-harness';
const MINUTE_MS = 60_000;
/** Milliseconds after the start of a virtual minute to which the clock is set. Ticks of real timers are also slightly late. */
const INTO_MINUTE_MS = 50;
const CALL_TIMEOUT_MS = 30_000;
const SETTLED_WITHIN_MS = 5_000;

export type Reply = { readonly status: number; readonly data: unknown; readonly bytes: number; readonly text: string };

/** The real service in its own process, on a virtual clock that the harness advances minute by minute. */
export type HostileWorld = AsyncDisposable & {
  readonly service: Service;
  /** The local chain of the service; null when it runs without a devnet. */
  readonly chain: { readonly rpcUrl: string; readonly deployment: Deployment; readonly writer: ChainWriter } | null;
  nowMs(): Promise<number>;
  /** Advances the service and its chain to the start of the next virtual minute, which starts the service's ticks. */
  nextMinute(): Promise<void>;
  /** Advances the clock of the service only. The service must have no chain in this case. */
  advance(byMs: number): Promise<void>;
  /** Ends the deliberate fault of the service, for faults that can be ended while the service runs. */
  fix(): Promise<void>;
  /**
   * Waits until a condition becomes true through the effects of the current tick.
   * @throws when the condition does not become true within the time limit
   */
  settled(isSo: () => Promise<boolean>, what?: string): Promise<boolean>;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
};

/** The running test worlds; each consists of a service and its chain. */
const worlds = new Set<AsyncDisposable>();

/** Ends every started service with its chain and files, when the run is interrupted. */
export async function endWorlds(): Promise<void> {
  await Promise.all([...worlds].map((world) => world[Symbol.asyncDispose]()));
}

const nowSchema = v.object({ nowMs: v.number() });

export async function startHostileWorld(env: Record<string, string> = {}, broken?: BreakageName): Promise<HostileWorld> {
  const controlPort = await freePort();
  const service = await spawnService({
    entry: 'test/hostile/service.ts',
    chain: 'copied',
    until: 'ready',
    env: {
      ...{ DEVNET_PORT: '0', LOG_LEVEL: 'warn', OPERATOR_TOKEN, HOSTILE_CONTROL_PORT: String(controlPort) },
      ...(broken === undefined ? {} : { HOSTILE_BROKEN: broken }),
      ...env,
    },
  });
  worlds.add(service);
  const control = async (path: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    return v.parse(nowSchema, await answer.json()).nowMs;
  };
  const chain = env.DEVNET === '0' ? null : chainOf(service.dataDir);
  const nowMs = () => control('/now');

  return {
    service,
    chain,
    nowMs,
    async nextMinute() {
      const nextMs = (Math.floor((await nowMs()) / MINUTE_MS) + 1) * MINUTE_MS + INTO_MINUTE_MS;
      if (chain !== null) {
        await setChainTime(chain.writer.rpc, nextMs / 1_000);
        await chain.writer.rpc('evm_mine');
      }
      await control(`/to?ms=${nextMs}`);
    },
    async advance(byMs) {
      await control(`/to?ms=${(await nowMs()) + byMs}`);
    },
    async fix() {
      await control('/mend');
    },
    async settled(isSo, what = 'what a tick leads to') {
      await waitFor(isSo, { what, timeoutMs: SETTLED_WITHIN_MS, everyMs: 100 });
      return true;
    },
    async call(method, path, body, headers = {}) {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...given };
      const response = await fetch(`${service.url}${path}`, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
      const text = await response.text();
      return { status: response.status, data: dataIn(text), bytes: text.length, text };
    },
    async [Symbol.asyncDispose]() {
      worlds.delete(service);
      await service[Symbol.asyncDispose]();
    },
  };
}

function chainOf(dataDir: string): HostileWorld['chain'] {
  const { rpcUrl, deployment } = connectDevnet(dataDir);
  return { rpcUrl, deployment, writer: createChainWriter(rpcUrl, devnetAccounts.deployer.address) };
}

/** Returns the `data` of a reply in the envelope; undefined for any other reply, such as a stream. */
function dataIn(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  return v.parse(v.looseObject({ data: v.optional(v.unknown()) }), JSON.parse(text)).data;
}
