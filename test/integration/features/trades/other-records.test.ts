import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { privateKeyToAccount } from 'viem/accounts';
import { signRequest } from '../../../../src/client/signed-request.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { alice, BRAND, bob, CHAIN_ID, createTradesFixture, type Reply } from './trades-fixture.ts';

let f: Awaited<ReturnType<typeof createTradesFixture>>;
beforeAll(async () => {
  f = await createTradesFixture();
});
afterAll(() => f[Symbol.asyncDispose]());

const problemsOf = ({ errors }: Reply): string => JSON.stringify(errors);
const wallet = alice.address.toLowerCase();
let wallets = 0;
function newWallet(): string {
  wallets += 1;
  return `0x${wallets.toString(16).padStart(40, 'c')}`;
}

describe('orders', () => {
  const full = (more: Record<string, unknown> = {}) => ({
    ...{ walletAddress: newWallet(), fromChainId: 1, toChainId: 1, fromToken: '0xa', toToken: '0xb', amountIn: '5' },
    ...more,
  });

  test('placed elsewhere are stored once, with all their members', async () => {
    const body = { orderId: '0xcow', walletAddress: newWallet(), aggregator: 'cow', metaData: { 'a.b': 1, $set: { x: [null, 'y'] } } };
    const made = await f.post('/order/create', body);
    expect(made).toMatchObject({ status: 201, data: { orderId: '0xcow', status: 'open', metaData: body.metaData, amountIn: null } });
    expect(await f.post('/order/create', body)).toMatchObject({ status: 200, data: made.data });
    const other = await f.post('/order/create', { ...body, status: 'filled' });
    expect(other).toMatchObject({ status: 409, errors: { code: 'order-exists' } });
    expect(await f.get(`/order/${body.walletAddress}`)).toMatchObject({ status: 200, data: [made.data] });
    // Two wallets may use the same order id, because it is unique only within a wallet.
    expect(await f.post('/order/create', { ...body, walletAddress: newWallet() })).toMatchObject({ status: 201 });
  });

  test('of the newer kind say in full what is traded, and get an id when they have none', async () => {
    const bare = await f.post('/order', { walletAddress: wallet });
    for (const name of ['fromChainId', 'toChainId', 'fromToken', 'toToken', 'amountIn'])
      expect(problemsOf(bare)).toContain(`"body.${name}"`);
    const body = full({ expiresAt: '2026-02-01T00:00:00Z' });
    const [first, second] = [await f.post('/order', body), await f.post('/order', body)];
    const ids: readonly { orderId: string }[] = [first.data, second.data];
    expect(new Set(ids.map(({ orderId }) => orderId)).size).toBe(2);
  });

  test('are listed newest first, in pages', async () => {
    const walletAddress = newWallet();
    for (const orderId of ['1', '2', '3', '4', '5']) {
      await f.post('/order', full({ walletAddress, orderId }));
      await f.pass(1_000);
    }
    const first = await f.get(`/order/${walletAddress}?limit=3`);
    expect(first.data).toMatchObject([{ orderId: '5' }, { orderId: '4' }, { orderId: '3' }]);
    const rest = await f.get(`/order/${walletAddress}?limit=3&cursor=${encodeURIComponent(first.headers.get('x-next-cursor') ?? '')}`);
    expect(rest.data).toMatchObject([{ orderId: '2' }, { orderId: '1' }]);
    expect(rest.headers.has('x-next-cursor')).toBe(false);
  });

  test('that are too large or invalid are refused and not stored', async () => {
    const walletAddress = newWallet();
    expect(await f.post('/order', full({ walletAddress, metaData: { a: 'x'.repeat(20_000) } }))).toMatchObject({ status: 413 });
    for (const more of [
      ...['-1', '1.5', '1e5', 5, '9'.repeat(79)].map((amountIn) => ({ amountIn })),
      ...['tomorrow', '2026-13-01T00:00:00Z', 5].map((expiresAt) => ({ expiresAt })),
      ...['x', 5, [1]].map((metaData) => ({ metaData })),
      ...[{ fromChainId: '1' }, { fromChainId: 0 }, { orderId: '' }, { status: {} }, { walletAddress: 'me' }],
    ])
      expect(await f.post('/order', full({ walletAddress, ...more }))).toMatchObject({ status: 400 });
    const infinite = JSON.stringify(full({ walletAddress, metaData: { a: 0 } })).replace('{"a":0}', '{"a":1e999}');
    expect(await f.post('/order', infinite)).toMatchObject({ status: 400 });
    expect(await f.get(`/order/${walletAddress}`)).toMatchObject({ data: [] });
  });
});

describe('smart-contract accounts', () => {
  const sca = () => ({ chainId: 1, scaAddress: newWallet(), ownerAddress: newWallet(), salt: '0x01' });

  test('are found by their owner and by themselves, on the chain that is asked for', async () => {
    const body = sca();
    const saved = await f.post('/save-sca', { ...body, scaAddress: body.scaAddress.toUpperCase().replace('0X', '0x') });
    expect(saved).toMatchObject({ status: 201, data: { ...body, factory: null, isVerified: false } });
    expect(await f.post('/save-sca', body)).toMatchObject({ status: 200 });
    for (const address of [body.ownerAddress, body.scaAddress])
      expect(await f.get(`/get-sca/${address}`)).toMatchObject({ status: 200, data: saved.data });
    expect(await f.get(`/get-sca/${body.ownerAddress}?chainId=10`)).toMatchObject({
      status: 404,
      errors: { code: 'smart-account-not-found' },
    });
    await f.post('/save-sca', { ...body, chainId: 10 });
    expect(await f.get(`/get-sca/${body.ownerAddress}?chainId=10`)).toMatchObject({ status: 200, data: { chainId: 10 } });
  });

  test('stay as saved, and nobody can keep an owner out', async () => {
    const body = sca();
    await f.post('/save-sca', { ...body, ownerAddress: newWallet() });
    expect(await f.post('/save-sca', body)).toMatchObject({ status: 201 });
    expect(await f.post('/save-sca', { ...body, salt: '0x02' })).toMatchObject({ status: 409, errors: { code: 'smart-account-exists' } });
    expect(await f.get(`/get-sca/${body.ownerAddress}`)).toMatchObject({ data: body });
  });

  test('are verified when the owner signs and the account names it, and then stand before those of strangers', async () => {
    // The smart account must be a contract with an `owner()` function, as in ERC-173. The DCA vault has one, so the test uses it as the
    // account.
    const scaAddress = f.deployment.contracts.dcaVault;
    const { address, privateKey } = devnetAccounts.deployer;
    const { signMessage } = privateKeyToAccount(privateKey);
    const sign = (message: string) => signMessage({ message });
    const signed = (action: string, payload: object) =>
      signRequest({ action, payload, wallet: address, sign, brand: BRAND, timestamp: f.system.time.clock.now() });
    const trap = await f.post('/save-sca', { chainId: CHAIN_ID, scaAddress: newWallet(), ownerAddress: address });
    expect(trap).toMatchObject({ status: 201, data: { isVerified: false, isSigned: false, isNamedByAccount: false } });
    const body = await signed('save-sca', { chainId: CHAIN_ID, scaAddress, ownerAddress: address });
    const proved = { isVerified: true, isSigned: true, isNamedByAccount: true };
    expect(await f.post('/save-sca', body)).toMatchObject({ status: 201, data: proved });
    expect(await f.post('/save-sca', body)).toMatchObject({ status: 401, errors: { code: 'signature-replayed' } });
    await f.pass(1_000);
    for (const found of [address, scaAddress]) expect(await f.get(`/get-sca/${found}`)).toMatchObject({ data: { scaAddress, ...proved } });
    const forAnother = await signed('save-sca', { chainId: CHAIN_ID, scaAddress, ownerAddress: newWallet() });
    expect(await f.post('/save-sca', forAnother)).toMatchObject({ status: 403, errors: { code: 'not-your-account' } });
    expect(await f.post('/save-sca', { ...body, label: 'changed' })).toMatchObject({ status: 401 });
  });

  test('garbage gives a clear 4xx', async () => {
    for (const more of [{ chainId: '1' }, { chainId: -1 }, { scaAddress: 'x' }, { ownerAddress: null }, { factory: 'y' }, { salt: 5 }])
      expect(await f.post('/save-sca', { ...sca(), ...more })).toMatchObject({ status: 400 });
    for (const path of ['/get-sca/x', `/get-sca/${bob.address}?chainId=x`]) expect(await f.get(path)).toMatchObject({ status: 400 });
  });
});
