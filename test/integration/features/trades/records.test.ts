import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asUnits } from '../../../support/branded.ts';
import { alice, bob, CHAIN_ID, createTradesFixture, type Reply } from './trades-fixture.ts';

let f: Awaited<ReturnType<typeof createTradesFixture>>;
beforeAll(async () => {
  f = await createTradesFixture();
});
afterAll(() => f[Symbol.asyncDispose]());

const problemsOf = ({ errors }: Reply): string => JSON.stringify(errors);
let wallets = 0;
/** Returns a wallet that no other test uses. */
function newWallet(): string {
  wallets += 1;
  return `0x${wallets.toString(16).padStart(40, 'b')}`;
}

describe('POST /defi/transaction', () => {
  test('answers with the record, in our own forms', async () => {
    const body = f.body({ walletAddress: alice.address.toUpperCase().replace('0X', '0x'), fromToken: `0x${'eE'.repeat(20)}` });
    const { status, data } = await f.post('/transaction', {
      ...body,
      txHash: body.txHash.toUpperCase(),
      amountOutMin: '3',
      aggregator: 'lifi',
    });
    expect({ status, data }).toMatchObject({
      status: 201,
      data: {
        ...{ _id: body.txHash, id: body.txHash, txHash: body.txHash, walletAddress: alice.address.toLowerCase(), type: 'swap' },
        ...{
          recipient: alice.address.toLowerCase(),
          fromToken: NATIVE_ADDRESS,
          amountIn: '5000000',
          amountOutMin: '3',
          aggregator: 'lifi',
        },
        ...{ status: 'pending', substatus: null, amountOutActual: null, explorerUrl: null, quoteId: null },
      },
    });
  });

  test('the same request again is the same record; another one under its UUID is 409, however close together', async () => {
    const body = f.body({ walletAddress: newWallet() });
    const same = await Promise.all([f.post('/transaction', body), f.post('/transaction', body)]);
    expect(same.map(({ status }) => status).sort()).toEqual([201, 201]);
    expect(await f.post('/transaction', body)).toMatchObject({ status: 200, data: { id: body.txHash } });
    expect(await f.post('/transaction', { ...body, amountIn: '6' })).toMatchObject({ status: 409, errors: { code: 'transaction-exists' } });
    const other = f.body({ walletAddress: newWallet() });
    const two = await Promise.all([f.post('/transaction', other), f.post('/transaction', { ...other, amountIn: '7' })]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await f.get(`/transaction/${other.walletAddress}`)).toMatchObject({ data: [{ id: other.txHash }] });
  });

  test('every problem is listed at once', async () => {
    const reply = await f.post('/transaction', { txHash: '0x1', amountIn: '1e5', amountOutMin: -1, type: 'gift', aggregator: 'A B' });
    expect(reply.status).toBe(400);
    for (const name of ['txHash', 'walletAddress', 'amountIn', 'amountOutMin', 'type', 'aggregator'])
      expect(problemsOf(reply)).toContain(`"body.${name}"`);
    // This body has problems that can be found only for a known chain, and an unknown chain. The reply must list them together with all
    // other problems.
    const body = {
      txHash: '0x1',
      walletAddress: 'zz',
      recipient: 'yy',
      fromChainId: 1,
      toChainId: 99_999,
      fromToken: 'q',
      toToken: 'w',
      amountIn: 5,
    };
    const members = ['txHash', 'walletAddress', 'recipient', 'toChainId', 'fromToken', 'toToken', 'amountIn'];
    const far = problemsOf(await f.post('/transaction', body));
    for (const name of members) expect(far).toContain(`"body.${name}"`);
    const near = problemsOf(
      await f.post('/transaction', { ...body, txHash: crypto.randomUUID(), amountIn: '5', amountOutMin: '2', amountOutExpected: '1' }),
    );
    for (const name of ['walletAddress', 'recipient', 'toChainId', 'fromToken', 'toToken', 'amountOutMin'])
      expect(near).toContain(`"body.${name}"`);
  });

  test('the same request with its addresses cased in another way is the same request', async () => {
    const walletAddress = newWallet();
    const body = f.body({ walletAddress, recipient: walletAddress });
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;
    expect(await f.post('/transaction', body)).toMatchObject({ status: 201 });
    const [fromToken, toToken, recipient] = [upper(body.fromToken), upper(body.toToken), upper(walletAddress)];
    const again = await f.post('/transaction', { ...body, walletAddress: recipient, recipient, fromToken, toToken });
    expect(again).toMatchObject({ status: 200, data: { walletAddress: walletAddress.toLowerCase() } });
    expect(await f.post('/transaction', { ...body, amountIn: '6000000' })).toMatchObject({ status: 409 });
  });

  test('missing and impossible members are all listed', async () => {
    const { txHash } = f.body();
    const bare = await f.post('/transaction', { txHash, walletAddress: alice.address });
    for (const name of ['fromChainId', 'toChainId', 'fromToken', 'toToken', 'amountIn'])
      expect(problemsOf(bare)).toContain(`"body.${name}"`);
    expect(problemsOf(await f.post('/transaction', f.body({ toChainId: 10, type: 'swap' })))).toContain('not-a-swap');
    expect(problemsOf(await f.post('/transaction', f.body({ toChainId: 999_999 })))).toContain('unknown-chain');
    expect(problemsOf(await f.post('/transaction', f.body({ fromToken: 'USDC' })))).toContain('invalid-address');
    expect(problemsOf(await f.post('/transaction', f.body({ amountOutExpected: '1', amountOutMin: '2' })))).toContain('above-expected');
    expect(problemsOf(await f.post('/transaction', f.body({ amountIn: '0' })))).toContain('body.amountIn');
    expect(await f.get(`/tx/${txHash}`)).toMatchObject({ status: 404 });
  });

  test('between chains of other forms the recipient has to be named, in the form of its chain', async () => {
    const solana = 'So11111111111111111111111111111111111111112';
    const across = { toChainId: 102, toToken: solana };
    expect(problemsOf(await f.post('/transaction', f.body(across)))).toContain('"body.recipient"');
    expect(problemsOf(await f.post('/transaction', f.body({ ...across, recipient: bob.address })))).toContain('"body.recipient"');
    const made = await f.post('/transaction', f.body({ ...across, recipient: solana }));
    expect(made).toMatchObject({ status: 201, data: { type: 'bridge', recipient: solana, toChainId: 102 } });
  });

  test('a quote that is still kept fills in what was left out, and must not be contradicted', async () => {
    const quoteId = crypto.randomUUID();
    f.quotes.set(quoteId, {
      ...{
        type: 'swap',
        fromChainId: CHAIN_ID,
        toChainId: CHAIN_ID,
        fromToken: f.token('USDC'),
        toToken: f.token('WETH'),
        amountIn: asUnits('9'),
      },
      ...{
        amountOutExpected: asUnits('8'),
        amountOutMin: asUnits('7'),
        aggregator: 'odos',
        wallet: null,
        recipient: parseAddress(bob.address),
        reference: null,
      },
    });
    const walletAddress = newWallet();
    const filled = await f.post('/transaction', { txHash: crypto.randomUUID(), walletAddress, quoteId });
    expect(filled).toMatchObject({
      status: 201,
      data: {
        quoteId,
        amountIn: '9',
        amountOutExpected: asUnits('8'),
        amountOutMin: asUnits('7'),
        aggregator: 'odos',
        recipient: parseAddress(bob.address),
      },
    });
    for (const other of [{ toToken: f.token('WBTC') }, { recipient: alice.address }, { type: 'bridge' }, { aggregator: 'lifi' }]) {
      const against = { txHash: crypto.randomUUID(), walletAddress, quoteId, ...other };
      expect(problemsOf(await f.post('/transaction', against))).toContain('differs-from-quote');
    }
    const gone = await f.post('/transaction', { txHash: crypto.randomUUID(), walletAddress, quoteId: crypto.randomUUID() });
    expect(problemsOf(gone)).toContain('the quote with this id has expired');
  });

  test('worthless records under a wallet’s name have no effect: above 100 open records the least substantiated are closed, and can be opened again', async () => {
    const walletAddress = newWallet();
    const make = async () => {
      const body = f.body({ walletAddress });
      expect((await f.post('/transaction', body)).status).toBe(201);
      return body.txHash;
    };
    const first = await make();
    const hashed = await make();
    const hash = (digit: string) => ({ txHash: `0x${digit.repeat(64)}` });
    expect((await f.patch(`/transaction/hash/${hashed}`, hash('a'))).status).toBe(200);
    for (let i = 2; i < 100; i += 1) await make();
    const own = await make();
    expect(await f.get(`/tx/${own}`)).toMatchObject({ data: { status: 'pending' } });
    expect(await f.get(`/tx/${hashed}`)).toMatchObject({ data: { status: 'pending' } });
    expect(await f.get(`/tx/${first}`)).toMatchObject({ data: { status: 'failed', reason: 'status-unknown' } });
    expect((await f.patch(`/transaction/hash/${first}`, hash('b'))).status).toBe(200);
    expect(await f.get(`/tx/${first}`)).toMatchObject({ data: { status: 'pending' } });
    const open = await f.get(`/transaction/${walletAddress}?status=pending`);
    expect(open.data).toHaveLength(100);
  });
});

describe('lists', () => {
  test('are newest first, in pages that miss and repeat nothing', async () => {
    const walletAddress = newWallet();
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      const body = f.body({ walletAddress });
      await f.post('/transaction', body);
      made.unshift(body.txHash);
      await f.pass(1_000);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Reply = await f.get(`/transaction/${walletAddress}?limit=3${more}`);
      const rows: readonly { id: string }[] = page.data;
      seen.push(...rows.map(({ id }) => id));
      cursor = page.headers.get('x-next-cursor');
    } while (cursor !== null);
    expect(seen).toEqual(made);
    expect(await f.get(`/tx/wallet/${walletAddress}`)).toMatchObject({ data: { id: made[0] } });
  });

  test('of a wallet without trades are empty, its newest one is 404, and others do not see its records', async () => {
    const walletAddress = newWallet();
    expect(await f.get(`/transaction/${walletAddress}`)).toMatchObject({ status: 200, data: [] });
    expect(await f.get(`/txn/${walletAddress}`)).toMatchObject({ status: 200, data: [] });
    expect(await f.get(`/tx/wallet/${walletAddress}`)).toMatchObject({ status: 404 });
    const body = f.body();
    await f.post('/transaction', body);
    expect(await f.get(`/transaction/${walletAddress}/${body.txHash}`)).toMatchObject({ status: 404 });
  });

  test('garbage gives a clear 4xx', async () => {
    for (const path of [
      ...['/transaction/x', '/transaction/hash', '/txn/0x1', '/tx/wallet/me', '/tx/zzz', '/txHash/0x12', '/transaction/update'],
      ...['limit=0', 'limit=201', 'limit=x', 'cursor=', 'cursor=garbage', 'status=won'].map(
        (query) => `/transaction/${alice.address}?${query}`,
      ),
    ]) {
      const { status, errors } = await f.get(path);
      expect({ path, status, code: typeof errors?.code }).toEqual({ path, status: 400, code: 'string' });
    }
  });
});

describe('statuses that clients send', () => {
  test('PATCH /defi/transaction/update and POST /defi/bridge/qube never set one: they start a check of the trade', async () => {
    const body = f.body();
    await f.post('/transaction', body);
    const said = { txHash: body.txHash, status: 'success', destinationTxHash: `0x${'1'.repeat(64)}` };
    const claimed = { status: 'success', destinationTxHash: said.destinationTxHash };
    const pending = { status: 'pending', destinationTxHash: null, verified: null, claimed };
    expect(await f.patch('/transaction/update', said)).toMatchObject({ status: 200, data: pending });
    expect(await f.patch('/transaction/update', { txHash: body.txHash })).toMatchObject({ status: 200, data: pending });
    expect(await f.post('/bridge/qube', said)).toMatchObject({ status: 200, data: { success: true, transaction: { status: 'pending' } } });
    const receipt = await f.send(alice, f.token('USDC'), f.transfer(bob.address, 10n ** 40n));
    await f.patch(`/transaction/hash/${body.txHash}`, { txHash: receipt.transactionHash });
    expect(await f.patch('/transaction/update', said)).toMatchObject({
      status: 200,
      data: { status: 'failed', reason: 'reverted', verified: true },
    });
  });

  test('a claim changes at most 20 times, and the last one stays', async () => {
    const body = f.body();
    await f.post('/transaction', body);
    const say = (i: number) =>
      f.patch('/transaction/update', { txHash: body.txHash, destinationTxHash: `0x${String(i).padStart(64, '0')}` });
    for (let i = 1; i <= 20; i += 1) expect(await say(i)).toMatchObject({ status: 200 });
    expect(await say(21)).toMatchObject({ status: 429, errors: { code: 'too-many-claims' } });
    expect(await say(20)).toMatchObject({ status: 200, data: { claimed: { destinationTxHash: `0x${'20'.padStart(64, '0')}` } } });
  });

  test('for an order that its aggregator sends itself, the order id is accepted once in place of a hash', async () => {
    const body = f.body({ aggregator: 'cow' });
    await f.post('/transaction', body);
    const asked: unknown[] = [];
    f.providers.set('cow', async ({ reference }) => {
      asked.push(reference);
      return { status: 'pending', hash: null, substatus: 'open', amountOut: null };
    });
    const uid = `0x${'ab'.repeat(56)}`;
    const path = `/transaction/hash/${body.txHash}`;
    expect(await f.patch(path, { txHash: uid })).toMatchObject({ status: 200, data: { txHash: body.txHash, status: 'pending' } });
    expect(await f.patch(path, { txHash: uid })).toMatchObject({ status: 200 });
    expect(await f.patch(path, { txHash: `0x${'cd'.repeat(56)}` })).toMatchObject({ status: 409, errors: { code: 'order-is-known' } });
    await f.pass(12_000);
    expect(asked).toEqual([{ orderUid: uid, network: 'mainnet' }]);
    expect(await f.get(`/tx/${body.txHash}`)).toMatchObject({ data: { substatus: 'open' } });
    const other = f.body({ aggregator: 'lifi' });
    await f.post('/transaction', other);
    expect(await f.patch(`/transaction/hash/${other.txHash}`, { txHash: uid })).toMatchObject({ status: 400 });
  });

  test('a completion without a record is stored; an impossible transaction is refused', async () => {
    const txHash = `0x${'9'.repeat(64)}`;
    expect(await f.post('/bridge/qube', { txHash })).toMatchObject({ status: 200, data: { success: true, transaction: null } });
    for (const body of [{}, { txHash: 'x' }, { txHash, destinationTxHash: 'y' }, { txHash, walletAddress: 5 }])
      expect(await f.post('/bridge/qube', body)).toMatchObject({ status: 400 });
    expect(await f.patch('/transaction/update', { txHash })).toMatchObject({ status: 404 });
  });
});
