import { expect, spyOn, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { operatorName } from '../../../src/cli/operator/operator-name.ts';
import { productOf } from '../../../src/deployment/product/product-contracts.ts';
import { type AuditEntry, createAudit } from '../../../src/features/admin/create-audit.ts';
import { createNetworks } from '../../../src/market/networks/create-networks.ts';
import type { Network } from '../../../src/market/networks/network.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { wallClock } from '../../support/devnet.ts';
import { freePort } from '../../support/free-port.ts';
import { REAL_CHAIN_ID, startRealChain, startSendProxy } from '../../support/real-chain.ts';
import { waitFor } from '../../support/wait-for.ts';
import { someOf } from '../../support/which-cases.ts';
import {
  BRAND,
  placeRouters,
  roles,
  runContracts,
  shareChain,
  UNISWAP_V2_ROUTER,
  UNISWAP_V3_ROUTER,
  V4_POOL_MANAGER,
} from './contracts-fixture.ts';

const at = shareChain(async ({ chain }) => {
  await placeRouters(chain, [UNISWAP_V2_ROUTER, UNISWAP_V3_ROUTER, V4_POOL_MANAGER]);
});

const { admin, executor, signer, treasury, other, poor } = roles();
const product = productOf({ brand: BRAND, admin: admin.address });
const addressOf = (name: string) => product.find((contract) => contract.name === name)?.address ?? '';
const NEEDED = 8;
/**
 * The moments at which the test kills the deployment: before or after its n-th transaction. The usual test run uses only some of the
 * entries, so entries that follow each other are as different as possible.
 */
const KILLS = [3, 6, 1, 4, 7, 2, 5, 0].flatMap((nth) => [['after', nth] as const, ['before', (nth + 4) % NEEDED] as const]);

const run = (word: string, args: readonly string[] = [], env: Record<string, string> = {}, rpcUrl = at.chain.rpcUrl) =>
  runContracts({ folder: at.folder, rpcUrl }, word, ['--price', '2000', ...args], env);
const status = () => runContracts({ folder: at.folder, rpcUrl: at.chain.rpcUrl }, 'status');
const sentBy = async ({ address }: { readonly address: string }) =>
  Number(await at.chain.rpc('eth_getTransactionCount', [address, 'latest']));

async function withNetworks<T>(work: (networks: ReturnType<typeof createNetworks>) => Promise<T>): Promise<T> {
  const store = await openStoreAt(`sqlite:${at.folder.file('coxswain.db')}`, wallClock);
  try {
    const settings = { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
    return await work(createNetworks({ records: store.records, settings }));
  } finally {
    await store.close();
  }
}
/** Reads the entries in the audit of admins, newest first. */
async function audited(): Promise<readonly AuditEntry[]> {
  const store = await openStoreAt(`sqlite:${at.folder.file('coxswain.db')}`, wallClock);
  try {
    return (await createAudit({ records: store.records, clock: wallClock, ids: randomIds }).list({ limit: 10 })).entries;
  } finally {
    await store.close();
  }
}
const recorded = () => withNetworks(async (networks) => (await networks.get(REAL_CHAIN_ID))?.contracts);

test('plan shows each transaction and its cost, and sends nothing', async () => {
  const { text } = await run('plan');
  expect(text).toContain(`Chain ${REAL_CHAIN_ID} (Base), brand ${BRAND}, admin ${admin.address}`);
  for (const { name, address } of product)
    expect(text).toMatch(new RegExp(`${name} +needed +\\d+ +0\\.0\\d+ .*Deploy ${name} at ${address}`));
  expect(text).toMatch(/DcaVault set-up +needed +~\d+ /);
  expect(text).toContain(`uniswap_v3 ${UNISWAP_V3_ROUTER}`);
  expect(await sentBy(admin)).toBe(0);
  const plan = (await run('plan', ['--json'])).json();
  expect(plan).toMatchObject({ chainId: REAL_CHAIN_ID, brand: BRAND, admin: admin.address, store: null, problems: [] });
  const { steps, total } = plan as { steps: { costUsd: string | null; state: string }[]; total: { costUsd: string } };
  expect(steps.filter(({ state }) => state === 'needed')).toHaveLength(NEEDED);
  expect(Number(total.costUsd)).toBeCloseTo(
    steps.reduce((sum, { costUsd }) => sum + Number(costUsd ?? 0), 0),
    6,
  );
  expect(Number(total.costUsd)).toBeGreaterThan(1);
});

test('deploy is a dry run until --yes; then the chain has everything, the record names it, and nothing is left to do', async () => {
  expect((await run('deploy')).lines.at(-1)).toBe(`Nothing was sent. Add --yes to send ${NEEDED} transactions.`);
  expect(await sentBy(admin)).toBe(0);
  const args = ['--treasury', treasury.address, '--fee-bps', '25', '--relayer-fee-bps', '10'];
  const { text } = await run('deploy', [...args, '--yes']);
  expect(text).toContain(`DcaVault ${addressOf('DcaVault')}`);
  expect(text).toContain(`DCA_VAULT_ADDRESSES={"${REAL_CHAIN_ID}":"${addressOf('DcaVault')}"}`);
  expect(await sentBy(admin)).toBe(NEEDED);
  expect(await recorded()).toMatchObject({
    ...{ dcaVault: addressOf('DcaVault'), autopilotVault: addressOf('AutopilotVault'), relayer: addressOf('Relayer') },
    uniswapV4: { swapRouter: addressOf('V4SwapRouter') },
  });
  const noted = { act: 'change-network', subject: String(REAL_CHAIN_ID), via: 'operator', by: operatorName(), outcome: 'done' };
  expect(await audited()).toMatchObject([{ ...noted, after: { contracts: { relayer: addressOf('Relayer') } } }]);
  const shown = (await status()).text;
  expect(shown).toContain(`DcaVault ${addressOf('DcaVault')}`);
  expect(shown).toMatch(/version +2, the code of this version/);
  expect(shown).toMatch(new RegExp(`executors +${executor.address}`));
  expect(shown).toMatch(new RegExp(`signers +${signer.address}`));
  expect(shown.match(new RegExp(`treasury +${treasury.address}`, 'g'))).toHaveLength(2);
  expect(shown.match(/fee +\d+ bps/g)?.map((line) => line.replace(/ +/, ' '))).toEqual(['fee 25 bps', 'fee 25 bps', 'fee 10 bps']);
  expect(shown).toMatch(/delay +86400 s/);
  for (const router of [UNISWAP_V2_ROUTER, UNISWAP_V3_ROUTER, addressOf('V4SwapRouter')]) expect(shown).toContain(router);
  expect((await run('deploy', args)).lines.at(-1)).toBe('The chain already has everything: no transaction is needed.');
  expect((await run('deploy', [...args, '--yes'])).text).toContain('needed no change');
  expect(await sentBy(admin)).toBe(NEEDED);
});

test('the planned cost is an upper bound of the paid cost, and at most about three times as high', async () => {
  const { steps } = (await run('plan', ['--json'])).json() as { steps: { step: string; gas: string | null }[] };
  const { sent } = (await run('deploy', ['--yes', '--json'])).json() as { sent: { id: string; hash: string | null }[] };
  expect(sent.filter(({ hash }) => hash !== null)).toHaveLength(NEEDED);
  for (const { id, hash } of sent) {
    if (hash === null) continue;
    const receipt = (await at.chain.rpc('eth_getTransactionReceipt', [hash])) as { gasUsed: string };
    const share = Number(receipt.gasUsed) / Number(steps.find(({ step }) => step === id)?.gas);
    expect([id, share, share <= 1 && share > 0.3]).toEqual([id, share, true]);
  }
});

test("a rollup's fee for layer 1 is part of the cost", async () => {
  type Plan = { steps: { costWei: string | null; state: string }[]; total: { costWei: string } };
  const before = (await run('plan', ['--json'])).json() as Plan;
  // Code for the fee oracle of an OP-stack rollup: `getL1Fee` returns 0.001 ETH for any data, and there is no operator fee.
  const oracle = '0x60003560e01c6349948e0e1460145760006000fd5b66038d7ea4c6800060005260206000f3';
  await at.chain.rpc('anvil_setCode', ['0x420000000000000000000000000000000000000f', oracle]);
  const after = (await run('plan', ['--json'])).json() as Plan;
  const more = BigInt(after.total.costWei) - BigInt(before.total.costWei);
  // The plan contains twice the current data fee of each transaction, which is the upper limit here. The lower limit is less strict,
  // because the chain's base fee, and with it the rest of the costs, falls between the two plans.
  const most = BigInt(NEEDED) * 2n * 10n ** 15n;
  expect(more).toBeLessThanOrEqual(most);
  expect(more).toBeGreaterThan((most * 8n) / 10n);
});

test('killed before or after any transaction, the next run continues, and nothing is sent twice', async () => {
  for (const [when, nth] of someOf(KILLS, 3)) {
    const snapshot = await at.chain.rpc('evm_snapshot');
    const killed = Promise.withResolvers<void>();
    using proxy = startSendProxy(at.chain.rpcUrl, nth, when, () => killed.resolve());
    // The first run is treated as killed once the proxy has stopped forwarding its transactions. Its result is not awaited; its pending
    // requests end when the proxy is closed.
    const abandoned = run('deploy', ['--yes'], {}, proxy.url).catch((error: unknown) => error);
    await Promise.race([killed.promise, abandoned]);
    const mined = when === 'before' ? nth : nth + 1;
    await waitFor(async () => (await sentBy(admin)) === mined, { what: `${mined} transactions` });
    await run('deploy', ['--yes']);
    expect([when, nth, await sentBy(admin)]).toEqual([when, nth, NEEDED]);
    expect(await recorded()).toMatchObject({ dcaVault: addressOf('DcaVault') });
    await at.chain.rpc('evm_revert', [snapshot]);
    await withNetworks(async (networks) => {
      const network = await networks.get(REAL_CHAIN_ID);
      if (network !== null) await networks.put({ ...network, contracts: { ...network.contracts, dcaVault: null } } as Network);
    });
  }
}, 120_000);

test('a transaction that is not mined yet is awaited, and not sent again', async () => {
  await at.chain.rpc('evm_setAutomine', [false]);
  const killed = Promise.withResolvers<void>();
  using proxy = startSendProxy(at.chain.rpcUrl, 0, 'after', () => killed.resolve());
  const abandoned = run('deploy', ['--yes'], {}, proxy.url).catch((error: unknown) => error);
  await Promise.race([killed.promise, abandoned]);
  const looked = Promise.withResolvers<void>();
  using second = startSendProxy(
    at.chain.rpcUrl,
    -1,
    'before',
    () => undefined,
    (method, count) => {
      if (method === 'eth_getTransactionCount' && count === 4) looked.resolve();
    },
  );
  const done = run('deploy', ['--yes'], {}, second.url);
  await looked.promise;
  expect(second.sends()).toBe(0);
  await at.chain.rpc('evm_setAutomine', [true]);
  await at.chain.rpc('evm_mine');
  await done;
  expect(second.sends()).toBe(NEEDED - 1);
  expect(await sentBy(admin)).toBe(NEEDED);
});

test('other code at an address is refused, and nothing is sent', async () => {
  await at.chain.rpc('anvil_setCode', [addressOf('Relayer'), '0x6001']);
  const refused = `Relayer: The code at ${addressOf('Relayer')} differs`;
  await expect(run('plan')).rejects.toThrow(refused);
  await expect(run('deploy', ['--yes'])).rejects.toThrow(refused);
  await expect(run('deploy', ['--unsigned', 'out.json'])).rejects.toThrow(refused);
  expect(await sentBy(admin)).toBe(0);
});

test('an endpoint of another chain is refused', async () => {
  await using ethereum = await startRealChain(1);
  await expect(run('deploy', ['--yes'], {}, ethereum.rpcUrl)).rejects.toThrow(`serves chain 1. Correct RPC_${REAL_CHAIN_ID}.`);
  const both = `${at.chain.rpcUrl},${ethereum.rpcUrl}`;
  await expect(run('plan', [], {}, both)).rejects.toThrow('serves chain 1');
});

test('an endpoint that does not answer is left out and named, as long as another one serves the chain', async () => {
  const dead = `http://127.0.0.1:${await freePort()}`;
  const written = spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    const { text } = await run('plan', [], {}, `${dead}/key-4242,${at.chain.rpcUrl}`);
    expect(text).toContain('DcaVault');
    const told = written.mock.calls.map(([line]) => String(line)).join('');
    expect(told).toContain(`The endpoint ${new URL(dead).host} in RPC_${REAL_CHAIN_ID} cannot be used: `);
    expect(told).toContain('The other endpoint is used.');
    expect(told).not.toContain('4242');
    await expect(run('plan', [], {}, dead)).rejects.toThrow('cannot be used');
  } finally {
    written.mockRestore();
  }
});

test('a key with too little is refused before anything is sent', async () => {
  await at.chain.rpc('anvil_setBalance', [poor.address, '0x5af3107a4000']);
  const deploy = run('deploy', ['--yes', '--admin', admin.address], { CONTRACTS_KEY: poor.privateKey });
  await expect(deploy).rejects.toThrow('Nothing was sent. The account of the key has 0.0001 ETH and needs up to 0.');
  expect(await sentBy(poor)).toBe(0);
  expect((await run('plan', ['--admin', admin.address], { CONTRACTS_KEY: poor.privateKey })).text).toContain(': too little.');
});

test('public test keys and the executor’s key are refused', async () => {
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
  await expect(run('deploy', ['--yes'], { CONTRACTS_KEY: key })).rejects.toThrow('public test mnemonic');
  const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  for (const role of ['admin', 'executor', 'signer', 'treasury'])
    await expect(run('deploy', ['--yes', `--${role}`, account])).rejects.toThrow(`The ${role} ${account} is an account of the public test`);
  await expect(run('deploy', ['--yes'], { CONTRACTS_KEY: executor.privateKey })).rejects.toThrow('is also the EXECUTOR_KEY of chain');
  for (const { address } of [admin, executor]) expect(await sentBy({ address })).toBe(0);
});

test('a record that names another contract is not changed, and nothing is sent, without --replace', async () => {
  await withNetworks(async (networks) => {
    await networks.seed();
    const network = await networks.get(REAL_CHAIN_ID);
    if (network === null) throw new Error('Base was not seeded');
    await networks.put({ ...network, contracts: { ...network.contracts, dcaVault: other.address } });
  });
  await expect(run('deploy', ['--yes'])).rejects.toThrow(`names other contracts: DcaVault ${other.address}, not ${addressOf('DcaVault')}`);
  await expect(run('deploy')).rejects.toThrow('add --replace');
  for (const option of ['--unsigned', '--safe']) await expect(run('deploy', [option, 'out.json'])).rejects.toThrow('add --replace');
  expect(existsSync(at.folder.file('out.json'))).toBe(false);
  expect((await run('plan')).text).toContain(
    `Note: The Network record of chain ${REAL_CHAIN_ID} names other contracts: DcaVault ${other.address}`,
  );
  expect(await sentBy(admin)).toBe(0);
  expect((await run('deploy', ['--replace'])).lines.at(-1)).toContain(`send ${NEEDED} transactions`);
  await run('deploy', ['--yes', '--replace']);
  expect(await recorded()).toMatchObject({ dcaVault: addressOf('DcaVault') });
});

test('the deterministic deployer is deployed on a chain without it, and the total cost is at most the planned cost', async () => {
  await at.chain.rpc('anvil_setCode', ['0x4e59b44847b379578588920ca78fbf26c0b4956c', '0x']);
  type Plan = {
    steps: { state: string; costWei: string | null; valueWei: string | null }[];
    total: { costWei: string };
    neededWei: string;
  };
  const balance = async () => BigInt((await at.chain.rpc('eth_getBalance', [admin.address, 'latest'])) as string);
  const { steps, total, neededWei } = (await run('plan', ['--json'])).json() as Plan;
  expect(BigInt(steps[0]?.valueWei ?? 0)).toBe(10n ** 16n);
  expect(BigInt(steps[0]?.costWei ?? 0)).toBeGreaterThan(10n ** 16n);
  expect(total.costWei).toBe(neededWei);
  const count = steps.filter(({ state }) => state === 'needed').length;
  expect(count).toBe(NEEDED + 2);
  expect((await run('deploy')).lines.at(-1)).toBe(`Nothing was sent. Add --yes to send ${count} transactions.`);
  const before = await balance();
  expect((await run('deploy', ['--yes'])).text).toContain(`Sent ${count} transactions, in blocks`);
  expect(before - (await balance())).toBeLessThanOrEqual(BigInt(neededWei));
  expect(await recorded()).toMatchObject({ dcaVault: addressOf('DcaVault') });
});

test('vaults that would allow no router are opened only if that is asked for', async () => {
  // The chain has no contract at the address of this router, so no router would be allowed.
  const without = ['--routers', '0x'];
  const refusal = 'Nothing was sent. The vaults would allow no router, so they could not trade';
  await expect(run('plan', without)).rejects.toThrow('The vaults would allow no router');
  await expect(run('deploy', without)).rejects.toThrow(refusal);
  const before = await sentBy(admin);
  await expect(run('deploy', [...without, '--yes'])).rejects.toThrow('only after the delay of 86400 s');
  expect(await sentBy(admin)).toBe(before);
  const { text } = await run('deploy', [...without, '--without-routers', '--yes']);
  expect(text).toContain('Deployed and set up on chain 8453');
  // The vaults are open now, so there is nothing more to refuse.
  expect((await run('deploy', [...without, '--yes'])).text).toContain('Deployed and set up on chain 8453');
});
