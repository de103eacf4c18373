import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeFunctionData } from 'viem';
import { openStoreAt } from '../../src/app/open-store.ts';
import { settingNames } from '../../src/config.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import { roles } from '../integration/deployment/contracts-fixture.ts';
import { wallClock } from '../support/devnet.ts';
import { freePort } from '../support/free-port.ts';
import { type RealChain, startRealChain } from '../support/real-chain.ts';
import { placeRealMarket, type RealMarket } from '../support/real-market.ts';
import { type Service, spawnService } from '../support/spawn-service.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { awaitedText, readmeSnippets, type Snippet } from './support/readme-snippets.ts';
import { runToEnd } from './support/run-to-end.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/real-chain.md', import.meta.url)), 'utf8');
const snippets = readmeSnippets(page);
const scriptsOf = (mark: string) => snippets.filter((snippet) => snippet.mark === mark).map(({ script }) => script);

/** Age of the market: the pools need an average price of half an hour. */
const MARKET_AGE_SECONDS = 3_600;
/** The demo wallet of the test market. It owns some of each token. */
const [rich] = devnetAccounts.demo;

let chain: RealChain;
let market: RealMarket;
let folder: TempFolder;
let service: Service | null = null;
beforeAll(async () => {
  chain = await startRealChain(undefined, MARKET_AGE_SECONDS);
  folder = tempFolder();
  // The exchange contracts of the local test chain have other addresses than those of Base.
  market = await placeRealMarket(chain);
  const store = await openStoreAt(`sqlite:${join(folder.path, 'coxswain.db')}`, wallClock);
  await market.writeRecords(store.records);
  await store.close();
  await chain.rpc('evm_setNextBlockTimestamp', [Math.floor(Date.now() / 1_000)]);
  await chain.rpc('evm_mine');
}, 60_000);
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
  await chain[Symbol.asyncDispose]();
});

test('every shell block is marked with how it is tested', () => {
  const isKnown = ({ mark }: Snippet) => awaitedText(mark) !== null || ['settings', 'run', 'start'].includes(mark ?? '');
  expect(snippets.filter((snippet) => !isKnown(snippet))).toEqual([]);
  expect(scriptsOf('start').map((script) => script.trim())).toEqual(['npm start']);
  expect(scriptsOf('run').length).toBeGreaterThan(3);
});

test('its commands, in order, take a chain from nothing to the first order and the first trade', async () => {
  const { admin, executor, signer, other: wallet } = roles();
  const own: Record<string, string> = {
    ...{ SERVICE_BRAND: 'Acme', RPC_8453: chain.rpcUrl, EXECUTOR_KEY_8453: executor.privateKey, SIGNER_KEY_8453: signer.privateKey },
    CONTRACTS_KEY: admin.privateKey,
  };
  // The settings are exactly those on the documentation page, with the values of the local test chain.
  const named = scriptsOf('settings').flatMap((script) => [...script.matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name));
  expect(named.sort()).toEqual(Object.keys(own).sort());
  for (const name of named) expect(settingNames()).toContain(name.replace(/_8453$/, '_<chainId>'));
  const { HOME = '' } = process.env;
  // The command must request no price source and no provider, because this machine may be offline.
  const nobody = 'http://127.0.0.1:9';
  const sources = ['COINGECKO_URL', 'DEFILLAMA_URL', 'LIFI_URL', 'KYBERSWAP_URL', 'VELORA_URL', 'ODOS_URL', 'OPENOCEAN_URL', 'ENSO_URL'];
  const env = { HOME, ...own, DATA_DIR: folder.path, ...Object.fromEntries(sources.map((name) => [name, nobody])) };
  const port = await freePort();
  writeFileSync(folder.file('wallet.key'), `${wallet.privateKey}\n`, { mode: 0o600 });
  await giveDollars(wallet.address);
  const outputs: string[] = [];
  const run = async (script: string) => {
    const here = script
      .replace('standard-json', folder.file('standard-json'))
      .replaceAll('wallet.key', folder.file('wallet.key'))
      .replaceAll('localhost:5000', `localhost:${port}`)
      .replace('walletAddress=0x...', `walletAddress=${wallet.address}`);
    return await runToEnd('sh', ['-e', '-c', here], { ...env, PORT: String(port) });
  };
  for (const { mark, script } of snippets) {
    const awaited = awaitedText(mark);
    if (mark === 'start') {
      const kept = Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'CONTRACTS_KEY'));
      // Ticks run four times a second instead of once a minute.
      service = await spawnService({ until: 'ready', env: { ...kept, PORT: String(port), TICK_INTERVAL_MS: '250', LOG_LEVEL: 'error' } });
      await chain.rpc('evm_setIntervalMining', [1]);
    } else if (mark === 'run') {
      const { code, stdout, stderr } = await run(script);
      expect([script, code, stderr.split('\n').filter((line) => line.startsWith('coxswain:'))]).toEqual([script, 0, []]);
      outputs.push(stdout);
    } else if (awaited !== null) {
      await waitFor(async () => (await run(script)).stdout.includes(awaited), { what: awaited, timeoutMs: 150_000, everyMs: 500 });
    }
  }
  const [plan, rehearsed, dryRun, deployed, looked, doctor, opened, agent] = outputs;
  expect(plan).toContain('No price of ETH: upstream-error. Give the price with --price.');
  for (const exchange of ['uniswap-v2', 'uniswap-v3', 'uniswap-v4'])
    expect(rehearsed?.match(new RegExp(`^${exchange} +(?:order|trade) +executed `, 'gm'))).toHaveLength(2);
  expect(dryRun).toContain('Nothing was sent. Add --yes to send 8 transactions.');
  expect(deployed).toContain('now names these contracts; a running node uses them from its next tick.');
  expect(looked?.match(/the code of this version/g)).toHaveLength(4);
  expect(looked).not.toContain('WRONG');
  expect(looked?.match(/the recorded sources compile to exactly the recorded code/g)).toHaveLength(4);
  expect(JSON.parse(readFileSync(`${folder.path}/standard-json/DcaVault.json`, 'utf8'))).toMatchObject({ language: 'Solidity' });
  expect(doctor).not.toContain('WRONG');
  expect(opened).toContain('Nothing was sent. Add --yes to send 2 transactions.');
  expect(opened).toContain('has position 1: 30 USDC into WETH, 2 orders over 120 s.');
  expect(agent).toMatch(/^The transaction created agent 1: record \S+\.$/m);
  const closed = async (what: string) => {
    const { code, stderr } = await run(`npx coxswain wallet close ${what} --chain 8453 --key-file wallet.key --yes`);
    expect([code, stderr.split('\n').filter((line) => line.startsWith('coxswain:'))]).toEqual([0, []]);
  };
  await closed('position 1');
  await closed('agent 1');
  expect(await balanceOf(market.token('USDC'), wallet.address)).toBeGreaterThan(900_000_000n);
  expect(await balanceOf(market.token('WETH'), wallet.address)).toBeGreaterThan(0n);
}, 480_000);

/** Transfers 1,000 USDC from the demo wallet to another wallet. */
async function giveDollars(to: string): Promise<void> {
  const args = [to as `0x${string}`, 1_000_000_000n] as const;
  await chain.rpc('anvil_impersonateAccount', [rich.address]);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  await chain.rpc('eth_sendTransaction', [{ from: rich.address, to: market.token('USDC'), data }]);
  await chain.rpc('anvil_stopImpersonatingAccount', [rich.address]);
}

async function balanceOf(token: string, owner: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] });
  return BigInt(String(await chain.rpc('eth_call', [{ to: token, data }, 'latest'])));
}
