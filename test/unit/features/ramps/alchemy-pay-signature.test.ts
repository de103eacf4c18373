import { expect, test } from 'bun:test';
import {
  alchemyPayBody,
  alchemyPayPage,
  alchemyPayPath,
  alchemyPaySign,
  alchemyPaySigner,
} from '../../../../src/features/ramps/providers/alchemy-pay-signature.ts';
import { parseExactJson } from '../../../../src/values/exact-json.ts';

const keys = { appId: 'app1', apiSecret: 's3cret' };
const timestamp = '1700000000000';
const quote = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', amount: '30', payWayCode: '' };
const path = '/open/api/v4/merchant/order/quote';

test('the body is signed with its members sorted, without empty ones, and with the digits of its numbers', () => {
  expect(alchemyPayBody(quote)).toBe('{"amount":"30","crypto":"USDT","fiat":"USD","network":"ETH","side":"BUY"}');
  const nested = parseExactJson('{"b":{"z":1.10,"a":[],"c":null},"a":[{"y":2,"x":""}],"empty":{}}');
  expect(alchemyPayBody(nested)).toBe('{"a":[{"y":2}],"b":{"z":1.10}}');
});

test('the path is signed with sorted values as they are', () => {
  expect(alchemyPayPath('/a', { z: 'x y&1', b: '', a: 'ü' })).toBe('/a?a=ü&z=x y&1');
  expect(alchemyPayPath('/a', {})).toBe('/a');
});

test('a request is signed as in the vectors', () => {
  const signed = alchemyPaySign(keys.apiSecret, { timestamp, method: 'POST', path, body: alchemyPayBody(quote) });
  expect(signed).toBe('/047fOMWFEVOg1FcytrM8Jhw40kQ2VlpGDJrr99/ZEU=');
  const signer = alchemyPaySigner(keys, { now: () => Number(timestamp) }, '/base');
  expect(signer({ method: 'POST', pathAndQuery: `/base${path}`, body: alchemyPayBody(quote) })).toEqual({
    appid: 'app1',
    timestamp,
    sign: signed,
  });
});

test('the checkout page is signed over the raw values, and its URL has the encoded ones', () => {
  const params = {
    ...{ crypto: 'USDT', network: 'ETH', showTable: 'buy', fiat: 'USD', fiatAmount: '30' },
    ...{ merchantOrderNo: '0198c0de-0000-7000-8000-000000000001', redirectUrl: 'https://app.example.org/back?x=1' },
  };
  const { url, sign } = alchemyPayPage({ url: 'https://ramp.alchemypay.org', path: '/index/rampPageBuy' }, keys, params, timestamp);
  expect(sign).toBe('SL556SUc3eLCtBaOCt1lwpMTIs4pJQxkX/c+oDOPYio=');
  const seen = new URL(url);
  const { sign: inUrl, ...rest } = Object.fromEntries(seen.searchParams);
  expect(inUrl).toBe(sign);
  expect(`${seen.origin}${seen.pathname}`).toBe('https://ramp.alchemypay.org/');
  const raw = alchemyPayPath('/index/rampPageBuy', rest);
  expect(alchemyPaySign(keys.apiSecret, { timestamp, method: 'GET', path: raw, body: '' })).toBe(sign);
  expect(url).toContain('redirectUrl=https%3A%2F%2Fapp.example.org%2Fback%3Fx%3D1');
});

const right = { timestamp, method: 'POST', path, body: alchemyPayBody(quote) };
test.each([
  ['another time', { ...right, timestamp: '1700000000001' }],
  ['another method', { ...right, method: 'GET' }],
  ['a method in lowercase', { ...right, method: 'post' }],
  ['another path', { ...right, path: `${path}/` }],
  ['a path with a query', { ...right, path: `${path}?a=1` }],
  ['unsorted members', { ...right, body: JSON.stringify({ side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', amount: '30' }) }],
  ['an empty member', { ...right, body: JSON.stringify({ ...JSON.parse(right.body), payWayCode: '' }) }],
  ['a number in place of a text', { ...right, body: right.body.replace('"30"', '30') }],
  ['white space', { ...right, body: ` ${right.body}` }],
  ['no body', { ...right, body: '' }],
])('a request with %s has another signature', (_what, request) => {
  expect(alchemyPaySign(keys.apiSecret, request)).not.toBe(alchemyPaySign(keys.apiSecret, right));
});
