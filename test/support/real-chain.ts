import { mnemonicToAccount } from 'viem/accounts';
import { findAnvilBinary } from '../../src/devnet/guard/anvil-binary.ts';
import { startAnvil } from '../../src/devnet/guard/anvil-process.ts';
import { createJsonRpc, type JsonRpc } from '../../src/devnet/guard/json-rpc.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';

/** A test chain that simulates Base: it has Base's chain id, and accounts of its own instead of those of the public test mnemonic. */
export type RealChain = AsyncDisposable & {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly rpc: JsonRpc;
  /** Accounts of the test chain that have coins from the first block on. */
  readonly accounts: readonly { readonly address: Address; readonly privateKey: `0x${string}` }[];
};

export const REAL_CHAIN_ID = 8453;

/** Mnemonic of test vector 2 of BIP-39, which no real wallet uses. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ACCOUNTS = 6;

let derived: RealChain['accounts'] | null = null;

export function realAccounts(): RealChain['accounts'] {
  derived ??= Array.from({ length: ACCOUNTS }, (_, addressIndex) => {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex });
    const key = account.getHdKey().privateKey;
    if (key === null) throw new Error('The mnemonic gives no key');
    return { address: parseAddress(account.address), privateKey: `0x${Buffer.from(key).toString('hex')}` as const };
  });
  return derived;
}

/**
 * Starts the test chain on a free port. Anvil itself provides the deterministic deployer. @param ageSeconds age of the chain's first block
 * in seconds
 */
export async function startRealChain(chainId = REAL_CHAIN_ID, ageSeconds = 0): Promise<RealChain> {
  const anvil = await startAnvil({
    ...{ binary: findAnvilBinary(), host: '127.0.0.1', port: 0, chainId, mnemonic: MNEMONIC },
    genesisTimestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  });
  const rpcUrl = `http://127.0.0.1:${anvil.port}`;
  return {
    ...{ chainId, rpcUrl, rpc: createJsonRpc(rpcUrl), accounts: realAccounts() },
    [Symbol.asyncDispose]: async () => {
      anvil.kill('SIGKILL');
      await anvil.exited;
    },
  };
}

export type SendProxy = Disposable & {
  readonly url: string;
  /** Number of signed transactions that have arrived at the proxy. */
  readonly sends: () => number;
};

/**
 * Starts a proxy in front of a chain's RPC endpoint. It simulates that the process was killed at one of its transactions: `before` or
 * `after` the node received it. That request, and every later one, is never answered.
 * @param at number of the transaction, counted from 0
 */
export function startSendProxy(
  rpcUrl: string,
  at: number,
  when: 'before' | 'after',
  onStop: () => void,
  /** Called for each request, with the number of requests of the same RPC method so far. */
  onRequest: (method: string, count: number) => void = () => undefined,
): SendProxy {
  let sends = 0;
  const counts = new Map<string, number>();
  let isStopped = false;
  const never = new Promise<Response>(() => {});
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (isStopped) return await never;
      const body = await request.text();
      const method = /"method":"(\w+)"/.exec(body)?.[1] ?? '';
      counts.set(method, (counts.get(method) ?? 0) + 1);
      onRequest(method, counts.get(method) ?? 0);
      const isLast = method === 'eth_sendRawTransaction' && sends++ === at;
      if (isLast) isStopped = true;
      const forward = () => fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      if (!isLast) return await forward();
      if (when === 'after') await (await forward()).text();
      onStop();
      return await never;
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, sends: () => sends, [Symbol.dispose]: () => void server.stop(true) };
}
