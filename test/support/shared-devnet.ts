import { createJsonRpc } from '../../src/devnet/guard/json-rpc.ts';
import type { Devnet } from '../../src/devnet/start-devnet.ts';
import { startTestDevnet } from './devnet.ts';
import { restoreChain, saveChain } from './saved-chain.ts';

let shared: Promise<Devnet> | null = null;

/**
 * Shares one devnet among the tests of a file, because a start takes a third of a second of processor time. Each test gets the chain in its
 * initial state: disposing of it restores accounts, blocks, time and the pool. The file must call `stopSharedDevnet` at its end.
 */
export async function takeSharedDevnet(): Promise<Devnet> {
  shared ??= startTestDevnet();
  const devnet = await shared;
  const rpc = createJsonRpc(devnet.rpcUrl);
  const saved = await saveChain(rpc);
  const stop = () => restoreChain(rpc, saved);
  return { ...devnet, stop, [Symbol.asyncDispose]: stop };
}

export async function stopSharedDevnet(): Promise<void> {
  await (await shared)?.stop();
  shared = null;
}
