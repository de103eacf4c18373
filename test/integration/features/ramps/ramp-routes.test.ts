import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { type StandInRamps, startStandInRamps } from './stand-in-ramps.ts';
import { OPERATOR, startRamps } from './start-ramps.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913';
const NOW = Date.parse('2026-11-30T08:00:00Z');
const offer = { side: 'on', fiat: 'eur', chainId: 8453, token: TOKEN, country: 'de', paymentMethod: 'card' };

let standIn: StandInRamps;
let server: Awaited<ReturnType<typeof startRamps>>;
let now = NOW;

beforeAll(async () => {
  standIn = startStandInRamps();
  server = await startRamps(standIn.env, () => now);
});
afterAll(async () => {
  await server.stop();
  standIn[Symbol.dispose]();
});

async function post(path: string, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await server.http.post(`/api/defi${path}`, text);
  return { status: response.status, ...JSON.parse(await response.text()) };
}
async function get(path: string) {
  const response = await server.http.get(`/api/defi${path}`);
  return { status: response.status, ...JSON.parse(await response.text()) };
}

test('offers of all providers, the best first, and why the others have none', async () => {
  const { status, data } = await post('/on-off-ramp-quotes', { ...offer, fiatAmount: '200' });
  expect(status).toBe(200);
  expect(data.quotes.map((quote: { provider: string; cryptoAmount: string }) => [quote.provider, quote.cryptoAmount])).toEqual([
    ['alchemy-pay', '212.50'],
    ['guardarian', '211.700000000000000001'],
  ]);
  expect(data.quotes[0]).toMatchObject({
    fiat: 'EUR',
    fiatAmount: '200',
    totalFee: '5.1',
    chainId: 8453,
    token: TOKEN.toLowerCase(),
    network: 'BASE',
  });
  expect(data.providers.map(({ provider, ok, reason }: Record<string, unknown>) => [provider, ok, reason])).toEqual([
    ['onramp-money', false, 'off'],
    ['guardarian', true, null],
    ['alchemy-pay', true, null],
    ['transak', false, 'off'],
    ['banxa', false, 'unavailable'],
  ]);
  const metrics = (await server.platform.metrics.render('prometheus')).text;
  expect(metrics).toContain('coxswain_ramp_requests_total{provider="guardarian",kind="offer",outcome="ok"} 1');
  expect(metrics).toContain('coxswain_ramp_requests_total{provider="banxa",kind="catalogue",outcome="unavailable"} 1');
});

test('a number in the request keeps its digits; below a minimum, the minimum is said', async () => {
  const { data } = await post('/on-off-ramp-quotes', JSON.stringify({ ...offer, fiatAmount: 0 }).replace(':0', ':1.5e1'));
  expect(data.quotes.map(({ provider }: { provider: string }) => provider)).toEqual([]);
  const [, guardarian] = data.providers;
  expect(guardarian).toMatchObject({ reason: 'amount-out-of-range', message: 'guardarian accepts at least 20 EUR and at most 15000 EUR.' });
  expect(guardarian.limits).toEqual({ min: '20', max: '15000', currency: 'EUR' });
});

test('the offer of one provider, or its refusal', async () => {
  expect((await post('/guardarian/quotes', { ...offer, fiatAmount: '200' })).data).toMatchObject({
    provider: 'guardarian',
    cryptoAmount: '211.700000000000000001',
  });
  expect(await post('/transak/quotes', { ...offer, fiatAmount: '200' })).toMatchObject({
    status: 503,
    message: expect.stringContaining('Set TRANSAK_API_KEY, TRANSAK_API_SECRET, TRANSAK_REFERRER_DOMAIN.'),
  });
});

test.each([
  ['no amount', {}],
  ['two amounts', { fiatAmount: '1', cryptoAmount: '1' }],
  ['nothing', { fiatAmount: '0.00' }],
  ['a sign', { fiatAmount: '-5' }],
  ['a list', { fiatAmount: ['5'] }],
  ['too many digits', { fiatAmount: '1'.repeat(19) }],
  ['a wrong side', { fiatAmount: '5', side: 'both' }],
  ['a wrong currency', { fiatAmount: '5', fiat: 'EURO' }],
  ['a wrong country', { fiatAmount: '5', country: 'Germany' }],
  ['a country that does not exist', { fiatAmount: '5', country: 'UK' }],
  ['a wrong token', { fiatAmount: '5', token: 'USDC' }],
  ['no coin', { fiatAmount: '5', token: undefined }],
])('a request with %s is refused', async (_what, other) => {
  expect((await post('/on-off-ramp-quotes', { ...offer, ...other })).status).toBe(400);
});

test('the save routes refresh at most once a minute, and say what is stored', async () => {
  now += 60_000;
  const before = standIn.asked.length;
  const all = await Promise.all([...Array(20).keys()].map(() => get('/guardarian/save-crypto')));
  expect(standIn.asked.slice(before).sort()).toEqual(['GET /guardarian/countries', 'GET /guardarian/currencies']);
  expect(all[0]?.data).toMatchObject({ provider: 'guardarian', coins: 3, fiats: 1, unmapped: 2, problem: null });
  expect((await get('/guardarian/save-fiat')).data).toMatchObject({ isReplaced: false, fetchedAt: new Date(now).toISOString() });
  const { data } = await post('/guardarian/crypto-list', '');
  expect(data.crypto[1]).toMatchObject({ code: 'USDC', network: 'MARS', chainId: null, unmapped: 'unknown-network' });
  expect((await get('/banxa')).status).toBe(502);
  expect((await get('/transak')).status).toBe(503);
});

test('a reference is bound to its terms, and the checkout carries it', async () => {
  const query = `wallet=${WALLET}&fiat=EUR&crypto=USDC&network=BASE&amount=200`;
  const { data } = await get(`/guardarian/assign?${query}`);
  expect(data).toMatchObject({ provider: 'guardarian', expiresAt: new Date(now + 24 * 3_600_000).toISOString() });
  const { reference } = data;
  expect((await get(`/guardarian/assign?${query}`)).data.reference).not.toBe(reference);
  const order = { ...offer, side: 'buy', wallet: WALLET, fiatAmount: '200', reference };
  expect(await post('/guardarian/checkout', order)).toMatchObject({
    status: 201,
    data: { provider: 'guardarian', reference, url: 'https://payments.guardarian.com/en/checkout?tid=4001', orderId: '4001' },
  });
  expect(await post('/guardarian/checkout', { ...order, fiatAmount: '300' })).toMatchObject({ status: 400 });
  expect(await post('/alchemy-pay/checkout', order)).toMatchObject({ status: 404, message: expect.stringContaining(reference) });
  const other = await post('/alchemy-pay/checkout', { ...order, reference: undefined });
  const page = new URL(other.data.url);
  expect(page.origin + page.pathname).toBe('https://ramp.alchemypay.org/');
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    ...{ address: WALLET.toLowerCase(), merchantOrderNo: other.data.reference, fiatAmount: '200' },
    callbackUrl: 'https://api.example.org/api/defi/alchemy-pay/webhook',
  });
});

test('the signed page is signed over the parameters that the checkout sees', async () => {
  const given = {
    ...{ side: 'sell', crypto: 'USDT', network: 'ETH', fiat: 'EUR', country: 'DE', cryptoAmount: 100.5, merchantOrderNo: 'r 1&x=2' },
  };
  const { data } = await post('/alchemy-pay/sign', given);
  const page = new URL(data.url);
  const seen = [...page.searchParams].filter(([name]) => name !== 'sign').map(([name, value]) => `${name}=${value}`);
  const text = `${data.timestamp}GET/index/rampPageSell?${seen.sort().join('&')}`;
  expect(createHmac('sha256', 's3cret-of-alchemy').update(text).digest('base64')).toBe(data.sign);
  expect(page.searchParams.get('sign')).toBe(data.sign);
  expect(Object.fromEntries(page.searchParams)).toMatchObject({ merchantOrderNo: 'r 1&x=2', type: 'sell', showTable: 'sell' });
  expect((await post('/alchemy-pay/sign', { ...given, appId: 'app2' })).status).toBe(400);
  expect((await post('/alchemy-pay/sign', { ...given, callbackUrl: 'https://example.org' })).status).toBe(400);
});

const PAGE = `"crypto":"USDT","network":"ETH","merchantOrderNo":"r1","address":"${WALLET}"`;

test('amounts on a signed page have the digits that the client wrote', async () => {
  const { data } = await post(
    '/alchemy-pay/sign',
    `{${PAGE},"fiat":"EUR","fiatAmount":200.10,"cryptoAmount":1234567890123456.789,"memo":12345678901234567890}`,
  );
  expect(Object.fromEntries(new URL(data.url).searchParams)).toMatchObject({
    ...{ fiatAmount: '200.10', cryptoAmount: '1234567890123456.789', memo: '12345678901234567890' },
  });
  const short = await post('/alchemy-pay/sign', `{${PAGE},"fiat":"EUR","fiatAmount":200.10}`);
  expect(new URL(short.data.url).searchParams.get('fiatAmount')).toBe('200.10');
  const exponent = await post('/alchemy-pay/sign', `{${PAGE},"fiat":"EUR","fiatAmount":1e-7,"cryptoAmount":"0200.100"}`);
  expect(Object.fromEntries(new URL(exponent.data.url).searchParams)).toMatchObject({ fiatAmount: '0.0000001', cryptoAmount: '0200.100' });
});

test.each([
  ['{"fiatAmount":1e400}', 'body.fiatAmount: Expected an amount above 0'],
  ['{"fiatAmount":-5}', 'body.fiatAmount: Expected an amount above 0'],
  ['{"cryptoAmount":"abc"}', 'body.cryptoAmount: Expected an amount above 0'],
  ['{"country":"Germany"}', 'body.country: Expected the two-letter code of a country, such as DE.'],
  ['{"country":"zz"}', 'body.country: This country does not exist.'],
  ['{"fiat":"EURO"}', 'body.fiat: Expected the three-letter code of a currency'],
  ['{"crypto":{}}', 'body.crypto: Expected text of at most 2000 characters'],
  ['{"network":"ETH&appId=other"}', 'body.network: Expected a word of 1 to 64 letters and digits.'],
  ['{"memo":true}', 'body.memo: Expected text of at most 2000 characters'],
  ['{"address":"a\\ud800"}', 'body.address: Expected text of at most 2000 characters'],
  ['{"merchantName":"a\\u0000"}', 'body.merchantName: Expected text of at most 2000 characters'],
  ['{"redirectUrl":"javascript:alert(1)"}', 'body.redirectUrl: Expected a URL that begins with http:// or https://.'],
  ['{}', 'body.crypto: Expected the coin, such as USDT. (and 3 more)'],
  [`{${PAGE},"fiatAmount":"5"}`, 'body.fiat: Expected the currency of fiatAmount.'],
  [`{${PAGE},"side":"sell"}`, 'body.cryptoAmount: Expected the amount of crypto that is sold.'],
  [`{${PAGE},"side":"sell","cryptoAmount":"5","fiat":"EUR"}`, 'body.country: Expected the country of the bank account'],
  ['{"address":""}', 'body.address: Expected the address that receives the crypto.'],
  [`{"merchantOrderNo":"${'x'.repeat(49)}"}`, "body.merchantOrderNo: Expected the order's number of 1 to 48 characters"],
  ['{"fiatAmount":"0.00"}', 'body.fiatAmount: Expected an amount above 0'],
  ['{"nonsense":1}', 'body.nonsense: Only these fields are accepted: side, crypto, network'],
])('the page %s is not signed', async (body, message) => {
  expect(await post('/alchemy-pay/sign', body)).toMatchObject({ status: 400, message: expect.stringContaining(message) });
});

test('operators see the providers; others do not, and nothing is accepted that was not doubted', async () => {
  const at = '/api/operator/ramp-providers';
  expect((await server.http.get(at)).status).toBe(401);
  const headers = { authorization: `Bearer ${OPERATOR}` };
  const { data } = JSON.parse(await (await server.http.get(at, { headers })).text());
  expect(data.map(({ provider, isOn, coins, doubted }: Record<string, unknown>) => [provider, isOn, coins, doubted])).toEqual([
    ['onramp-money', false, 0, null],
    ['guardarian', true, 3, null],
    ['alchemy-pay', true, 1, null],
    ['transak', false, 0, null],
    ['banxa', true, 0, null],
  ]);
  expect((await server.http.post(`${at}/guardarian/accept-catalogue`, '', headers)).status).toBe(409);
  expect((await server.http.post(`${at}/another/accept-catalogue`, '', headers)).status).toBe(400);
});
