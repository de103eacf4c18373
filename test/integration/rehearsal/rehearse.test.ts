import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openContracts } from '../../../src/app/contracts/open-contracts.ts';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { rehearse as work } from '../../../src/app/rehearsal/rehearse.ts';
import type { RehearsalReport } from '../../../src/app/rehearsal/rehearsed-row.ts';
import { rehearse } from '../../../src/cli/commands/rehearse.ts';
import { loadConfig } from '../../../src/config.ts';
import { wallClock } from '../../support/devnet.ts';
import { REAL_CHAIN_ID, type RealChain, realAccounts, startRealChain } from '../../support/real-chain.ts';
import { placeRealMarket, type RealMarket } from '../../support/real-market.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { roles, runContracts } from '../deployment/contracts-fixture.ts';

// Tests the rehearsal on a chain that simulates Base: an Anvil with Base's chain id and Uniswap v2 to v4, but without our contracts.

let chain: RealChain;
let market: RealMarket;
let folder: TempFolder;
beforeAll(async () => {
  chain = await startRealChain();
  market = await placeRealMarket(chain);
  folder = tempFolder();
  const store = await openStoreAt(storeUrl(), wallClock);
  await market.writeRecords(store.records);
  await store.close();
}, 60_000);
afterAll(async () => {
  folder[Symbol.dispose]();
  await chain[Symbol.asyncDispose]();
});

const NOBODY = 'http://127.0.0.1:9';

const storeUrl = () => `sqlite:${join(folder.path, 'coxswain.db')}`;

function configOf(env: Record<string, string> = {}) {
  return loadConfig({
    ...{ DATA_DIR: folder.path, SERVICE_BRAND: 'Acme', [`RPC_${REAL_CHAIN_ID}`]: chain.rpcUrl },
    // The command must request no provider, because this machine may be offline.
    ...Object.fromEntries(URLS.map((name) => [name, NOBODY])),
    ...env,
  });
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const lines: string[] = [];
  const failed = await rehearse
    .run(['--chain', String(REAL_CHAIN_ID), ...args], {
      say: (line) => lines.push(line),
      ask: async () => null,
      prompt: async () => null,
      folder: folder.path,
      config: () => configOf(env),
    })
    .then(
      () => null,
      (error: Error) => error.message,
    );
  return { failed, lines, text: lines.join('\n') };
}

/** Settings for the URLs of those providers that need no key. */
const URLS = ['LIFI_URL', 'KYBERSWAP_URL', 'VELORA_URL', 'ODOS_URL', 'OPENOCEAN_URL', 'ENSO_URL'];

async function stateOf(): Promise<unknown> {
  const accounts = realAccounts().map(({ address }) => address);
  const nonces = accounts.map((address) => chain.rpc('eth_getTransactionCount', [address, 'pending']));
  const block = await chain.rpc('eth_getBlockByNumber', ['latest', false]);
  return { block, nonces: await Promise.all(nonces), pool: await chain.rpc('txpool_status') };
}

test('an order and a trade run through every exchange on the fork, and the chain does not change', async () => {
  const before = await stateOf();
  const { failed, text } = await run(['--json']);
  expect(failed).toBeNull();
  const report = JSON.parse(text) as RehearsalReport;
  expect(report).toMatchObject({ chainId: REAL_CHAIN_ID, pair: { from: { symbol: 'USDC' }, to: { symbol: 'WETH' }, amount: '100000000' } });
  for (const provider of ['uniswap-v3', 'uniswap-v2', 'uniswap-v4']) {
    const rows = report.rows.filter((row) => row.provider === provider);
    expect(rows.map(({ what, outcome, reason }) => ({ what, outcome, reason }))).toEqual([
      { what: 'order', outcome: 'executed', reason: null },
      { what: 'trade', outcome: 'executed', reason: null },
    ]);
    for (const { quoted, received, gas, costWei } of rows) {
      // The fork is reset to the same state before each provider, so no other trade can change the price. Each provider must deliver
      // exactly the output that it promised.
      expect(received).toBe(quoted);
      expect(BigInt(gas ?? 0)).toBeGreaterThan(100_000n);
      expect(BigInt(costWei ?? 0)).toBeGreaterThan(0n);
    }
  }
  const others = report.rows.filter(({ provider }) => !provider.startsWith('uniswap'));
  expect(others.length).toBeGreaterThan(10);
  for (const row of others) expect({ ...row, reason: typeof row.reason }).toMatchObject({ reason: 'string', received: null });
  expect(others.filter(({ reason }) => reason === 'The provider needs an API key, which the settings do not have.').length).toBeGreaterThan(
    4,
  );
  expect(report.vaults).toMatchObject({ dca: { isDeployed: false }, autopilot: { isDeployed: false } });
  expect(await stateOf()).toEqual(before);
}, 120_000);

describe('what is missing is said', () => {
  test.each([
    [['--from', 'NOPE'], {}, 'has no token "NOPE"'],
    [['--from', 'WETH'], {}, 'The token to spend and the token to buy are both WETH. Name another token with --from or --to.'],
    [[], { [`RPC_${REAL_CHAIN_ID}`]: '' }, `Chain ${REAL_CHAIN_ID} has no endpoint. Set RPC_${REAL_CHAIN_ID}.`],
    [['--minutes', '0'], {}, '--minutes'],
    [['--holder', 'somebody'], {}, '--holder must be an address: 0x and 40 hex digits'],
  ] as const)('%j', async (args, env, said) => {
    expect((await run(args, env)).failed).toContain(said);
  });

  test('a token that has no contract on the chain', async () => {
    const token = market.token('USDX');
    const code = await chain.rpc('eth_getCode', [token, 'latest']);
    await chain.rpc('anvil_setCode', [token, '0x']);
    try {
      for (const option of ['--from', '--to'])
        expect((await run([option, 'USDX'])).failed).toBe(
          `There is no contract at ${token} on chain ${REAL_CHAIN_ID}, although the token USDX is listed with this address. Name another token with ${option}.`,
        );
    } finally {
      await chain.rpc('anvil_setCode', [token, code]);
    }
  });

  test('a holder without the token', async () => {
    const [{ address } = { address: '' }] = realAccounts();
    const { failed } = await run(['--holder', address]);
    expect(failed).toMatch(
      /^The test wallet on the fork could not get USDC\. 0x\w+ gave 0 base units of 0x\w+ instead of 200000000\. Name another holder\.$/,
    );
  }, 60_000);
});

test('a token that no vault can buy is refused by each exchange with the reason, and the command fails', async () => {
  const { failed, lines } = await run(['--to', 'FEE']);
  expect(failed).toBe(
    `No provider could execute an order or a trade on the fork of chain ${REAL_CHAIN_ID}. The table gives each provider's reason.`,
  );
  const rows = lines.filter((line) => line.startsWith('uniswap-v3'));
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toContain('The vault refused the trade: OutputBelowMinimum.');
}, 120_000);

test('an endpoint that does not answer is left out, and said', async () => {
  const { failed, text } = await run(['--json', '--from', 'USDX'], { [`RPC_${REAL_CHAIN_ID}`]: `${NOBODY},${chain.rpcUrl}` });
  expect(failed).toBeNull();
  const { notes, rows } = JSON.parse(text) as RehearsalReport;
  expect(notes.join(' ')).toContain('127.0.0.1:9');
  // The only route to this token has two hops. Only Uniswap v3 and v2 have the pools for it.
  expect(rows.find(({ provider }) => provider === 'uniswap-v3')).toMatchObject({ outcome: 'executed' });
}, 60_000);

test('when the time is over, the rest is listed as not tried, and the fork ends', async () => {
  const open = await openContracts(configOf(), { chainId: REAL_CHAIN_ID, storeUrl: storeUrl(), isMade: false, clock: wallClock });
  // A clock that advances by a minute at each reading once the fork is set up, so that the time limit of the rehearsal is soon exceeded.
  let nowMs = 0;
  let isSetUp = false;
  const now = () => {
    if (isSetUp) nowMs += 60_000;
    return nowMs;
  };
  const tell = (line: string) => {
    isSetUp ||= line.endsWith(': order.');
  };
  const choices = { from: null, to: null, amount: '100', holder: null, slippageBps: 100, limitMs: 180_000, tell };
  const { rows } = await work(open, choices, { now }).finally(open.close);
  expect(rows.filter(({ outcome }) => outcome === 'executed').length).toBeGreaterThan(0);
  expect(rows.at(-1)).toMatchObject({ outcome: 'off' });
  expect(
    rows.filter(({ reason }) => reason === 'Not attempted, because the time limit was reached. Allow more time with --minutes.').length,
  ).toBeGreaterThan(3);
}, 60_000);

test('vaults that the chain has are used as they are, with the executor of the settings and without its key', async () => {
  const { executor } = roles();
  // The vaults on this chain allow no aggregator's router, so the aggregators' calls must be refused.
  await runContracts({ folder, rpcUrl: chain.rpcUrl }, 'deploy', ['--yes', '--routers', 'uniswap_v3,uniswap_v4']);
  const before = await stateOf();
  const { failed, text } = await run(['--json'], { EXECUTOR_KEY: executor.privateKey });
  expect(failed).toBeNull();
  const report = JSON.parse(text) as RehearsalReport;
  expect(report.vaults).toMatchObject({ dca: { isDeployed: true }, autopilot: { isDeployed: true } });
  const of = (name: string) => report.rows.filter(({ provider }) => provider === name).map(({ outcome, reason }) => reason ?? outcome);
  expect(of('uniswap-v3')).toEqual(['executed', 'executed']);
  expect(of('uniswap-v4')).toEqual(['executed', 'executed']);
  expect(of('uniswap-v2')).toEqual([
    expect.stringMatching(/^The vault does not allow calls to the contract/),
    expect.stringMatching(/^The vault does not/),
  ]);
  // When the vaults do not accept the node's executor, the rehearsal must deploy copies of the vaults and report it.
  const other = await run(['--json'], { EXECUTOR_KEY: `0x${'5'.repeat(64)}` });
  const copied = JSON.parse(other.text) as RehearsalReport;
  expect(copied.vaults).toMatchObject({ dca: { isDeployed: false }, autopilot: { isDeployed: false } });
  expect(copied.notes.join(' ')).toContain('because it accepts no executor of the settings.');
  expect(await stateOf()).toEqual(before);
}, 180_000);
