import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { buildWeb, type WebBuild } from '../../../src/inspector/serve/build-web.ts';
import { createInspectorPages } from '../../../src/inspector/serve/inspector-pages.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readEnvelope } from '../http/read-envelope.ts';

/** Starts a node that serves the inspector's page. With `build`, it serves the files of that build instead. */
function startNode(build?: () => Promise<WebBuild>) {
  const lines: { message: string; level: string }[] = [];
  const log = createPinoLog({ level: 'info', write: (line) => lines.push(JSON.parse(line)) });
  const server = createHttpServer({
    api: createApi({ log, resources: [] }),
    beside: createInspectorPages({ log, ...(build === undefined ? {} : { build }) }),
    ...{ host: '127.0.0.1', port: 0, corsOrigins: [], log, requestIdPrefix: 'test' },
  });
  const get = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);
  return { ...server, get, lines, [Symbol.asyncDispose]: () => server.stop(0) };
}

/** Returns the paths of the script and the styles to which the page refers. */
async function assetsOf(node: ReturnType<typeof startNode>): Promise<{ script: string; style: string }> {
  const html = await (await node.get('/inspector')).text();
  const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(html) ?? [];
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  return { script, style };
}

test('every path under /inspector is the one page, which loads nothing from elsewhere and holds nothing inline', async () => {
  await using node = startNode();
  const pages = ['', '/', '/actors', '/actors/dca-position%2F1?tab=now', '/%3Cscript%3E', '/actors/%E0%A4%A'];
  const texts = new Set<string>();
  for (const path of pages) {
    const response = await node.get(`/inspector${path}`);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^test-/),
    });
    texts.add(await response.text());
  }
  expect(texts.size).toBe(1);
  const [html = ''] = texts;
  for (const part of ['<html lang="en">', 'name="viewport"', 'name="theme-color"', '<title>', '<noscript>']) expect(html).toContain(part);
  expect(html).not.toMatch(/<style|<script(?! type="module" src="\/inspector\/assets\/)| on\w+=| style=|https?:\/\/(?!www\.w3\.org)/);
});

test('its script and styles are named by their content, compressed, cached for good, and revalidated by their tag', async () => {
  await using node = startNode();
  const { script, style } = await assetsOf(node);
  for (const [path, type] of [
    [script, 'text/javascript;charset=utf-8'],
    [style, 'text/css;charset=utf-8'],
  ] as const) {
    const plain = await node.get(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-type')).toBe(type);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    const zipped = await node.get(path, { headers: { 'accept-encoding': 'br;q=1, gzip' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toBe('Accept-Encoding');
    // `fetch` decompresses the reply by itself, so the text must equal that of the uncompressed reply.
    expect(await zipped.text()).toBe(text);
    const refused = await node.get(path, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
    const etag = zipped.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag') ?? '');
    const again = await node.get(path, { headers: { 'accept-encoding': 'gzip', 'if-none-match': `"x", W/${etag}` } });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    const head = await node.get(path, { method: 'HEAD' });
    expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' });
  }
});

test('the page is small enough, and its script is made for production', async () => {
  await using node = startNode();
  const { script, style } = await assetsOf(node);
  let bytes = 0;
  for (const path of [script, style]) {
    const response = await node.get(path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(response.headers.get('content-length'));
  }
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(250_000);
  const text = await (await node.get(script)).text();
  expect(text).not.toContain('jsxDEV');
  expect(text).not.toContain('sourceMappingURL');
});

test('an unknown asset, and methods that do not read, are refused', async () => {
  await using node = startNode();
  for (const path of ['nothing.js', 'constructor', '..%2f..%2fpackage.json', '%00', '']) {
    const response = await node.get(`/inspector/assets/${path}`);
    expect({ path, status: response.status, code: (await readEnvelope(response)).errors?.code }).toEqual({
      path,
      status: 404,
      code: 'not-found',
    });
  }
  const posted = await node.get('/inspector', { method: 'POST' });
  expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(await readEnvelope(posted)).toMatchObject({ status: 405, errors: { code: 'method-not-allowed' } });
  expect((await node.get('/inspector', { method: 'OPTIONS' })).status).toBe(204);
  expect((await node.get('/inspectors')).status).toBe(404);
});

test('simultaneous requests share one build, which is cached; a failed build is reported and tried again', async () => {
  using folder = tempFolder();
  const entry = join(folder.path, 'main.tsx');
  writeFileSync(entry, 'this is no program (');
  const allAreHere = Promise.withResolvers<void>();
  let builds = 0;
  await using node = startNode(async () => {
    builds += 1;
    await allAreHere.promise;
    return buildWeb(entry);
  });
  const asked = [node.get('/inspector'), node.get('/inspector/x'), node.get('/inspector/assets/x.js')];
  await waitFor(() => node.pending() === asked.length, { what: 'all requests to be with the node' });
  allAreHere.resolve();
  for (const response of await Promise.all(asked)) {
    const { status, message, errors } = await readEnvelope(response);
    expect({ status, code: errors?.code }).toEqual({ status: 500, code: 'inspector-build-failed' });
    expect(message).not.toContain(folder.path);
  }
  expect(builds).toBe(1);
  expect(node.lines.filter(({ message }) => message === "The inspector's page could not be built")).toHaveLength(1);
  writeFileSync(entry, 'document.title = "one";');
  const { script } = await assetsOf(node);
  writeFileSync(entry, 'document.title = "two";');
  expect((await assetsOf(node)).script).toBe(script);
  expect(await (await node.get(script)).text()).toContain('one');
  expect(builds).toBe(2);
});
