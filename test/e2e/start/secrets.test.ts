import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../../src/config.ts';
import { rampFields } from '../../../src/features/ramps/ramp-settings.ts';
import { freePort } from '../../support/free-port.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { startToEnd } from '../support/run-to-end.ts';

/** Settings whose names look like those of secrets, and whose values everybody may see. */
const NOT_SECRET: ReadonlySet<string> = new Set(['PUBLIC_URL', 'HOUSE_TOKEN']);
const SECRET_SETTING = /(_URL|_KEY|_SECRET|_PASSPHRASE|_TOKEN|_HEADERS|_ENDPOINT)$/;
const CHAIN = 137;

/**
 * A test server whose replies repeat everything that was sent to it. This is the worst case for code that must keep keys out of its
 * messages.
 */
function startEcho() {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      asked.push(request.url);
      const said = `no such key: ${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`;
      const { pathname } = new URL(request.url);
      // Two RPC endpoints for the test: one that answers with an error, and one that refuses connections.
      if (pathname.includes('answers')) return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: said } });
      // Alternates between two kinds of error replies: JSON that contains the received text in every usual field, as from a service, and
      // plain text, as from a gateway.
      const body = {
        message: said,
        description: said,
        error: said,
        error_message: said,
        errors: [{ message: said }],
        code: 400,
        msg: said,
      };
      if (asked.length % 2 === 0) return Response.json(body, { status: 400 });
      return new Response(said, { status: 401, statusText: `no key ${pathname}` });
    },
  });
  return { asked, port: server.port, stop: () => server.stop(true) };
}

/**
 * Builds settings for the test: each secret has a unique value that can be found in any output, and all URLs lead to the two given ports on
 * this machine.
 */
function canaries(echoPort: number, deadPort: number) {
  const secrets = new Map<string, string>();
  let count = 0;
  const secret = (name: string) => {
    count += 1;
    const text = `cnry${count}x${(count * 7919).toString(36)}`;
    secrets.set(text, name);
    return text;
  };
  const url = (name: string, scheme: string, port: number, path = '') =>
    `${scheme}://user:${secret(name)}@127.0.0.1:${port}/${path}${secret(name)}?key=${secret(name)}`;
  const privateKey = (name: string, digit: string) => {
    secrets.set(digit.repeat(64), name);
    return `0x${digit.repeat(64)}`;
  };
  const env: Record<string, string> = {};
  for (const name of settingNames()) {
    if (!SECRET_SETTING.test(name) || NOT_SECRET.has(name)) continue;
    if (name === 'EXECUTOR_KEY') env[name] = privateKey(name, 'a');
    else if (name === 'SIGNER_KEY') env[name] = privateKey(name, 'b');
    else if (name === 'REDIS_URL') env[name] = url(name, 'redis', deadPort, '0?x=');
    else if (name === 'MONGODB_URL') env[name] = url(name, 'mongodb', deadPort);
    else if (name.endsWith('_HEADERS')) env[name] = `x-key=${secret(name)}`;
    else if (name === 'SMTP_URL') env[name] = url(name, 'smtp', deadPort);
    else if (name.endsWith('_TOKEN') || /^JWT_|^CHANNEL_/.test(name)) env[name] = `${secret(name)}-and-more-of-it-to-be-long`;
    else if (/_URL$|_ENDPOINT$/.test(name)) env[name] = url(name, 'http', echoPort);
    else env[name] = secret(name);
  }
  const rpc = `RPC_${CHAIN}`;
  env[rpc] = [url(rpc, 'http', echoPort), url(rpc, 'http', echoPort, 'answers/'), url(rpc, 'http', deadPort)].join(',');
  env.SERVICE_BRAND = 'Acme';
  env.SMTP_FROM = 'news@example.org';
  env.ASSISTANT_MODEL = 'a-model';
  // Providers are told this address, so that secrets in it are refused.
  env.PUBLIC_URL = 'https://api.example.org/api';
  // A ramp with a part of its keys is refused, so it gets the rest, which is public.
  for (const { name, isSecret, isNeeded } of Object.values(rampFields).flat()) if (isNeeded && !isSecret) env[name] = 'example.org';
  const { MONGODB_URL = '', ...others } = env;
  return {
    env: others,
    MONGODB_URL,
    /** Lists the settings whose secret values appear in a text. The list should be empty. */
    leakedIn(text: string): readonly string[] {
      return [...secrets].flatMap(([secret, name]) =>
        [secret, btoa(`user:${secret}`), Buffer.from(secret).toString('hex')].flatMap((form) => {
          const at = text.indexOf(form);
          return at === -1 ? [] : [`${name}: ${text.slice(Math.max(0, at - 200), at + 100)}`];
        }),
      );
    },
  };
}

let echo: ReturnType<typeof startEcho>;
let given: ReturnType<typeof canaries>;

beforeAll(async () => {
  echo = startEcho();
  given = canaries(echo.port ?? 0, await freePort());
});
afterAll(() => echo.stop());

type Operation = { readonly method: string; readonly path: string };

async function operationsOf(service: Service): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${service.url}/docs/json`)).json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })));
}

/**
 * Collects all texts that the service sends to any client, using input that makes the service send requests to other servers where
 * possible.
 */
async function askAll(service: Service, token: string): Promise<string> {
  const root = new URL('/', service.url).href.slice(0, -1);
  const wallet = `0x${'1'.repeat(40)}`;
  const query = new URLSearchParams({
    ...{ walletAddress: wallet, wallet, userAddress: wallet, chainId: String(CHAIN), fromChainId: String(CHAIN), toChainId: String(CHAIN) },
    ...{
      fromToken: `0x${'0'.repeat(40)}`,
      toToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
      amount: '1',
      type: 'swap',
      txHash: `0x${'2'.repeat(64)}`,
    },
  });
  const body = JSON.stringify({ ...Object.fromEntries(query), chainId: CHAIN, transaction: {}, policy: {} });
  const operations = await operationsOf(service);
  expect(operations.length).toBeGreaterThan(40);
  const asks = operations
    .filter(({ path }) => !/\/(drain|feed|inspect)$/.test(path))
    .map(({ method, path }) => ({
      method,
      path: path
        .replace(/\{chainId\}/g, String(CHAIN))
        .replace(/\{address\}/g, wallet)
        .replace(/\{\w+\}/g, '1'),
    }));
  const answers = await Promise.all(
    [...asks, { method: 'GET', path: '/metrics' }].map(async ({ method, path }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = method === 'GET' || method === 'HEAD' ? { method, headers } : { method, headers, body };
      const response = await fetch(`${root}${path}${method === 'GET' ? `?${query}` : ''}`, {
        ...init,
        signal: AbortSignal.timeout(40_000),
      });
      return `${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
    }),
  );
  return answers.join('\n');
}

function filesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('operator-token'))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

test('a secret in any setting is in no log, reply, metric or record, whatever the called services answer', async () => {
  const { env, leakedIn } = given;
  await using service = await spawnService({
    env: { ...env, LOG_LEVEL: 'debug', TICK_INTERVAL_MS: '200', QUOTE_PROVIDER_TIMEOUT_MS: '500' },
  });
  const said = await askAll(service, env.OPERATOR_TOKEN ?? '');
  for (const part of ['/api/operator/doctor 200', '/metrics 200', 'coxswain_rpc_requests_total', 'chain 137']) expect(said).toContain(part);
  expect(leakedIn(echo.asked.join(' ')).join()).toContain(`RPC_${CHAIN}: `);
  expect(leakedIn(said)).toEqual([]);
  await service.end('SIGTERM');
  expect(service.logs()).toContain('127.0.0.1');
  expect(leakedIn(service.logs())).toEqual([]);
  expect(leakedIn(filesUnder(service.dataDir))).toEqual([]);
}, 120_000);

test('a store that is away at the start is reported without the secrets of its address', async () => {
  const { env, MONGODB_URL, leakedIn } = given;
  const { code, stdout, stderr } = await startToEnd({ ...env, MONGODB_URL });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('MONGODB_URL (127.0.0.1:');
  expect(leakedIn(stderr)).toEqual([]);
}, 60_000);

test('wrong settings are reported without their values', async () => {
  const { env, MONGODB_URL, leakedIn } = given;
  const spoilt = Object.fromEntries(Object.entries({ ...env, MONGODB_URL }).map(([name, value]) => [name, `${value} : //`]));
  const { code, stderr } = await startToEnd({ ...spoilt, SERVICE_BRAND: 'Acme', PORT: 'five' });
  expect(code).toBe(1);
  expect(stderr).toContain('PORT');
  expect(leakedIn(stderr)).toEqual([]);
}, 60_000);
