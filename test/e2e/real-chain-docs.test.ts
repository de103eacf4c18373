import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStoreAt } from '../../src/app/open-store.ts';
import { settingNames } from '../../src/config.ts';
import { roles } from '../integration/deployment/contracts-fixture.ts';
import { wallClock } from '../support/devnet.ts';
import { type RealChain, startRealChain } from '../support/real-chain.ts';
import { placeRealMarket } from '../support/real-market.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';
import { readmeSnippets } from './support/readme-snippets.ts';
import { runToEnd } from './support/run-to-end.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/real-chain.md', import.meta.url)), 'utf8');
const snippets = readmeSnippets(page);
const scriptsOf = (mark: string) => snippets.filter((snippet) => snippet.mark === mark).map(({ script }) => script);

let chain: RealChain;
let folder: TempFolder;
beforeAll(async () => {
  chain = await startRealChain();
  folder = tempFolder();
  // The exchange contracts of the local test chain have other addresses than those of Base.
  const market = await placeRealMarket(chain);
  const store = await openStoreAt(`sqlite:${join(folder.path, 'coxswain.db')}`, wallClock);
  await market.writeRecords(store.records);
  await store.close();
}, 60_000);
afterAll(async () => {
  folder[Symbol.dispose]();
  await chain[Symbol.asyncDispose]();
});

test('every shell block is marked with how it is tested', () => {
  expect(snippets.filter(({ mark }) => mark !== 'settings' && mark !== 'run')).toEqual([]);
  expect(scriptsOf('run').length).toBeGreaterThan(3);
});

test('its commands, in order, take a chain from nothing to deployed and verified contracts', async () => {
  const { admin, executor, signer } = roles();
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
  const outputs: string[] = [];
  for (const script of scriptsOf('run')) {
    const { code, stdout, stderr } = await runToEnd('sh', ['-e', '-c', script.replace('standard-json', folder.file('standard-json'))], env);
    expect([script, code, stderr.split('\n').filter((line) => line.startsWith('coxswain:'))]).toEqual([script, 0, []]);
    outputs.push(stdout);
  }
  const [plan, rehearsed, dryRun, deployed, looked] = outputs;
  expect(plan).toContain('No price of ETH: upstream-error. Give it by --price.');
  for (const exchange of ['uniswap-v2', 'uniswap-v3', 'uniswap-v4'])
    expect(rehearsed?.match(new RegExp(`^${exchange} +(?:order|trade) +executed `, 'gm'))).toHaveLength(2);
  expect(dryRun).toContain('Nothing was sent. Add --yes to send 8 transactions.');
  expect(deployed).toContain('now names them; a running node uses them from its next tick.');
  expect(looked?.match(/the code of this version/g)).toHaveLength(4);
  expect(looked).not.toContain('WRONG');
  expect(looked?.match(/the recorded sources compile to exactly the recorded code/g)).toHaveLength(4);
  expect(JSON.parse(readFileSync(`${folder.path}/standard-json/DcaVault.json`, 'utf8'))).toMatchObject({ language: 'Solidity' });
}, 240_000);
