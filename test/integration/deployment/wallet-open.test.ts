import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { walletOpen } from '../../../src/cli/commands/wallet-open.ts';
import { loadConfig } from '../../../src/config.ts';
import { REAL_CHAIN_ID } from '../../support/real-chain.ts';
import { BRAND, placeRouters, roles, runContracts, shareChain, UNISWAP_V3_ROUTER } from './contracts-fixture.ts';

const at = shareChain(async ({ chain, folder }) => {
  await placeRouters(chain, [UNISWAP_V3_ROUTER]);
  await runContracts({ folder, rpcUrl: chain.rpcUrl }, 'deploy', ['--yes', '--routers', 'uniswap_v3', '--price', '3000']);
});

test('wallet open on a chain without the token names the missing contract', async () => {
  const { chain, folder } = at;
  writeFileSync(folder.file('wallet.key'), roles().other.privateKey, { mode: 0o600 });
  const args = ['USDC', 'WETH', '30', '2', '120', '--chain', String(REAL_CHAIN_ID), '--key-file', 'wallet.key', '--price', '3000'];
  const context = { say: () => undefined, ask: async () => null, prompt: async () => null, folder: folder.path };
  const config = () => loadConfig({ DATA_DIR: folder.path, SERVICE_BRAND: BRAND, [`RPC_${REAL_CHAIN_ID}`]: chain.rpcUrl });
  await expect(walletOpen.run(args, { ...context, config })).rejects.toMatchObject({
    code: 'no-contract',
    message: `There is no contract at 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913 on chain ${REAL_CHAIN_ID}.`,
  });
});
