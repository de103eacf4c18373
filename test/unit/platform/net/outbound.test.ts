import { afterAll, expect, test } from 'bun:test';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { createOutbound, type OutboundReply, type ResolvedAddress } from '../../../../src/platform/net/outbound.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';

const BODY = new TextEncoder().encode('{"a":1}');
const asked: { url: string; host: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    asked.push({ url: request.url ?? '', host: request.headers.host, body });
    if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/inside' });
    else if (request.url === '/near') response.writeHead(301, { location: '/' });
    else if (request.url === '/circle') response.writeHead(302, { location: '/circle' });
    else if (request.url === '/limited') response.writeHead(429, { 'retry-after': '7' });
    response.end(request.url === '/huge' ? 'x'.repeat(5_000_000) : 'ok');
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
const sockets = new Set<Socket>();
/**
 * A server that does not answer with proper HTTP. Depending on the requested path, it answers with other bytes, with an endless header, or
 * not at all.
 */
const raw = createTcpServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    if (String(data).includes('/garbage')) socket.end('SSH-2.0-OpenSSH\r\n\r\n');
    // An HTTP status line, followed by a header that never ends.
    if (String(data).includes('/drip')) socket.write('HTTP/1.1 200 OK\r\nx-a: ');
  });
});
await new Promise<void>((listening) => raw.listen(0, '127.0.0.1', () => listening()));
const portOf = (of: { address(): unknown }) => (of.address() as { port: number }).port;
const port = portOf(server);
const rawPort = portOf(raw);

afterAll(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
  raw.close();
});

const LOCAL: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const PUBLIC: ResolvedAddress = { address: '1.1.1.1', family: 4 };

function outbound(options: { allowedHosts?: string[]; addresses?: readonly ResolvedAddress[]; withinMs?: number } = {}) {
  const resolved: string[] = [];
  const { addresses = [LOCAL], allowedHosts = [], ...rest } = options;
  const made = createOutbound({
    allowedHosts,
    async resolve(host) {
      resolved.push(host);
      return addresses;
    },
    ...rest,
  });
  const post = (url: string, more: { isTrusted?: boolean; mostReplyBytes?: number } = {}) =>
    made.post({ url, headers: { 'content-type': 'application/json' }, body: BODY, signal: new AbortController().signal, ...more });
  return { ...made, post, resolved };
}

async function codeOf(work: Promise<OutboundReply>): Promise<string> {
  try {
    return `status ${(await work).status}`;
  } catch (error) {
    if (error instanceof CoxswainError) return error.code;
    throw error;
  }
}

test('a host that resolves to a private address is refused, and nothing is sent', async () => {
  const before = asked.length;
  for (const addresses of [
    [LOCAL],
    [PUBLIC, LOCAL],
    [{ address: '169.254.169.254', family: 4 }],
    [{ address: '::ffff:10.0.0.1', family: 6 }],
  ])
    expect(await codeOf(outbound({ addresses }).post('https://rebind.example/'))).toBe('target-refused');
  expect(asked.length).toBe(before);
});

test('URLs in any notation of private addresses, of other schemes and ports, or with a login are refused without a look-up', () => {
  const { check, resolved } = outbound({ addresses: [PUBLIC] });
  for (const url of [
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://[::1]/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://169.254.169.254/latest', 'https://10.1.2.3/'],
    ...['http://example.org/', 'ftp://example.org/', 'file:///etc/passwd', 'https://user:pass@example.org/', 'https://example.org:25/'],
    ...['https://example.org:6379/', 'not a url', '', `https://example.org/${'x'.repeat(2_000)}`],
  ])
    expect(() => check(url)).toThrow(expect.objectContaining({ code: 'target-refused' }));
  for (const url of ['https://example.org/a?b=c', 'https://example.org:8443/', 'https://1.1.1.1/']) check(url);
  expect(resolved).toEqual([]);
});

test('the connection goes to the address that was checked, with the name of the host', async () => {
  const { post, resolved } = outbound({ allowedHosts: [`hooks.test:${port}`] });
  const reply = await post(`http://hooks.test:${port}/in?x=1`, { mostReplyBytes: 100 });
  expect({ status: reply.status, text: reply.text, resolved }).toEqual({ status: 200, text: 'ok', resolved: ['hooks.test'] });
  expect(asked.at(-1)).toEqual({ url: '/in?x=1', host: `hooks.test:${port}`, body: '{"a":1}' });
});

test('a host is allowed by its name, or by its name with a port, and no other port of it', async () => {
  expect(await codeOf(outbound({ allowedHosts: ['127.0.0.1'] }).post(`http://127.0.0.1:${port}/`))).toBe('status 200');
  expect(await codeOf(outbound({ allowedHosts: ['127.0.0.1:9'] }).post(`http://127.0.0.1:${port}/`))).toBe('target-refused');
  expect(await codeOf(outbound().post(`http://127.0.0.1:${port}/`, { isTrusted: true }))).toBe('status 200');
});

test('redirects are returned and not followed', async () => {
  const before = asked.length;
  const { status } = await outbound({ allowedHosts: ['127.0.0.1'] }).post(`http://127.0.0.1:${port}/moved`);
  expect({ status, requests: asked.length - before }).toEqual({ status: 302, requests: 1 });
});

test('a long reply is read up to the bound, and headers are passed on', async () => {
  const { post } = outbound({ allowedHosts: ['127.0.0.1'] });
  expect((await post(`http://127.0.0.1:${port}/huge`, { mostReplyBytes: 1_000 })).text.length).toBe(1_000);
  expect((await post(`http://127.0.0.1:${port}/huge`)).text).toBe('');
  const limited = await post(`http://127.0.0.1:${port}/limited`);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
});

test('silence, dripping and garbage end with an error that says nothing of the URL', async () => {
  const { post } = outbound({ allowedHosts: ['127.0.0.1'], withinMs: 300 });
  for (const [path, codes] of [
    ['silence', ['receiver-timeout']],
    ['drip', ['receiver-timeout']],
    ['garbage', ['receiver-malformed', 'receiver-unreachable']],
  ] as const) {
    const error = await post(`http://127.0.0.1:${rawPort}/${path}?key=hidden`).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CoxswainError)) throw new Error(`${path} was answered`);
    expect(codes as readonly string[]).toContain(error.code);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/hidden|127\.0\.0\.1|SSH/);
  }
});

test('a host without an address, and one that refuses the connection, are not reachable', async () => {
  expect(await codeOf(outbound({ addresses: [] }).post('https://nowhere.example/'))).toBe('receiver-unreachable');
  expect(await codeOf(outbound({ allowedHosts: ['127.0.0.1'] }).post('http://127.0.0.1:1/'))).toBe('receiver-unreachable');
});

const get = (made: ReturnType<typeof outbound>, url: string, more: { isTrusted?: boolean; mostReplyBytes?: number } = {}) =>
  made.get({ url, headers: {}, mostReplyBytes: 1_000, signal: new AbortController().signal, ...more });

test('a GET request follows redirects within bounds, and each target is checked', async () => {
  const made = outbound({ allowedHosts: [`127.0.0.1:${port}`] });
  expect(await get(made, `http://127.0.0.1:${port}/near`)).toMatchObject({ status: 200, text: 'ok' });
  expect(asked.at(-1)).toMatchObject({ url: '/', body: '' });
  expect(await codeOf(get(made, `http://127.0.0.1:${port}/moved`))).toBe('target-refused');
  expect(await codeOf(get(made, `http://127.0.0.1:${port}/circle`))).toBe('receiver-redirects');
  // What the operator trusts is the first host, and not where it leads.
  const gateway = outbound();
  expect(await codeOf(get(gateway, `http://127.0.0.1:${port}/`, { isTrusted: true }))).toBe('status 200');
  expect(await codeOf(get(gateway, `http://127.0.0.1:${port}/near`, { isTrusted: true }))).toBe('target-refused');
});

test('a GET request refuses private addresses, long bodies and slow servers', async () => {
  expect(await codeOf(get(outbound(), `https://a.example/`))).toBe('target-refused');
  for (const url of [
    'http://169.254.169.254/latest',
    'https://[::1]/',
    'file:///etc/passwd',
    'https://10.0.0.1/',
    'https://u:p@a.example/',
  ])
    expect(await codeOf(get(outbound({ addresses: [PUBLIC] }), url))).toBe('target-refused');
  const made = outbound({ allowedHosts: [`127.0.0.1:${port}`, `127.0.0.1:${rawPort}`], withinMs: 300 });
  expect(await codeOf(get(made, `http://127.0.0.1:${port}/huge`))).toBe('receiver-too-large');
  expect(await codeOf(get(made, `http://127.0.0.1:${port}/`, { mostReplyBytes: 2 }))).toBe('status 200');
  expect(await codeOf(get(made, `http://127.0.0.1:${port}/`, { mostReplyBytes: 1 }))).toBe('receiver-too-large');
  expect(await codeOf(get(made, `http://127.0.0.1:${rawPort}/drip`))).toBe('receiver-timeout');
  expect(await codeOf(get(made, `http://127.0.0.1:${rawPort}/garbage`))).toBe('receiver-malformed');
});
