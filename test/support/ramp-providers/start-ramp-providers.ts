import type { RampName } from '../../../src/features/ramps/ramp-provider.ts';
import { fixture as alchemyPay } from '../../contract/ramps/fixtures/alchemy-pay.ts';
import { fixture as banxa } from '../../contract/ramps/fixtures/banxa.ts';
import { fixture as guardarian } from '../../contract/ramps/fixtures/guardarian.ts';
import { fixture as onrampMoney } from '../../contract/ramps/fixtures/onramp-money.ts';
import { fixture as transak } from '../../contract/ramps/fixtures/transak.ts';
import { standInAlchemyPay } from './alchemy-pay.ts';
import { standInBanxa } from './banxa.ts';
import { standInGuardarian } from './guardarian.ts';
import { standInOnrampMoney } from './onramp-money.ts';
import { createBook, type ProviderBook, type StandInProvider } from './provider-order.ts';
import { standInTransak } from './transak.ts';

export type RampProviders = {
  /** The settings that send the requests of all five providers to this server. */
  readonly env: Readonly<Record<string, string>>;
  readonly of: Readonly<Record<RampName, { readonly provider: StandInProvider; readonly book: ProviderBook }>>;
  /** The requests to a provider that the server received, each with its method, path and query. */
  readonly asked: readonly string[];
  /** Makes the server fail the next requests in the given ways, one way per request. */
  trouble(kinds: readonly Trouble[]): void;
  [Symbol.dispose](): void;
};

export type Trouble = 'maintenance' | 'too-many' | 'cut';

const PUBLIC_URL = 'https://api.example.org/api';
const fixtures = { 'onramp-money': onrampMoney, guardarian, 'alchemy-pay': alchemyPay, transak, banxa };
const NAMES = Object.keys(fixtures) as RampName[];

/**
 * Starts a server that stands in for the APIs of the five paid ramps. Catalogues are recorded ones; orders have the status that the test
 * gives them.
 * @param nowMs returns the time of the access tokens that Transak's stand-in issues
 */
export function startRampProviders(nowMs: () => number): RampProviders {
  const hookPath = (name: RampName) => `${new URL(PUBLIC_URL).pathname}/defi/${name}/webhook`;
  const key = (value: string | undefined) => value ?? '';
  const books = Object.fromEntries(
    NAMES.map((name, i) => [name, createBook(name === 'onramp-money' ? '' : `${name}-`, (i + 1) * 100_000)]),
  );
  const bookOf = (name: RampName) => books[name] ?? createBook('', 1);
  const alchemyKeys = { appId: key(alchemyPay.keys.appId), apiSecret: key(alchemyPay.keys.apiSecret) };
  const banxaKeys = { apiKey: key(banxa.keys.apiKey), apiSecret: key(banxa.keys.apiSecret) };
  const made: Record<RampName, StandInProvider> = {
    'onramp-money': standInOnrampMoney(bookOf('onramp-money'), { apiSecret: key(onrampMoney.keys.apiSecret) }),
    guardarian: standInGuardarian(bookOf('guardarian')),
    'alchemy-pay': standInAlchemyPay(bookOf('alchemy-pay'), alchemyKeys, hookPath('alchemy-pay')),
    transak: standInTransak(bookOf('transak'), { apiSecret: key(transak.keys.apiSecret) }, nowMs),
    banxa: standInBanxa(bookOf('banxa'), banxaKeys, hookPath('banxa')),
  };
  const asked: string[] = [];
  let troubles: Trouble[] = [];

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      const name = NAMES.find((each) => url.pathname.startsWith(`/${each}/`));
      if (name === undefined) return new Response('', { status: 404 });
      asked.push(`${request.method} ${url.pathname}${url.search}`);
      const trouble = troubles.shift();
      if (trouble !== undefined) return inTrouble(trouble);
      const body = await request.text();
      return (
        made[name].answer({ method: request.method, url, headers: request.headers, body }) ??
        recorded(name, request.method, url) ??
        Response.json({ message: 'Not found' }, { status: 404 })
      );
    },
  });
  const at = (name: RampName) => `http://127.0.0.1:${server.port}/${name}`;
  return {
    asked,
    trouble(kinds) {
      troubles = [...kinds];
    },
    of: Object.fromEntries(NAMES.map((name) => [name, { provider: made[name], book: bookOf(name) }])) as RampProviders['of'],
    env: {
      PUBLIC_URL,
      ...{ ONRAMP_MONEY_APP_ID: '4711', ONRAMP_MONEY_API_KEY: key(onrampMoney.keys.apiKey), ONRAMP_MONEY_URL: at('onramp-money') },
      ...{ ONRAMP_MONEY_API_SECRET: key(onrampMoney.keys.apiSecret), GUARDARIAN_API_KEY: key(guardarian.keys.apiKey) },
      ...{ GUARDARIAN_URL: at('guardarian'), ALCHEMY_PAY_APP_ID: alchemyKeys.appId, ALCHEMY_PAY_APP_SECRET: alchemyKeys.apiSecret },
      ...{ ALCHEMY_PAY_URL: at('alchemy-pay'), TRANSAK_API_KEY: key(transak.keys.apiKey), TRANSAK_URL: at('transak') },
      ...{ TRANSAK_API_SECRET: key(transak.keys.apiSecret), TRANSAK_REFERRER_DOMAIN: key(transak.keys.referrer) },
      ...{ BANXA_PARTNER: key(banxa.keys.partner), BANXA_API_KEY: banxaKeys.apiKey, BANXA_API_SECRET: banxaKeys.apiSecret },
      ...{ BANXA_URL: at('banxa') },
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Answers a request for a catalogue with the provider's recorded catalogue. */
function recorded(name: RampName, method: string, url: URL): Response | null {
  const path = url.pathname.slice(name.length + 1);
  const exchanges = fixtures[name].catalogues.flatMap((catalogue) => catalogue.exchanges);
  const found = exchanges.find(
    (each) =>
      each.method === method &&
      each.path === path &&
      Object.entries(each.query ?? {}).every(([k, value]) => url.searchParams.get(k) === value),
  );
  return found === undefined ? null : Response.json(found.reply.body, { status: found.reply.status ?? 200 });
}

function inTrouble(trouble: Trouble): Response {
  switch (trouble) {
    case 'maintenance':
      return new Response('<html>Maintenance</html>', { status: 503, headers: { 'content-type': 'text/html' } });
    case 'too-many':
      return Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '7' } });
    case 'cut':
      return new Response('{"data":', { headers: { 'content-type': 'application/json' } });
  }
}
