import type { Command } from '../../../src/cli/command.ts';
import { contractsAdmin } from '../../../src/cli/commands/contracts-admin.ts';
import { contractsDeploy } from '../../../src/cli/commands/contracts-deploy.ts';
import { contractsPlan } from '../../../src/cli/commands/contracts-plan.ts';
import { contractsRouters } from '../../../src/cli/commands/contracts-routers.ts';
import { contractsStatus } from '../../../src/cli/commands/contracts-status.ts';
import { contractsVerify } from '../../../src/cli/commands/contracts-verify.ts';
import { loadConfig } from '../../../src/config.ts';
import { REAL_CHAIN_ID, type RealChain, realAccounts } from '../../support/real-chain.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

export const BRAND = 'Acme';

/** The accounts by what they do here. */
export function roles() {
  const [admin, executor, signer, treasury, other, poor] = realAccounts();
  if (!admin || !executor || !signer || !treasury || !other || !poor) throw new Error('Too few accounts');
  return { admin, executor, signer, treasury, other, poor };
}

const COMMANDS: readonly Command[] = [contractsPlan, contractsDeploy, contractsStatus, contractsRouters, contractsAdmin, contractsVerify];

export type Ran = { readonly lines: readonly string[]; readonly text: string; readonly json: () => unknown };

/** Runs `coxswain contracts WORD` with the settings of an operator on this chain. A price keeps the price sources out. */
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

/** Places code that stands for the routers of the chain's Network record, which a vault accepts: it answers nothing as a token. */
export async function placeRouters({ rpc }: RealChain, addresses: readonly string[]): Promise<void> {
  // Reverts always.
  for (const address of addresses) await rpc('anvil_setCode', [address, '0x60006000fd']);
}

/** Base's Uniswap contracts in the seed file. */
export const UNISWAP_V3_ROUTER = '0x2626664c2603336e57b271c5c0b26f421741e481';
export const UNISWAP_V2_ROUTER = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24';
export const V4_POOL_MANAGER = '0x498581ff718922c3f8e6a244956af099b2652b2b';
