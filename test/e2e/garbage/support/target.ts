import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { settingNames } from '../../../../src/config.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { rampSettingNames } from '../../../../src/features/ramps/ramp-settings.ts';
import { spawnService } from '../../../support/spawn-service.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Examples } from './examples.ts';
import { isSchema, type JsonSchema } from './json-schema.ts';
import { type Expectation, judge } from './judge.ts';
import { type Operation, operationAt, operationsOf } from './operations.ts';
import { type Answer, type RawRequest, sendRaw } from './raw-http.ts';
import { type RecordWatch, watchRecords } from './record-watch.ts';

/** The wallet that owns the two positions which are created before the test sends garbage. */
export const WALLET = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const CHAIN_ID = 31_337;
const JSON_HEADERS: readonly (readonly [string, string])[] = [['Content-Type', 'application/json']];
const MAX_FINDINGS = 25;
const PRICE_SOURCES = ['COINGECKO', 'COINMARKETCAP'];

export type Target = AsyncDisposable & {
  readonly document: JsonSchema;
  readonly operations: readonly Operation[];
  readonly examples: Examples;
  readonly port: number;
  /** Sends a request, checks its reply, and checks that a refused request has written nothing. */
  probe(request: RawRequest, expected: Expectation): Promise<Answer>;
  /**
   * Like `probe`, but for malformed requests that Bun answers itself before our code gets them. Any 4xx reply or a closed connection is
   * accepted, but nothing may be written.
   */
  probeBelow(what: string, send: (port: number) => Promise<Answer>): Promise<Answer>;
  /** The problems found so far, each with the request that caused it. */
  readonly findings: readonly string[];
  readonly counts: { sent: number; refused: number; accepted: number };
  /**
   * Ends a test. Checks that the same process is still running and ready, that all records have their documented schema, and that the
   * service's log contains nothing unexpected.
   */
  inspect(): Promise<void>;
};

/** Starts the real service in its own process, with two positions. It has no ticks, so that every change of data is caused by a request. */
export async function startTarget(): Promise<Target> {
  // This server answers the requests that the service forwards to providers, because tests do not use the network.
  const provider = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answerAsProvider });
  const service = await spawnService({
    chain: 'copied',
    env: { CRON: 'false', LOG_LEVEL: 'warn', TRUST_PROXY: '1', ADMIN_WALLETS: WALLET, ...providerSettings(provider.url.origin) },
    until: 'ready',
  });
  try {
    return await targetOf(service, () => provider.stop(true));
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}

/** The exchange rates have the structure that CoinGecko documents. */
function answerAsProvider({ url }: Request): Response {
  const rates = { usd: { value: 100_000, type: 'fiat' }, eur: { value: 92_000, type: 'fiat' } };
  return Response.json(new URL(url).pathname.endsWith('/exchange_rates') ? { rates } : { ok: true });
}

/** Settings with a URL and a key for every provider, so that all providers are enabled. */
function providerSettings(origin: string): Record<string, string> {
  const prefixes = [...settingNames()]
    .flatMap((name) => /^(.+)_API_KEY$/.exec(name)?.[1] ?? [])
    .filter((one) => !PRICE_SOURCES.includes(one));
  const settings = prefixes.flatMap((prefix): [string, string][] => [
    [`${prefix}_URL`, origin],
    [`${prefix}_API_KEY`, 'a-key'],
  ]);
  const ramps = rampSettingNames.map((name): [string, string] => [name, name.endsWith('_URL') ? origin : 'a-key']);
  return {
    ...Object.fromEntries([...settings, ...ramps]),
    COINGECKO_URL: origin,
    PUBLIC_URL: `${origin}/api`,
    OKX_API_SECRET: 'a-secret',
    OKX_API_PASSPHRASE: 'a-phrase',
  };
}

async function targetOf(service: Awaited<ReturnType<typeof spawnService>>, closeProvider: () => Promise<void>): Promise<Target> {
  const { url, port } = service;
  const json = async (path: string) => objectOf(await (await fetch(`${url}${path}`)).json());
  const document = await json('/docs/json');
  const [fromToken, toToken] = await twoTokens(url);
  const body = {
    ...{ fromToken, toToken, amount: '1000', frequency: 10, interval: 86_400, walletAddress: WALLET },
    ...{ chainId: { chainId: CHAIN_ID }, isAutoBuy: true, timeFrame: 'daily' },
  };
  const dcaId = await createPosition(url, body);
  const txHash = await createTransaction(url, { fromToken, toToken });
  await createPosition(url, { ...body, frequency: 20 });
  const examples: Examples = {
    text: {
      ...{ chainId: String(CHAIN_ID), contract: 'DcaVault', dcaId, walletAddress: WALLET, status: 'all', positionId: '' },
      ...{ txHash, hash: txHash, id: txHash, address: WALLET, limit: '10' },
    },
    body: {
      ...{ ...body, dcaId, txHash, destinationTxHash: txHash, quoteId: crypto.randomUUID(), recipient: WALLET },
      ...{ amountIn: '5', amountOutExpected: '5', amountOutMin: '5', expiresAt: '2026-12-31T00:00:00Z' },
      ...{ scaAddress: WALLET, ownerAddress: WALLET, factory: WALLET, message: 'swap 1 eth to usdc on base' },
    },
  };

  const { authorization } = service.asOperator();
  const operations = operationsOf(document);
  let tokens = await signIn(url);
  /**
   * Returns the headers of an operator, an admin or a user, so that the garbage reaches routes that need a sign-in. Each request has a
   * different client address, so that the replies to wrong tokens are not delayed.
   */
  const whoAsks = (n: number, token: Operation['token']): readonly (readonly [string, string])[] => [
    ['Authorization', token === null ? authorization : `Bearer ${tokens[token]}`],
    ['X-Forwarded-For', `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`],
  ];

  const findings: string[] = [];
  const counts = { sent: 0, refused: 0, accepted: 0 };
  const watch = watchRecords(join(service.dataDir, 'coxswain.db'));
  let seen = await settledContent();
  let seenVersion = watch.version();

  /**
   * Returns the database content once no commit or effect is running any more, because effects of earlier accepted requests may still
   * write.
   */
  async function settledContent(): Promise<ReturnType<RecordWatch['content']>> {
    await waitFor(
      async () => {
        const stats = objectOf((await json('/debug-stats')).data);
        return stats.commitsOutstanding === 0 && stats.effectsRunning === 0;
      },
      { what: 'the service to come to rest' },
    );
    return watch.content();
  }

  async function checkRecords(request: string, isRefused: boolean): Promise<void> {
    if (watch.version() === seenVersion) return;
    const now = await settledContent();
    if (isRefused && now.digest !== seen.digest) {
      report(request, [`it was refused, and something was written: ${JSON.stringify(seen.rows)} became ${JSON.stringify(now.rows)}`]);
    }
    seen = now;
    seenVersion = watch.version();
  }

  /** A request may have ended the session; the test then signs in again. */
  async function signInAgain(): Promise<void> {
    tokens = await signIn(url);
    seen = await settledContent();
    seenVersion = watch.version();
  }

  function report(request: string, problems: readonly string[]): void {
    if (findings.length < MAX_FINDINGS) findings.push(...problems.map((problem) => `${request} -> ${problem}`));
  }

  return {
    document,
    operations,
    examples,
    port,
    findings,
    counts,
    async probe(request, expected) {
      const headers = request.headers ?? (request.body === undefined ? [] : JSON_HEADERS);
      const token = operationAt(operations, request.method === 'HEAD' ? 'GET' : request.method, request.target)?.token ?? null;
      const answer = await sendRaw(port, { ...request, headers: [...headers, ...whoAsks(counts.sent, token)] });
      const isAccepted = answer.kind === 'reply' && answer.status < 400;
      counts.sent += 1;
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      report(show(request), judge(answer, expected, document, request.method === 'HEAD'));
      await checkRecords(show(request), !isAccepted);
      if (isAccepted && token !== null && request.method !== 'GET') await signInAgain();
      return answer;
    },
    async probeBelow(what, send) {
      const answer = await send(port);
      counts.sent += 1;
      counts.refused += 1;
      if (answer.kind === 'reply' && (answer.status < 400 || (answer.status >= 500 && answer.status !== 505)))
        report(what, [`answered ${answer.status}`]);
      await checkRecords(what, true);
      return answer;
    },
    async inspect() {
      const ready = await fetch(`${url}/ready`);
      if (!ready.ok) report('GET /api/ready', [`${ready.status}: ${await ready.text()}`]);
      if (objectOf((await json('/health')).data).ok !== true) report('GET /api/health', ['not ok']);
      const list = operations.find(({ path }) => path === '/api/defi/get-position');
      const query = `/api/defi/get-position?walletAddress=${WALLET}`;
      const answer = await sendRaw(port, { method: 'GET', target: query });
      report('records after all', judge(answer, { ...(list === undefined ? {} : { operation: list }), mustRefuse: false }, document));
      const faults = service
        .logs()
        .split('\n')
        .filter((line) => /"level":"(error|fatal)"|unhandled/i.test(line));
      report('log', faults.slice(0, 5));
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      await closeProvider();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Signs in the test's wallet, which is also an admin. */
async function signIn(url: string): Promise<{ readonly user: string; readonly admin: string }> {
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { data, message } = objectOf(await (await fetch(`${url}/auth/${path}`, init)).json());
    if (!isSchema(data)) throw new Error(`The sign-in failed: ${message}`);
    return data;
  };
  const account = privateKeyToAccount(devnetAccounts.demo[0].privateKey);
  const page = new URL(url);
  const message = createSiweMessage({
    ...{ address: account.address, domain: page.host, uri: page.origin, version: '1', chainId: CHAIN_ID, issuedAt: new Date() },
    nonce: String((await post('nonce', {})).nonce),
  });
  const { accessToken, adminToken } = await post('verify', { message, signature: await account.signMessage({ message }) });
  return { user: String(accessToken), admin: String(adminToken) };
}

async function twoTokens(url: string): Promise<[string, string]> {
  const { data } = objectOf(await (await fetch(`${url}/common/token/${CHAIN_ID}`)).json());
  const addresses = (Array.isArray(data) ? data : []).map((token) => String(objectOf(token).address));
  const [from, to] = addresses.filter((address) => !/^0x0+$/.test(address));
  if (from === undefined || to === undefined) throw new Error('The devnet has no two tokens');
  return [from, to];
}

/**
 * Creates a trade record without a transaction hash. The service never checks such a record by itself, so every write is caused by a
 * request.
 */
async function createTransaction(url: string, tokens: { readonly fromToken: unknown; readonly toToken: unknown }): Promise<string> {
  const txHash = crypto.randomUUID();
  const body = { ...tokens, txHash, walletAddress: WALLET, fromChainId: CHAIN_ID, toChainId: CHAIN_ID, amountIn: '5' };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${url}/defi/transaction`, init);
  if (response.status !== 201) throw new Error(`The trade record was not made: ${await response.text()}`);
  return txHash;
}

async function createPosition(url: string, body: unknown): Promise<string> {
  const response = await fetch(`${url}/defi/create-position`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`No position to try things on: ${response.status} ${text}`);
  return String(objectOf(objectOf(JSON.parse(text)).data)._id);
}

function objectOf(value: unknown): JsonSchema {
  if (!isSchema(value)) throw new Error(`Expected an object, got ${JSON.stringify(value)}`);
  return value;
}

function show({ method, target, headers, body }: RawRequest): string {
  const text = body === undefined ? '' : typeof body === 'string' ? JSON.stringify(body) : `bytes ${Buffer.from(body).toString('hex')}`;
  return [method, JSON.stringify(target).slice(0, 300), headers === undefined ? '' : JSON.stringify(headers), text.slice(0, 400)].join(' ');
}
