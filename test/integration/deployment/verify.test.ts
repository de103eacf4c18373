import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { standardJsonOf } from '../../../src/contracts/load-artifact.ts';
import { productOf } from '../../../src/deployment/product/product-contracts.ts';
import { REAL_CHAIN_ID, type RealChain, startRealChain } from '../../support/real-chain.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { BRAND, placeRouters, roles, runContracts, UNISWAP_V3_ROUTER } from './contracts-fixture.ts';

let chain: RealChain;
let folder: TempFolder;
/** Data folder of a second service, which has no deployed contracts in its store and gets their addresses from its settings. */
let own: TempFolder;
beforeAll(async () => {
  chain = await startRealChain();
  folder = tempFolder();
  own = tempFolder();
  await placeRouters(chain, [UNISWAP_V3_ROUTER]);
  await runContracts({ folder, rpcUrl: chain.rpcUrl }, 'deploy', ['--yes', '--price', '2000']);
});
afterAll(async () => {
  folder[Symbol.dispose]();
  own[Symbol.dispose]();
  await chain[Symbol.asyncDispose]();
});

const { admin, other } = roles();
const product = productOf({ brand: BRAND, admin: admin.address });
const addressOf = (name: string) => product.find((contract) => contract.name === name)?.address ?? '';
const vault = product.find(({ name }) => name === 'DcaVault');
const names = ['DcaVault', 'AutopilotVault', 'Relayer'] as const;
const SETTINGS = { DcaVault: 'DCA_VAULT_ADDRESSES', AutopilotVault: 'AUTOPILOT_ADDRESSES', Relayer: 'RELAYER_ADDRESSES' };
const named = Object.fromEntries(names.map((name) => [SETTINGS[name], JSON.stringify({ [REAL_CHAIN_ID]: addressOf(name) })]));
const run = async (word: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  (await runContracts({ folder: own, rpcUrl: chain.rpcUrl }, word, args, { ...named, ...env })).text;

test('the code on chain is the recorded code, which the recorded sources compile to; the inputs are written', async () => {
  const shown = await run('verify', ['--out', 'inputs']);
  expect(shown).toContain(`DcaVault ${vault?.address}`);
  for (const check of [
    'code on chain +equals the code that this version has recorded, byte for byte',
    'recompiled +the recorded sources compile to exactly',
    'build hash +matches the sources of this version',
  ])
    expect(shown.match(new RegExp(`ok +${check}`, 'g'))).toHaveLength(names.length);
  expect(readFileSync(own.file('inputs/DcaVault.json'), 'utf8')).toBe(standardJsonOf('DcaVault'));
}, 60_000);

test('the sources are submitted to Etherscan and Sourcify at their settings, with the constructor arguments', async () => {
  const bodies: string[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST') bodies.push(await request.text());
      if (pathname === '/etherscan')
        return Response.json({ status: '1', message: 'OK', result: request.method === 'POST' ? 'guid' : 'Pass - Verified' });
      if (request.method === 'POST') return Response.json({ verificationId: 'job' }, { status: 202 });
      return Response.json({ isJobCompleted: true, contract: { match: 'exact_match' } });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const env = { ETHERSCAN_URL: `${url}/etherscan`, ETHERSCAN_API_KEY: 'a-key-of-etherscan', SOURCIFY_URL: url };
  const shown = await run('verify', ['--etherscan', '--sourcify'], env);
  expect(shown.match(/ok +Etherscan +Pass - Verified/g)).toHaveLength(names.length);
  expect(shown.match(/ok +Sourcify +exact match/g)).toHaveLength(names.length);
  const form = bodies.map((body) => new URLSearchParams(body)).find((fields) => fields.get('contractname') === 'DcaVault.sol:DcaVault');
  expect(form?.get('contractaddress')).toBe(vault?.address ?? '');
  expect(form?.get('sourceCode')).toBe(standardJsonOf('DcaVault'));
  // The contracts' constructor arguments are the admin and the build hash.
  expect(form?.get('constructorArguements')).toBe(`${admin.address.slice(2).padStart(64, '0')}${vault?.buildHash.slice(2)}`);
  expect(form?.get('compilerversion')).toMatch(/^v0\.8\.\d+\+commit\.[0-9a-f]{8}$/);
  await expect(run('verify', ['--sourcify', '--admin', other.address], env)).rejects.toThrow(`${names.length} check`);
  await expect(run('verify', ['--etherscan'])).rejects.toThrow('Set ETHERSCAN_API_KEY.');
}, 120_000);

test('different code on chain is reported, and its source is not submitted', async () => {
  const code = await chain.rpc('eth_getCode', [vault?.address, 'latest']);
  await chain.rpc('anvil_setCode', [vault?.address, `${String(code).slice(0, -2)}00`]);
  await expect(run('verify', ['--sourcify'], { SOURCIFY_URL: 'http://127.0.0.1:9' })).rejects.toThrow(' failed');
}, 60_000);
