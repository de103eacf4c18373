import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { DevnetError } from '../../../src/devnet/devnet-error.ts';
import { createJsonRpc } from '../../../src/devnet/guard/json-rpc.ts';
import { processStartedAt } from '../../../src/devnet/guard/process-mark.ts';
import { copyDevnet } from '../../support/copy-devnet.ts';
import { waitFor } from '../../support/wait-for.ts';

const helloSchema = v.object({ rpcUrl: v.string(), processes: v.object({ guard: v.number(), anvil: v.number() }) });

/** Creates a data folder that is removed after the test. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'coxswain-devnet-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts the program `devnet-owner.ts` in its own process group, as a shell does. */
export function spawnOwner(dataDir: string) {
  return spawn(process.execPath, [join(import.meta.dir, 'devnet-owner.ts'), dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Starts a devnet in a separate process, which the test will kill, and waits until it is ready. */
export async function startOwner(dataDir: string) {
  await copyDevnet(dataDir);
  const child = spawnOwner(dataDir);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const hello = v.parse(helloSchema, JSON.parse(v.parse(v.string(), line)));
  const { pid } = child;
  if (pid === undefined) throw new Error('the owner did not start');
  return { ...hello, pid };
}

/** Sends one ether from a demo wallet to an unused address, waits until the transaction is in a block, and returns its hash. */
export async function sendSomething(rpcUrl: string): Promise<string> {
  const [from] = devnetAccounts.demo;
  const to = '0x000000000000000000000000000000000000dEaD';
  const hash = v.parse(v.string(), await createJsonRpc(rpcUrl)('eth_sendTransaction', [{ from: from.address, to, value: '0x1' }]));
  await eventually('a block with the transaction', () => hasReceipt(rpcUrl, hash));
  return hash;
}

export const hasReceipt = async (rpcUrl: string, hash: string) =>
  (await createJsonRpc(rpcUrl)('eth_getTransactionReceipt', [hash])) !== null;

export async function latestBlock(rpcUrl: string): Promise<{ number: number; timestamp: number }> {
  const schema = v.object({ number: v.string(), timestamp: v.string() });
  const block = v.parse(schema, await createJsonRpc(rpcUrl)('eth_getBlockByNumber', ['latest', false]));
  return { number: Number(block.number), timestamp: Number(block.timestamp) };
}

export const isGone = (pid: number) => processStartedAt(pid) === undefined;

/** Waits until a condition holds. Otherwise fails after a time limit, with `what` in the message. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>, timeoutMs = 45_000): Promise<void> {
  await waitFor(condition, { what, timeoutMs });
}

/** Expects that a start of the devnet fails, and returns its DevnetError. */
export async function refusal(start: Promise<unknown>): Promise<DevnetError> {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DevnetError) return error;
  throw new Error('expected a DevnetError', { cause: error });
}
