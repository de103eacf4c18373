import { devnetMnemonic } from '../devnet-accounts.ts';
import { findAnvilBinary } from '../guard/anvil-binary.ts';
import { startAnvil } from '../guard/anvil-process.ts';
import { createJsonRpc, type JsonRpc } from '../guard/json-rpc.ts';
import { startReadOnlyProxy } from './read-only-proxy.ts';

/**
 * A local copy of a real chain that continues from its newest block, without any effect on the real chain. The fork ends when this process
 * ends.
 */
export type Fork = AsyncDisposable & {
  readonly rpcUrl: string;
  readonly rpc: JsonRpc;
  /** RPC methods that Anvil requested from the real chain and that were refused because they are not reads. */
  readonly refused: () => readonly string[];
};

/** Time limit in milliseconds for slow requests. A fork reads missing data from the real chain one value after another. */
const SLOW_MS = 60_000;

/**
 * Starts a fork of a chain at its newest block. The chain's endpoint receives only read requests.
 * @throws DevnetError, AnvilStartError
 */
export async function startFork({ chainId, upstream }: { readonly chainId: number; readonly upstream: string }): Promise<Fork> {
  await using closing = new AsyncDisposableStack();
  const proxy = closing.use(startReadOnlyProxy(upstream));
  const anvil = await startAnvil({
    ...{ binary: findAnvilBinary(), host: '127.0.0.1', port: 0, chainId, forkUrl: proxy.url, isTied: true },
    // Anvil gives coins on the fork to the accounts of a mnemonic. The rehearsal does not use these accounts.
    mnemonic: devnetMnemonic,
  });
  closing.defer(async () => {
    anvil.kill('SIGKILL');
    await anvil.exited;
  });
  const rpcUrl = `http://127.0.0.1:${anvil.port}`;
  const rpc = createJsonRpc(rpcUrl);
  const disposing = closing.move();
  return {
    ...{ rpcUrl, refused: proxy.refused },
    rpc: (method, params, timeoutMs = SLOW_MS) => rpc(method, params, timeoutMs),
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}
