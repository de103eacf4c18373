import { afterAll, beforeAll, expect, test } from 'bun:test';
import { goodRequest, targetOf } from './support/examples.ts';
import { BROKEN_BODIES } from './support/garbage-values.ts';
import { isSchema } from './support/json-schema.ts';
import { type Operation, operationAt } from './support/operations.ts';
import { sendBytes } from './support/raw-http.ts';
import { createSample } from './support/sample.ts';
import { startTarget, type Target } from './support/target.ts';

const TIMEOUT_MS = 270_000;
/** Fraction of the large bodies that are sent, whole or incomplete. Only a sample is sent, because bodies of 21 MB take long. */
const sample = createSample(0.05);
/** Fraction of the routes with which wrong methods and broken bodies are tried. */
const routes = createSample(0.5);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'SEARCH'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/xml',
  '*/*',
];
const MEGABYTES_21 = 21 * 1024 * 1024;

/**
 * Requests that Bun answers, or drops, before our code receives them (Bun 1.4.5), and requests with Host headers that we refuse. None of
 * them may change any data.
 */
const BELOW_US: readonly (readonly [string, string | Uint8Array])[] = [
  ['no request line', '\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['TLS on a plain port', new Uint8Array([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10])],
  ['a request line of two words', 'GET /api/health\r\n\r\n'],
  ['a method in lower case', 'get /api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a method that nobody knows', 'FOO /api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['HTTP/9.9', 'GET /api/health HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['a NUL in the path', 'GET /api/health\u0000 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ['HTTP/1.0 without a Host', 'GET /api/health HTTP/1.0\r\n\r\n'],
  ['two Hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['headers of 100 KB', `GET /api/nothing HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['10,000 headers', `GET /api/nothing HTTP/1.1\r\nHost: a\r\n${'X-A: 1\r\n'.repeat(10_000)}\r\n`],
  ['a path of 100 KB', `GET /api/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a header without a name', 'GET /api/nothing HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'],
  ['a header with a space in its name', 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n'],
  ['a negative length', 'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}'],
  ['a length that is no number', 'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nContent-Length: 0x2\r\n\r\n{}'],
  ['two lengths', 'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  [
    'a length and chunks',
    'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a chunk that is none', 'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
];

let target: Target;
beforeAll(async () => {
  target = await startTarget();
}, 60_000);
afterAll(() => target[Symbol.asyncDispose]());

test(
  'bodies that cannot be read, wrong types and wrong methods are refused in the envelope on every route',
  async () => {
    for (const operation of target.operations) {
      const isTried = routes.takes();
      if (isTried) await wrongMethods(target, operation);
      if (sample.takes()) await oddPaths(target, operation);
      if (operation.body === null) continue;
      if (isTried) await brokenBodies(target, operation);
      if (sample.takes()) await truncations(target, operation);
      if (isTried) await wrongTypes(target, operation);
      if (sample.takes()) await tooLarge(target, operation);
    }
    await target.inspect();
    console.log(`garbage around bodies (${sample.description}): ${JSON.stringify(target.counts)}`);
    expect(target.findings).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'requests that Bun itself refuses do not change the service',
  async () => {
    const found = target.findings.length;
    const seen: string[] = [];
    for (const [what, bytes] of BELOW_US) {
      const answer = await target.probeBelow(what, (port) => sendBytes(port, Buffer.from(bytes)));
      seen.push(
        `${what}: ${answer.kind === 'dropped' ? 'connection closed' : `${answer.status}${answer.headers.has('x-request-id') ? ' by us' : ''}`}`,
      );
    }
    // The client disconnects before the body has its declared length, so the request must not change any data.
    await target.probeBelow('a body cut short', (port) => cutShort(port));
    await target.inspect();
    console.log(seen.join('\n'));
    expect(target.findings.slice(found)).toEqual([]);
  },
  TIMEOUT_MS,
);

async function wrongMethods(target: Target, operation: Operation): Promise<void> {
  const path = targetOf(operation, goodRequest(operation, target.examples));
  for (const method of METHODS) {
    // Another route may support this method at the same path, through a path parameter. Then the method is not wrong and is skipped.
    if (operationAt(target.operations, method === 'HEAD' ? 'GET' : method, path) !== null) continue;
    const answer = await target.probe(
      { method, target: path },
      { operation: { ...operation, replies: new Map([[204, {}]]) }, mustRefuse: method !== 'OPTIONS' },
    );
    if (answer.kind === 'reply') expect([method, path, answer.status]).toEqual([method, path, method === 'OPTIONS' ? 204 : 405]);
  }
}

async function oddPaths(target: Target, operation: Operation): Promise<void> {
  const path = targetOf(operation, goodRequest(operation, target.examples));
  const bare = path.replace(/\?.*/, '');
  const odd = [
    '%',
    '/%zz',
    '/%ff',
    '/%c0%af',
    '/%00',
    '//',
    '/..',
    '/../',
    '/.%2e/',
    '%2f',
    ';a=b',
    '/é',
    '/\u202e',
    '/*',
    `/${'x'.repeat(7_000)}`,
  ];
  const body = operation.body === null ? {} : { body: '{' };
  for (const end of odd) {
    // A path ending with ".." may be the path of another route. The reply is then compared with the documentation of that route. A changed
    // path that still leads to the same route must be refused.
    const reached = operationAt(target.operations, operation.method, bare + end);
    const isOther = reached !== null && reached.path !== operation.path;
    const expected = isOther ? { operation: reached, mustRefuse: false } : { mustRefuse: true };
    await target.probe({ method: operation.method, target: bare + end, ...body }, expected);
  }
  for (const query of ['%', '%zz=1', '%ff=%ff', '=', '&&&', '?', '__proto__=1', 'a=1&a=2', 'x'.repeat(8_200), '\u202e', 'é=ü'])
    await target.probe(
      { method: operation.method, target: `${bare}?${query}`, ...body },
      { operation, mustRefuse: operation.body !== null },
    );
  // Of an absolute URL, Bun uses only the path after the host, and it treats a backslash as a slash (WHATWG URLs). So both requests must be
  // answered like the plain path.
  for (const same of [`http://evil.example${bare}`, `${bare}\\`])
    await target.probe({ method: operation.method, target: same, ...body }, { operation, mustRefuse: operation.body !== null });
  await target.probe({ method: operation.method, target: bare.toUpperCase(), ...body }, { mustRefuse: true });
}

async function brokenBodies(target: Target, operation: Operation): Promise<void> {
  const path = targetOf(operation, goodRequest(operation, target.examples));
  for (const body of BROKEN_BODIES) {
    const isNone = body.length === 0 && operation.isBodyOptional;
    await target.probe({ method: operation.method, target: path, body }, { operation, mustRefuse: !isNone });
  }
  // A request with neither a body nor a `Content-Length`. It must be refused unless the body of the route is optional.
  await target.probe(
    { method: operation.method, target: path, headers: [['Content-Type', 'application/json']] },
    { operation, mustRefuse: !operation.isBodyOptional },
  );
}

async function truncations(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  const text = JSON.stringify(isSchema(good.body) && Object.keys(good.body).length > 0 ? good.body : { timeFrame: 'weekly' });
  const path = targetOf(operation, good);
  for (let length = 1; length < text.length; length += 7)
    await target.probe({ method: operation.method, target: path, body: text.slice(0, length) }, { operation, mustRefuse: true });
}

async function wrongTypes(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  const request = { method: operation.method, target: targetOf(operation, good), body: JSON.stringify(good.body) };
  for (const type of TYPES) {
    const answer = await target.probe({ ...request, headers: [['Content-Type', type]] }, { operation, mustRefuse: true });
    if (answer.kind === 'reply') expect(answer.status, type).toBe(415);
  }
  await target.probe({ ...request, headers: [['X-None', '1']] }, { operation, mustRefuse: true });
  const gzip = {
    ...request,
    body: Bun.gzipSync(request.body),
    headers: [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ] as const,
  };
  await target.probe(gzip, { operation, mustRefuse: true });
}

async function tooLarge(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  const start = JSON.stringify(isSchema(good.body) ? good.body : {}).slice(1, -1);
  const body = `{${start}${start === '' ? '' : ','}"padding":"${'x'.repeat(MEGABYTES_21)}"}`;
  const request = { method: operation.method, target: targetOf(operation, good) };
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const chunked = [
    ['Content-Type', 'application/json'],
    ['Transfer-Encoding', 'chunked'],
  ] as const;
  for (const one of [{ body }, { body: chunks, headers: chunked }]) {
    const answer = await target.probe({ ...request, ...one }, { operation, mustRefuse: true });
    if (answer.kind === 'reply') expect(answer.status).toBe(413);
  }
}

async function cutShort(port: number): ReturnType<typeof sendBytes> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.write(
          'POST /api/defi/cancel-dca HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"dcaId":',
        );
        socket.flush();
        socket.end();
      },
      data() {},
      close: () => resolve(),
    },
  });
  await promise;
  return { kind: 'dropped', why: 'by us' };
}
