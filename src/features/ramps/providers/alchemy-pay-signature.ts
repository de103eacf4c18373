import { createHmac } from 'node:crypto';
import type { RequestSigner } from '../../../platform/http-client/provider-http.ts';
import type { Clock } from '../../../values/clock.ts';
import { exactJsonText, keptNumberOf } from '../../../values/exact-json.ts';

export type AlchemyPayKeys = { readonly appId: string; readonly apiSecret: string };

/**
 * Computes the signature of a request to the provider: base64 of HMAC-SHA256 over the time (13 digits), the method, the path with its
 * query, and the body.
 */
export function alchemyPaySign(secret: string, request: { timestamp: string; method: string; path: string; body: string }): string {
  const { timestamp, method, path, body } = request;
  return createHmac('sha256', secret).update(`${timestamp}${method}${path}${body}`, 'utf8').digest('base64');
}

/**
 * Returns the path in the form that is signed: its parameters are sorted by name, empty parameters are omitted, and values are not
 * URL-encoded.
 */
export function alchemyPayPath(path: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/**
 * Returns the JSON text in the form that is signed: members are sorted by name at every depth, empty members are omitted, and numbers keep
 * their digits.
 */
export function alchemyPayBody(value: unknown): string {
  return exactJsonText(alchemyPaySorted(value));
}

/**
 * Creates the function that signs each request over the bytes that are sent.
 * @param basePath the path of the base URL, which is not signed
 */
export function alchemyPaySigner(keys: AlchemyPayKeys, clock: Clock, basePath: string): RequestSigner {
  return ({ method, pathAndQuery, body }) => {
    const url = new URL(pathAndQuery, 'http://localhost');
    const path = alchemyPayPath(url.pathname.slice(basePath.length), Object.fromEntries(url.searchParams));
    const timestamp = String(clock.now());
    return { appid: keys.appId, timestamp, sign: alchemyPaySign(keys.apiSecret, { timestamp, method, path, body }) };
  };
}

/**
 * Builds the URL of the checkout page, which is at the root of its host. The signature covers a fixed path instead of the root, and the
 * parameters as they are before URL encoding.
 * @param page `path` is the path that is signed
 * @param params all parameters except `appId`, `timestamp` and `sign`
 */
export function alchemyPayPage(
  page: { readonly url: string; readonly path: string },
  { appId, apiSecret }: AlchemyPayKeys,
  params: Readonly<Record<string, string>>,
  timestamp: string,
): { readonly url: string; readonly sign: string } {
  const all = { ...params, appId, timestamp };
  const path = alchemyPayPath(page.path, all);
  const sign = alchemyPaySign(apiSecret, { timestamp, method: 'GET', path, body: '' });
  const pairs = Object.entries(all)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { url: `${page.url}?${[...pairs, `sign=${encodeURIComponent(sign)}`].join('&')}`, sign };
}

/** Sorts the members of JSON objects by name and omits empty members, at every depth. */
export function alchemyPaySorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || keptNumberOf(value) !== null) return value;
  if (Array.isArray(value)) return value.map(alchemyPaySorted);
  const members = Object.entries(value)
    .filter(([, member]) => !isEmpty(member))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, alchemyPaySorted(member)]));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || keptNumberOf(value) !== null) return false;
  return Object.keys(value).length === 0;
}
