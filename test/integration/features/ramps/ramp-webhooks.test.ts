import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { alchemyPayBody, alchemyPayPath, alchemyPaySign } from '../../../../src/features/ramps/providers/alchemy-pay-signature.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type StandInRamps, startStandInRamps } from './stand-in-ramps.ts';
import { startRamps } from './start-ramps.ts';

const NOW = Date.parse('2026-11-30T08:00:00Z');
const [ALICE, BOB] = ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'].map(parseAddress) as [
  ReturnType<typeof parseAddress>,
  ReturnType<typeof parseAddress>,
];
const TERMS = { side: 'buy', fiat: 'EUR', crypto: 'USDC', network: 'BASE', fiatAmount: '200', wallet: ALICE };

let standIn: StandInRamps;
let service: Awaited<ReturnType<typeof startRamps>>;

beforeAll(async () => {
  standIn = startStandInRamps();
  service = await startRamps(standIn.env, () => NOW);
});
afterAll(async () => {
  await service.stop();
  standIn[Symbol.dispose]();
});

async function send(path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const sent = { 'content-type': 'application/json', ...headers };
  const response = await service.http.get(`/api/defi${path}`, { method: 'POST', body, headers: sent });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
async function read(path: string, wallet: string | null, method = 'GET') {
  const headers = wallet === null ? {} : { authorization: `Bearer ${wallet}` };
  const response = await service.http.get(`/api/defi/ramp-orders${path}`, { method, headers });
  return { status: response.status, ...JSON.parse(await response.text()) };
}
/** Waits until the order has been answered with a status: the provider is asked over HTTP, in real time. */
const untilStatus = (reference: string, wallet: string, status: string) =>
  waitFor(async () => ((await read(`/${reference}`, wallet)).data.status === status ? true : null), { what: `the status ${status}` });
async function checkout(): Promise<string> {
  const { text } = await send('/guardarian/checkout', JSON.stringify(TERMS));
  await service.test.settle();
  return JSON.parse(text).data.reference;
}
const guardarianHook = (payload: object) => send('/guardarian/webhook', JSON.stringify({ payload }));
const guardarianOrder = (reference: string, status: string, more: object = {}) =>
  standIn.orders.set('4001', {
    ...{ id: '4001', status, external_partner_link_id: reference, from_currency: 'EUR', from_amount: '200', to_currency: 'USDC' },
    ...{ to_network: 'BASE', to_amount: '211.7', ...more },
  });

test('an order is followed from its checkout to its end, and only its owner reads it', async () => {
  const reference = await checkout();
  guardarianOrder(reference, 'waiting');
  expect(await guardarianHook({ id: '4001', status: 'finished', external_partner_link_id: reference })).toMatchObject({ status: 200 });
  await untilStatus(reference, ALICE, 'awaiting-payment');
  // The webhook says that it is finished; the provider itself says that it waits for the payment.
  expect((await read(`/${reference}`, ALICE)).data).toMatchObject({
    ...{ reference, status: 'awaiting-payment', providerStatus: 'waiting', provider: 'guardarian', orderId: '4001' },
    ...{ fiatAmount: '200', cryptoAmount: '211.7', isVerified: false },
  });
  guardarianOrder(reference, 'finished', { output_hash: `0x${'ab'.repeat(32)}` });
  await service.test.advance(10_000);
  await guardarianHook({ id: '4001', status: 'finished', external_partner_link_id: reference });
  await untilStatus(reference, ALICE, 'completed');
  expect((await read(`/${reference}`, ALICE)).data).toMatchObject({ status: 'completed', transactionHash: `0x${'ab'.repeat(32)}` });
  await service.test.settle();
  expect((await read('?status=completed', ALICE)).data).toHaveLength(1);
  expect((await service.told(ALICE)).map(({ title }) => title)).toEqual(['Crypto arrived']);
  expect((await read(`/${reference}`, BOB)).status).toBe(404);
  expect((await read('', BOB)).data).toEqual([]);
  expect((await read(`/${reference}`, null)).status).toBe(401);
  expect((await read(`/${reference}/refresh`, ALICE, 'POST')).status).toBe(200);
});

test('a checkout that the provider refuses leaves no order', async () => {
  const wallet = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
  const { fiatAmount: _paid, ...terms } = { ...TERMS, wallet, cryptoAmount: '200' };
  expect(await send('/guardarian/checkout', JSON.stringify(terms))).toMatchObject({ status: 422 });
  await service.test.settle();
  expect((await read('', parseAddress(wallet))).data).toEqual([]);
});

test('a webhook of alchemy-pay is answered as it demands, and only a genuine one', async () => {
  const { text } = await send('/alchemy-pay/checkout', JSON.stringify(TERMS));
  const reference = JSON.parse(text).data.reference;
  const said = { appId: 'app1', orderNo: 'a-1', merchantOrderNo: reference, status: 'PAY_SUCCESS' };
  const timestamp = String(NOW);
  const path = '/api/defi/alchemy-pay/webhook';
  const newSignature = alchemyPaySign('s3cret-of-alchemy', { timestamp, method: 'POST', path, body: alchemyPayBody(said) });
  const body = JSON.stringify({ ...said, newSignature });
  expect(await send('/alchemy-pay/webhook', body, { timestamp })).toEqual({
    ...{ status: 200, type: 'text/plain;charset=utf-8', text: 'success' },
  });
  const changed = JSON.stringify({ ...said, status: 'FINISHED', newSignature });
  expect(await send('/alchemy-pay/webhook', changed, { timestamp })).toMatchObject({ status: 401 });
  expect(await send('/alchemy-pay/webhook', body, { timestamp: String(NOW + 1) })).toMatchObject({ status: 401 });
});

test('a webhook of alchemy-pay by GET has its members in the query, and is signed over the path with the query', async () => {
  const { text } = await send('/alchemy-pay/checkout', JSON.stringify(TERMS));
  const { reference } = JSON.parse(text).data;
  const timestamp = String(NOW);
  const said = { appId: 'app1', merchantOrderNo: reference, orderNo: 'a-2', status: 'PAY_SUCCESS' };
  const signed = alchemyPayPath('/api/defi/alchemy-pay/webhook', said);
  const newSignature = alchemyPaySign('s3cret-of-alchemy', { timestamp, method: 'GET', path: signed, body: '' });
  const get = async (members: Record<string, string>, headers: Record<string, string> = { timestamp }) => {
    const response = await service.http.get(`/api/defi/alchemy-pay/webhook?${new URLSearchParams(members)}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const genuine = { ...said, newSignature };
  await service.test.settle();
  const asked = standIn.asked.length;
  const others = [
    ...[{ ...genuine, status: 'FINISHED' }, { ...genuine, email: 'a@example.org' }, { ...genuine, appId: 'app2' }, said],
    ...[
      { ...genuine, newSignature: newSignature.toLowerCase() },
      { ...genuine, merchantOrderNo: crypto.randomUUID() },
    ],
  ];
  for (const forged of others) expect((await get(forged)).status).toBe(401);
  expect((await get(genuine, {})).status).toBe(401);
  expect(await get({})).toMatchObject({ status: 400, text: expect.stringContaining('or a GET with the same members in the query') });
  await service.test.settle();
  expect(standIn.asked.length).toBe(asked);
  expect(await get(genuine)).toEqual({ status: 200, text: 'success' });
  await service.test.advance(10_000);
  await service.test.settle();
  expect(standIn.asked.length).toBeGreaterThan(asked);
});

test('what is no webhook gets the status that says so, and moves nothing', async () => {
  // Alchemy Pay may still be asked about the order of the test before, in real time.
  const askedOthers = () => standIn.asked.filter((request) => !request.includes('/alchemy/')).length;
  await service.test.settle();
  const asked = askedOthers();
  expect(await send('/guardarian/webhook', 'x'.repeat(20_000_000))).toMatchObject({ status: 413 });
  expect(await send('/guardarian/webhook', new Uint8Array([0xff, 0xfe, 0x7b]))).toMatchObject({ status: 400 });
  expect(await send('/guardarian/webhook', '')).toMatchObject({ status: 400 });
  expect(await send('/guardarian/webhook', '{}', { 'content-type': 'text/xml' })).toMatchObject({ status: 415 });
  expect(await send('/guardarian/webhook', '[]')).toMatchObject({ status: 400 });
  expect(await send('/banxa/webhook', '{"order_id":"1"}')).toMatchObject({ status: 401 });
  expect(await send('/transak/webhook', '{"data":"x"}')).toMatchObject({ status: 503 });
  expect(await send('/onramp-money/webhook', '{}')).toMatchObject({ status: 503 });
  expect(await guardarianHook({ id: 'theirs', status: 'finished' })).toMatchObject({ status: 200 });
  await service.test.settle();
  expect(askedOthers()).toBe(asked);
});

test('a webhook of banxa is signed over the path that it was told', async () => {
  const body = JSON.stringify({ order_id: 'b-1', status: 'complete' });
  const signed = (path: string) => {
    const hex = createHmac('sha256', 's3cret-of-banxa').update(['POST', path, '1', body].join('\n')).digest('hex');
    return { authorization: `Bearer key-of-banxa:${hex}:1` };
  };
  expect(await send('/banxa/webhook', body, signed('/api/defi/banxa/webhook'))).toMatchObject({ status: 200 });
  expect(await send('/banxa/webhook', body, signed('/defi/banxa/webhook'))).toMatchObject({ status: 401 });
});

test('our webhook is registered by its public address', async () => {
  const { status, text } = await send('/guardarian/webhook-url', '');
  expect([status, JSON.parse(text).data]).toEqual([
    200,
    { provider: 'guardarian', url: 'https://api.example.org/api/defi/guardarian/webhook', isRegistered: false },
  ]);
  expect(await send('/onramp-money/setWebhook', '')).toMatchObject({ status: 503, text: expect.stringContaining('ONRAMP_MONEY_APP_ID') });
});

test('crypto is exchanged for crypto as an order of the same kind', async () => {
  const pair = { from: { crypto: 'BTC', network: 'BTC' }, to: { crypto: 'USDC', network: 'BASE' }, amount: '0.01' };
  const estimate = await send('/guardarian', JSON.stringify(pair));
  expect([estimate.status, JSON.parse(estimate.text).data]).toMatchObject([200, { receives: '951.5', to: { chainId: 8453 } }]);
  const started = await send('/guardarian/transaction', JSON.stringify({ ...pair, wallet: BOB }));
  const { order } = JSON.parse(started.text).data;
  expect([started.status, order]).toMatchObject([
    201,
    { orderId: '4001', fiat: 'BTC', fiatNetwork: 'BTC', crypto: 'USDC', amount: '0.01' },
  ]);
  standIn.orders.set('4001', { id: '4001', status: 'refunded', external_partner_link_id: order.reference });
  await guardarianHook({ id: '4001', external_partner_link_id: order.reference });
  await untilStatus(order.reference, BOB, 'refunded');
  await service.test.settle();
  expect((await service.told(BOB)).map(({ message }) => message)).toEqual([
    'Guardarian has refunded the payment for the exchange of BTC for USDC.',
  ]);
  const unlisted = { ...pair, to: { crypto: 'DOGE', network: 'DOGE' } };
  expect(await send('/guardarian', JSON.stringify(unlisted))).toMatchObject({ status: 404 });
  expect(await send('/guardarian', JSON.stringify({ ...pair, amount: '-1' }))).toMatchObject({ status: 400 });
});

test('an operator lists, shows and refreshes orders, and checks the providers', async () => {
  const reference = await checkout();
  const operator = async (path: string, method = 'GET', token = 'sesame') => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await service.http.get(`/api/operator/ramps${path}`, { method, headers });
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  expect((await operator(`/orders?provider=guardarian&wallet=${ALICE}&limit=1`)).data).toHaveLength(1);
  expect((await operator(`/orders/${reference}`)).data).toMatchObject({ reference, provider: 'guardarian' });
  expect((await operator(`/orders/${reference}/refresh`, 'POST')).status).toBe(200);
  expect((await operator('/orders/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await operator('/orders?provider=nobody')).status).toBe(400);
  expect((await operator('/orders', 'GET', 'wrong')).status).toBe(401);
  await guardarianHook({ id: 'of-nobody', status: 'finished' });
  expect((await operator('/unattributed?provider=guardarian')).data[0]).toMatchObject({ orderId: 'of-nobody', isProved: false });
  const { data } = await operator('/check', 'POST');
  const shown = data.map(({ provider, isOn, signs, answers }: Record<string, unknown>) => [provider, isOn, signs, answers]);
  expect(shown).toEqual([
    ['onramp-money', false, true, null],
    ['guardarian', true, null, false],
    ['alchemy-pay', true, true, true],
    ['transak', false, true, null],
    ['banxa', true, true, false],
  ]);
});
