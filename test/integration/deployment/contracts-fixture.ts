import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { cpSync } from 'node:fs';
import type { Command } from '../../../src/cli/command.ts';
import { contractsAdmin } from '../../../src/cli/commands/contracts-admin.ts';
import { contractsDeploy } from '../../../src/cli/commands/contracts-deploy.ts';
import { contractsPlan } from '../../../src/cli/commands/contracts-plan.ts';
import { contractsRouters } from '../../../src/cli/commands/contracts-routers.ts';
import { contractsStatus } from '../../../src/cli/commands/contracts-status.ts';
import { contractsVerify } from '../../../src/cli/commands/contracts-verify.ts';
import { loadConfig } from '../../../src/config.ts';
import { REAL_CHAIN_ID, type RealChain, realAccounts, startRealChain } from '../../support/real-chain.ts';
import { restoreChain, type SavedChain, saveChain } from '../../support/saved-chain.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

export const BRAND = 'Acme';

/** The accounts that these tests use, by role. */
export function roles() {
  const [admin, executor, signer, treasury, other, poor] = realAccounts();
  if (!admin || !executor || !signer || !treasury || !other || !poor) throw new Error('Too few accounts');
  return { admin, executor, signer, treasury, other, poor };
}

const COMMANDS: readonly Command[] = [contractsPlan, contractsDeploy, contractsStatus, contractsRouters, contractsAdmin, contractsVerify];

/** A test chain, and a folder that serves as the working folder and data folder of an operator. */
export type SharedChain = { readonly chain: RealChain; readonly folder: TempFolder };

export type Ran = { readonly lines: readonly string[]; readonly text: string; readonly json: () => unknown };

/**
 * Runs `coxswain contracts WORD` with the settings of an operator for this chain. With a given coin price, no price source is requested.
 */
export async function runContracts(
  place: { readonly folder: TempFolder; readonly rpcUrl: string },
  word: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Ran> {
  const { admin, executor, signer } = roles();
  const lines: string[] = [];
  const command = COMMANDS.find(({ name }) => name === `contracts ${word}`);
  if (command === undefined) throw new Error(`There is no command contracts ${word}`);
  await command.run(['--chain', String(REAL_CHAIN_ID), ...args], {
    say: (line) => lines.push(line),
    ask: async () => null,
    prompt: async () => null,
    folder: place.folder.path,
    config: () =>
      loadConfig({
        ...{ DATA_DIR: place.folder.path, SERVICE_BRAND: BRAND, [`RPC_${REAL_CHAIN_ID}`]: place.rpcUrl },
        ...{ EXECUTOR_KEY: executor.privateKey, SIGNER_KEY: signer.privateKey, CONTRACTS_KEY: admin.privateKey },
        ...env,
      }),
  });
  return { lines, text: lines.join('\n'), json: () => JSON.parse(lines.join('\n')) };
}

/**
 * Gives every test of a file the same chain and folder, reset to the state that `prepare` leaves. A separate chain for each test would cost
 * half a second of processor time.
 * @returns the chain and folder of the current test
 */
export function shareChain(prepare: (at: SharedChain) => Promise<unknown>): SharedChain {
  const prepared = tempFolder();
  let chain: RealChain | null = null;
  let folder: TempFolder = prepared;
  let saved: SavedChain | null = null;
  const started = (): RealChain => {
    if (chain === null) throw new Error('The chain is started before the first test');
    return chain;
  };
  const at: SharedChain = {
    get chain() {
      return started();
    },
    get folder() {
      return folder;
    },
  };
  beforeAll(async () => {
    chain = await startRealChain();
    await prepare(at);
  }, 60_000);
  beforeEach(async () => {
    saved = await saveChain(started().rpc);
    folder = tempFolder();
    cpSync(prepared.path, folder.path, { recursive: true });
  });
  afterEach(async () => {
    folder[Symbol.dispose]();
    if (saved !== null) await restoreChain(started().rpc, saved);
  });
  afterAll(async () => {
    prepared[Symbol.dispose]();
    await chain?.[Symbol.asyncDispose]();
  });
  return at;
}

/**
 * Places simple code at the addresses of the routers in the chain's Network record. A vault accepts such a router, because it does not
 * answer as a token.
 */
export async function placeRouters({ rpc }: RealChain, addresses: readonly string[]): Promise<void> {
  // Sets simple contract code at each address; it reverts every call.
  for (const address of addresses) await rpc('anvil_setCode', [address, '0x60006000fd']);
}

/** Addresses of Base's Uniswap contracts, as in the seed file. */
export const UNISWAP_V3_ROUTER = '0x2626664c2603336e57b271c5c0b26f421741e481';
export const UNISWAP_V2_ROUTER = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24';
export const V4_POOL_MANAGER = '0x498581ff718922c3f8e6a244956af099b2652b2b';
