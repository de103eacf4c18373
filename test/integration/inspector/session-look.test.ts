import { expect, test } from 'bun:test';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { createOperatorSessions } from '../../../src/http/operator-sessions.ts';
import { createInspectorPages } from '../../../src/inspector/serve/inspector-pages.ts';
import { createSessionLook } from '../../../src/inspector/serve/session-look.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import { readEnvelope } from '../http/read-envelope.ts';

const ALICE = { name: 'alice', token: 'sesame' };
const TWELVE_HOURS_MS = 12 * 3_600_000;

/** Starts a node that serves the inspector's page, with a clock that the test sets. */
function startNode(options: { operators?: readonly (typeof ALICE)[] } = {}) {
  const { operators = [ALICE] } = options;
  const time = { nowMs: 0 };
  const log = createPinoLog({ level: 'silent' });
  const sessions = createOperatorSessions(operators, { clock: { now: () => time.nowMs } });
  const auth = createOperatorAuth({ operators }, { sessions });
  const server = createHttpServer({
    api: createApi({ log, resources: [] }),
    beside: { ...createInspectorPages({ log }), ...createSessionLook({ auth }) },
    ...{ host: '127.0.0.1', port: 0, corsOrigins: [], log, requestIdPrefix: 'test' },
  });
  const look = async (headers: Record<string, string> = {}) => {
    const { status, data } = await readEnvelope(await fetch(`${server.url}/inspector/session`, { headers }));
    return { status, ...data };
  };
  const cookie = sessions.open('alice', new Request(server.url))?.split(';')[0] ?? '';
  return { look, cookie, time, url: server.url, [Symbol.asyncDispose]: () => server.stop(0) };
}

test('a signed-in user is reported as such', async () => {
  await using node = startNode();
  expect(await node.look({ cookie: node.cookie })).toEqual({ status: 200, isSignedIn: true, refusal: null });
});

test('a user who is not signed in, or not any more, is reported as such without an error, and nothing else', async () => {
  await using node = startNode();
  expect(await node.look()).toMatchObject({ status: 200, isSignedIn: false, refusal: { status: 401, code: 'operator-token-required' } });
  const forged = { cookie: 'coxswain_operator=YWxpY2U.zzzzzzzz.AAAA' };
  expect(await node.look(forged)).toMatchObject({ isSignedIn: false, refusal: { status: 401, code: 'operator-session-ended' } });
  node.time.nowMs = TWELVE_HOURS_MS;
  const ended = await node.look({ cookie: node.cookie });
  expect(ended).toMatchObject({ status: 200, isSignedIn: false, refusal: { status: 401, code: 'operator-session-ended' } });
  expect(JSON.stringify(ended)).not.toContain('alice');
});

test('a page of another site learns nothing about users', async () => {
  await using node = startNode();
  const elsewhere = { cookie: node.cookie, 'sec-fetch-site': 'cross-site' };
  expect(await node.look(elsewhere)).toMatchObject({ isSignedIn: false, refusal: { status: 403, code: 'operator-origin-refused' } });
});

test('without tokens there is no operator', async () => {
  await using node = startNode({ operators: [] });
  expect(await node.look()).toMatchObject({ isSignedIn: false, refusal: { code: 'operator-token-required' } });
  expect(await node.look({ authorization: 'Bearer x' })).toMatchObject({ isSignedIn: false, refusal: { code: 'operator-token-wrong' } });
});

test('a page of another site may link to the page, but not embed it or parts of it', async () => {
  await using node = startNode();
  const status = async (path: string, headers: Record<string, string>) => (await fetch(`${node.url}${path}`, { headers })).status;
  const site = { 'sec-fetch-site': 'cross-site' };
  expect(await status('/inspector', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(200);
  expect(await status('/inspector', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
  for (const [mode, dest] of [
    ['navigate', 'iframe'],
    ['no-cors', 'script'],
    ['cors', 'empty'],
  ] as const) {
    const headers = { ...site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
    for (const path of ['/inspector', '/inspector/actors', '/inspector/assets/x.js'])
      expect([path, dest, await status(path, headers)]).toEqual([path, dest, 403]);
  }
});
