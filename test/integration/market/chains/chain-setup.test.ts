import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { openMetrics } from '../../../../src/app/open-metrics.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { examineSigner } from '../../../../src/features/relayer/examine-signer.ts';
import { relayerTrouble } from '../../../../src/features/relayer/relayer-probe.ts';
import { createAnswerTimes } from '../../../../src/market/chains/answer-times.ts';
import { examineVaults } from '../../../../src/market/chains/examine-vaults.ts';
import { reachProbe } from '../../../../src/market/chains/reach-probe.ts';
import { setupProbe } from '../../../../src/market/chains/setup-probe.ts';
import { watchChains } from '../../../../src/market/chains/watch-chains.ts';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import type { Chain } from '../../../../src/platform/chain/chain.ts';
import { readIsSigner } from '../../../../src/platform/chain/contract-setup.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createSigners, signerAddress, signingKeyOf } from '../../../../src/platform/chain/signer.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import type { SigningKeyText } from '../../../../src/values/signing-key.ts';
import { startStandInSigner } from '../../../support/stand-in-signer.ts';
import { admin, createVaultFixture, executor, type VaultFixture } from '../../contracts/dca-vault/vault-fixture.ts';

setDefaultTimeout(60_000);

let f: VaultFixture;
let chain: Chain;
let network: Pick<EffectiveNetwork, 'id' | 'nativeCurrency' | 'contracts'>;
beforeAll(async () => {
  f = await createVaultFixture();
  chain = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [] }).of(31337);
});
beforeEach(() => {
  const { dcaVault, autopilotVault, swapRouter, factory, quoter, relayer } = f.deployment.contracts;
  network = {
    ...{ id: 31337, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    contracts: {
      ...{ relayer, dcaVault, autopilotVault, multicall3: null, wrappedNative: null, uniswapV4: null },
      uniswapV2: { factory, router: parseAddress(`0x${'b0'.repeat(20)}`) },
      uniswapV3: { factory, quoterV2: quoter, swapRouter, swapRouterVersion: 1 },
    },
  };
});
afterAll(async () => await f.devnet.stop());

const ours = parseAddress(executor.address);
const stranger = parseAddress(`0x${'5a'.repeat(20)}`);
const found = async (by: Address | null = ours) =>
  (await examineVaults(chain, network, by)).map(({ check, isOk, message }) => `${isOk ? 'ok' : 'WRONG'} ${check}: ${message}`);

test('vaults that accept the executor and allow a router are well', async () => {
  expect(await found()).toEqual([
    `ok chain 31337 dcaVault: ${network.contracts.dcaVault} accepts this node's executor and allows a router`,
    `ok chain 31337 autopilotVault: ${network.contracts.autopilotVault} accepts this node's executor and allows a router`,
  ]);
});

test('a vault that has another executor, no code, or is no vault is reported with what to do', async () => {
  expect((await found(stranger))[0]).toContain(
    `does not accept this node's executor ${stranger}. Allow it in the vault, or correct EXECUTOR_KEY.`,
  );
  network = { ...network, contracts: { ...network.contracts, dcaVault: stranger, autopilotVault: f.token('USDC') } };
  const [none, token] = await found();
  expect(none).toStartWith('WRONG');
  expect(none).toContain(`There is no contract at ${stranger}. Correct DCA_VAULT_ADDRESSES`);
  expect(token).toContain(`is not a vault. Correct AUTOPILOT_ADDRESSES`);
  network = { ...network, contracts: { ...network.contracts, dcaVault: null } };
  expect((await found())[0]).toStartWith('ok chain 31337 dcaVault: no contract is known, so there are no DCA positions');
});

test('a vault that may call no router is reported in readiness, until it may again', async () => {
  let nowMs = 0;
  const probe = setupProbe({ chain, networkOf: async () => network, executors: [ours], signers: [], now: () => nowMs });
  expect([probe.name, await probe.check()]).toEqual(['chain 31337 setup', null]);
  const router = f.deployment.contracts.swapRouter;
  await f.act(admin, 'setSpenderAllowed', [router, false]);
  expect((await found())[0]).toContain(`allows none of the routers ${network.contracts.uniswapV2?.router}, ${router}`);
  // The readiness probe reads the contracts' set-up at most once a minute. So it reports the change only after the test's clock has
  // advanced by a minute.
  expect(await probe.check()).toBeNull();
  nowMs += 60_000;
  expect(await probe.check()).toStartWith('dcaVault: ');
  await f.act(admin, 'setSpenderAllowed', [router, true]);
  nowMs += 60_000;
  expect(await probe.check()).toBeNull();

  const poor = setupProbe({ chain, networkOf: async () => network, executors: [stranger], signers: [], now: () => nowMs });
  expect(await poor.check()).toContain('executor: 0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a has 0 ETH, enough gas for 0 batches');
  const several = setupProbe({ chain, networkOf: async () => network, executors: [ours, stranger], signers: [], now: () => nowMs });
  expect(await several.check()).toContain(`does not accept this node's executor ${stranger}`);
  expect(await several.check()).toContain(`executor: ${stranger} has 0 ETH`);

  const bare = { ...network, contracts: { ...network.contracts, dcaVault: null, autopilotVault: null, relayer: null } };
  const without = (executors: readonly Address[]) =>
    setupProbe({ chain, networkOf: async () => bare, executors, signers: [], now: () => nowMs }).check();
  expect(await without([ours])).toStartWith('No vault and no relayer is known on chain 31337');
  expect(await without([])).toBeNull();

  const signers = [{ trouble: async () => null }, {}, { trouble: async () => 'The signer cannot be reached.' }];
  const remote = setupProbe({ chain, networkOf: async () => network, executors: [ours], signers, now: () => nowMs });
  expect(await remote.check()).toBe('The signer cannot be reached.');
});

test('a relayer that does not know the signer is reported', async () => {
  const signer = parseAddress(devnetAccounts.signer.address);
  const examined = (relayer: Address | null) => ({ chain, coin: network.nativeCurrency, relayer });
  const { relayer } = f.deployment.contracts;
  expect(await examineSigner(examined(relayer), signer, readIsSigner)).toMatchObject({
    isOk: true,
    message: expect.stringContaining('needs none'),
  });
  expect(await examineSigner(examined(relayer), stranger, readIsSigner)).toMatchObject({
    ...{ isOk: false, message: expect.stringContaining(`does not accept the signer ${stranger}`) },
  });
  expect(await examineSigner(examined(relayer), null, readIsSigner)).toMatchObject({
    isOk: false,
    message: expect.stringContaining('SIGNER_KEY_31337'),
  });
  expect(await examineSigner(examined(null), null, readIsSigner)).toMatchObject({ isOk: true });
  expect(await examineSigner(examined(f.token('USDC')), signer, readIsSigner)).toMatchObject({
    ...{ isOk: false, message: expect.stringContaining('is not a relayer') },
  });
});

test('a relayer for which nothing is signed is reported in readiness', async () => {
  const { relayer } = f.deployment.contracts;
  const signerOf = (text: SigningKeyText) => {
    const key = signingKeyOf(31337, text);
    return createSigners([key]).of(31337, signerAddress(key));
  };
  const parts = { chain, relayerOf: async () => relayer, signer: signerOf(devnetAccounts.signer.privateKey), isSignerOf: readIsSigner };
  expect(await relayerTrouble(parts)).toBeNull();
  expect(await relayerTrouble({ ...parts, signer: null })).toContain('Set SIGNER_KEY_31337');
  expect(await relayerTrouble({ ...parts, signer: null, relayerOf: async () => null })).toBeNull();
  const other = { ...parts, signer: signerOf(devnetAccounts.executor.privateKey) };
  expect(await relayerTrouble(other)).toContain(`does not accept the signer ${ours}`);

  await using signer = startStandInSigner(devnetAccounts.signer.privateKey);
  const behindUrl = { ...parts, signer: signerOf(signer.key) };
  expect(await relayerTrouble(behindUrl)).toBeNull();
  signer.state.accounts = [];
  expect(await relayerTrouble(behindUrl)).toContain(parseAddress(devnetAccounts.signer.address));
});

test('a node that stops mining, or stops answering, is reported within seconds of being so, and its end is too', async () => {
  const state = { nowMs: Date.now() };
  const platform = {
    ...{ clock: { now: () => state.nowMs }, log: silentLog, metrics: openMetrics().metrics },
    ...{ actors: { of: () => ({ read: async () => null }) }, timers: { after: () => () => undefined } },
  };
  const chains = { chainIds: [31337], of: () => chain, endpoints: () => [] };
  const open = { chains, executorsOf: () => [], executorOf: () => null };
  const networks = { get: async () => ({ id: 31337, blocksOnDemand: false }) };
  const { onRpc, unansweredSinceMs } = createAnswerTimes(() => state.nowMs);
  const { probes, stop } = await watchChains(platform as never, { open: open as never, networks: networks as never, unansweredSinceMs });
  const [progress] = probes;
  const reach = reachProbe(open as never, 31337, { now: () => state.nowMs, unansweredSinceMs });
  // Blocks one second apart tell the chain's pace.
  const { timestampSec } = await chain.getBlock('latest');
  for (let second = 1; second <= 40; second += 1) await f.devnet.mine(timestampSec + second);
  const startMs = (timestampSec + 40) * 1_000;
  state.nowMs = startMs;
  expect(await progress?.check()).toBeNull();
  state.nowMs = startMs + 35_000;
  expect(await progress?.check()).toStartWith('standing-still: The chain has had no new block since');
  expect(progress?.outage?.()).toMatchObject({ name: 'chain 31337 progress', kind: 'chain', chainId: 31337, sinceMs: startMs });
  await f.devnet.mine(timestampSec + 76);
  state.nowMs += 4_000;
  expect(await progress?.check()).toBeNull();
  expect(progress?.outage?.()).toBeNull();

  expect(await reach.check()).toStartWith('EXECUTOR_KEY is not set');
  chain = createChains({ networks: [{ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] }], log: silentLog, onRpc, abis: [] }).of(31337);
  const firstMs = state.nowMs;
  expect(await chain.getBlock('latest').catch(() => 'no answer')).toBe('no answer');
  // Nobody checks the chain for half a minute. The outage began with the request that was not answered.
  state.nowMs += 30_000;
  expect(await reach.check()).toContain('No endpoint of chain 31337 has answered since');
  const outage = reach.outage?.();
  expect(outage?.name).toBe('chain 31337');
  expect(Math.abs((outage?.sinceMs ?? 0) - firstMs)).toBeLessThan(20_000);
  await stop();
});
