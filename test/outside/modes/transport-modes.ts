import { always, type Mode, type Reply, type RpcRequest, refusal, result } from './mode.ts';

const raw = (status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply => ({
  ...{ kind: 'raw', status, body },
  headers: { 'content-type': 'application/json', ...headers },
});
const html = (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  raw(status, '<html><body><h1>Attention required</h1></body></html>', { 'content-type': 'text/html', ...headers });
const TOO_MANY = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: 429, message: 'Too Many Requests' } });
/**
 * Duration of a delayed reply in seconds. It is longer than a minute of the campaign, so that a service that waits for one endpoint misses
 * a tick.
 */
const REST_SEC = 90;
const whole = ({ id }: RpcRequest) => JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'0'.repeat(64)}` });

/** Modes with problems below the RPC protocol: in HTTP, sockets and bodies. */
export const transportModes: readonly Mode[] = [
  {
    name: '429-seconds',
    what: 'HTTP 429, `Retry-After` in seconds',
    start: always(() => raw(429, TOO_MANY, { 'retry-after': String(REST_SEC) })),
  },
  {
    name: '429-date',
    what: 'HTTP 429, `Retry-After` as a date',
    start: always(() =>
      raw(429, TOO_MANY, { 'retry-after': new Date(performance.timeOrigin + performance.now() + REST_SEC * 1_000).toUTCString() }),
    ),
  },
  { name: '429-bare', what: 'HTTP 429 without a word about when', start: always(() => raw(429, '')) },
  { name: '403-json', what: 'HTTP 403 with a JSON-RPC error', start: always(() => refusal(-32000, 'API key disabled', 403)) },
  { name: '403-page', what: "HTTP 403 with a content network's page", start: always(() => html(403)) },
  { name: '502-page', what: 'HTTP 502 with a page', start: always(() => html(502)) },
  { name: '503-json', what: 'HTTP 503 with a JSON-RPC error', start: always(() => refusal(-32603, 'no available node', 503)) },
  {
    name: '500-at-times',
    what: 'HTTP 500 to about every other request',
    start: (_, random) => () => (random.chance(0.5) ? raw(500, '') : null),
  },
  {
    name: 'redirect',
    what: 'HTTP 302 to another origin',
    start: always(() => raw(302, '', { location: 'http://127.0.0.1:9/' })),
  },
  { name: 'reset', what: 'connections are closed without an answer', start: always(() => ({ kind: 'reset' })) },
  {
    name: 'reset-at-times',
    what: 'every third connection is closed',
    start: (_, random) => () => (random.chance(0.33) ? { kind: 'reset' } : null),
  },
  { name: 'hang', what: 'connections are taken, and nothing comes', start: always(() => ({ kind: 'hang' })) },
  {
    name: 'hang-at-times',
    what: 'nothing comes for one request of ten',
    start: (_, random) => () => (random.chance(0.1) ? { kind: 'hang' } : null),
  },
  { name: 'drip', what: 'a byte at a time, without end', start: always(() => ({ kind: 'drip' })) },
  { name: 'truncated', what: 'JSON that ends in the middle', start: always((request) => raw(200, whole(request).slice(0, -20))) },
  {
    name: 'gzip-cut',
    what: 'a packed body that ends in the middle',
    start: always((request) => raw(200, Bun.gzipSync(whole(request)).slice(0, -8), { 'content-encoding': 'gzip' })),
  },
  { name: 'nothing', what: 'HTTP 200 with an empty body', start: always(() => raw(200, '')) },
  { name: 'page', what: 'HTTP 200 with a page', start: always(() => html(200)) },
  {
    name: 'wrong-id',
    what: 'answers to another request',
    start: always(() => ({ kind: 'answer', answer: { result: '0x1' }, id: 999_999 })),
  },
  {
    name: 'no-result',
    what: 'an object with neither result nor error',
    start: always(({ id }) => raw(200, JSON.stringify({ jsonrpc: '2.0', id }))),
  },
  { name: 'null-result', what: '`result: null`, whatever was asked', start: always(() => result(null)) },
  {
    name: 'text-error',
    what: 'an error that is a text',
    start: always(({ id }) => raw(200, JSON.stringify({ jsonrpc: '2.0', id, error: 'upstream failure' }))),
  },
];
