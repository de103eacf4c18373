/** The replies to `GET /simple/price`: a queued reply first, otherwise the prices. */
export type ReplayCoingecko = {
  /** Base URL for `COINGECKO_URL`. */
  readonly url: string;
  /** Dollars and time (unix seconds) by id. Ids that are not listed are missing in replies, like at CoinGecko. */
  readonly prices: Map<string, { usd: unknown; last_updated_at?: number }>;
  /** All requests so far, with their ids and the headers that contain keys. */
  readonly requests: { ids: string[]; proKey: string | null; demoKey: string | null; query: Record<string, string> }[];
  /** Replies to the next requests; each is used once. */
  readonly next: (() => Response | Promise<Response>)[];
  [Symbol.dispose](): void;
};

/** Starts a server on a free loopback port with replies in the documented schemas of CoinGecko. */
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
