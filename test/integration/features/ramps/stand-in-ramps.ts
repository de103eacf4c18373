import { createHmac } from 'node:crypto';

export type StandInRamps = {
  /** Settings that send the providers' requests to this server. */
  readonly env: Readonly<Record<string, string>>;
  /** The paths that were requested, in order. */
  readonly asked: string[];
  /** The orders of Guardarian by id, as `GET /transaction/ID` answers them; the test changes them. */
  readonly orders: Map<string, Readonly<Record<string, unknown>>>;
  [Symbol.dispose](): void;
};

const USDC = { ethereum: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' };
const SECRET = 's3cret-of-alchemy';

/**
 * Starts a server in place of three paid APIs: Guardarian and Alchemy Pay answer as documented, Banxa is in maintenance and answers with a
 * page. The other two have no keys.
 */
export function startStandInRamps(): StandInRamps {
  const asked: string[] = [];
  const orders: StandInRamps['orders'] = new Map();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}`);
      if (url.pathname.startsWith('/banxa')) return new Response('<html>Maintenance</html>', { status: 503 });
      const body = await request.text();
      const [, id] = /^\/guardarian\/transaction\/(.+)$/.exec(url.pathname) ?? [];
      if (id !== undefined) {
        const order = orders.get(id);
        return order === undefined ? Response.json({ message: 'Not found' }, { status: 404 }) : Response.json(order);
      }
      return url.pathname.startsWith('/guardarian') ? guardarian(url, request) : alchemyPay(url, request, body);
    },
  });
  const at = `http://127.0.0.1:${server.port}`;
  return {
    asked,
    orders,
    env: {
      ...{ GUARDARIAN_API_KEY: 'key-of-guardarian', GUARDARIAN_URL: `${at}/guardarian` },
      ...{ ALCHEMY_PAY_APP_ID: 'app1', ALCHEMY_PAY_APP_SECRET: SECRET, ALCHEMY_PAY_URL: `${at}/alchemy` },
      ...{ BANXA_PARTNER: 'us', BANXA_API_KEY: 'key-of-banxa', BANXA_API_SECRET: 's3cret-of-banxa', BANXA_URL: `${at}/banxa` },
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function guardarian({ pathname, searchParams }: URL, request: Request): Response {
  if (request.headers.get('x-api-key') !== 'key-of-guardarian') return Response.json({ message: 'Unauthorized' }, { status: 401 });
  switch (pathname.slice('/guardarian'.length)) {
    case '/currencies':
      return Response.json({
        crypto_currencies: [
          { ticker: 'USDC', name: 'USD Coin', networks: [{ network: 'BASE', token_contract: USDC.base }, { network: 'MARS' }] },
          { ticker: 'BTC', name: 'Bitcoin', networks: [{ network: 'BTC' }] },
        ],
        fiat_currencies: [{ ticker: 'EUR', payment_methods: [{ payment_category: 'VISA_MC', deposit_enabled: true }] }],
      });
    case '/countries':
      return Response.json([{ code_iso_alpha_2: 'DE', supported: true }]);
    case '/market-info/min-max-range/EUR_USDC-BASE':
      return Response.json({ min: '20', max: '15000' });
    case '/estimate':
      if (searchParams.get('from_currency') === 'BTC')
        return Response.json({ from_currency: 'BTC', to_currency: 'USDC', to_network: 'BASE', value: '951.5', service_fees: [] });
      if (Number(searchParams.get('from_amount')) < 20) return Response.json({ message: 'Amount is less than minimal' }, { status: 400 });
      return Response.json({
        from_currency: 'EUR',
        to_currency: 'USDC',
        to_network: 'BASE',
        value: '211.700000000000000001',
        service_fees: [],
      });
    case '/transaction':
      return Response.json({ id: 4001, redirect_url: 'https://payments.guardarian.com/en/checkout?tid=4001' });
    default:
      return Response.json({ message: 'Not found' }, { status: 404 });
  }
}

function alchemyPay({ pathname, searchParams }: URL, request: Request, body: string): Response {
  const path = pathname.slice('/alchemy'.length);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  const signed = `${request.headers.get('timestamp')}${request.method}${path}${query === '' ? '' : `?${query}`}${body}`;
  if (request.headers.get('sign') !== createHmac('sha256', SECRET).update(signed).digest('base64'))
    return Response.json({ returnCode: '81003', returnMsg: 'invalid merchant sign' });
  const reply = (data: unknown) => Response.json({ returnCode: '0000', returnMsg: 'SUCCESS', data });
  if (path.endsWith('/fiat/list'))
    return reply([{ currency: 'EUR', country: 'DE', payWayCode: '10001', payWayName: 'Credit Card', payMin: '15', payMax: '2000' }]);
  if (path.endsWith('/crypto/list')) return reply([{ crypto: 'USDC', network: 'BASE', address: USDC.base, buyEnable: 1, sellEnable: 0 }]);
  return new Response('{"returnCode":"0000","data":{"cryptoQuantity":212.50,"fiatQuantity":200,"rampFee":"5.00","networkFee":"0.10"}}');
}
