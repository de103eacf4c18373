/** A server that replies to `GET /simple/price`: with the next queued reply if there is one, otherwise with the prices. */
export type ReplayCoingecko = {
  /** Base URL of the server, for the setting `COINGECKO_URL`. */
  readonly url: string;
  /** For each id the price in dollars and its time (unix seconds). Ids that are not listed are missing in replies, as with CoinGecko. */
  readonly prices: Map<string, { usd: unknown; last_updated_at?: number }>;
  /** All requests so far, with the requested ids and the headers that contain keys. */
  readonly requests: { ids: string[]; proKey: string | null; demoKey: string | null; query: Record<string, string> }[];
  /** Queued replies to the next requests. Each reply is sent once, before any reply with prices. */
  readonly next: (() => Response | Promise<Response>)[];
  [Symbol.dispose](): void;
};

/** Starts a server on a free loopback port whose replies have the structure that CoinGecko documents. */
export function startReplayCoingecko(): ReplayCoingecko {
  const prices: ReplayCoingecko['prices'] = new Map();
  const requests: ReplayCoingecko['requests'] = [];
  const next: ReplayCoingecko['next'] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      if (url.pathname !== '/api/v3/simple/price') return new Response('{"error":"not found"}', { status: 404 });
      const ids = (url.searchParams.get('ids') ?? '').split(',');
      requests.push({
        ids,
        proKey: request.headers.get('x-cg-pro-api-key'),
        demoKey: request.headers.get('x-cg-demo-api-key'),
        query: Object.fromEntries(url.searchParams),
      });
      const special = next.shift();
      if (special !== undefined) return special();
      return Response.json(Object.fromEntries(ids.flatMap((id) => (prices.has(id) ? [[id, prices.get(id)]] : []))));
    },
  });
  return { url: `http://127.0.0.1:${server.port}/api/v3`, prices, requests, next, [Symbol.dispose]: () => void server.stop(true) };
}
