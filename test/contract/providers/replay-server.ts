import type { Exchange } from './provider-fixture.ts';

export type Misbehaviour = 'hangs' | 'too-many-requests' | 'fails' | 'html' | 'truncated' | 'redirects' | 'forbidden' | 'endless';

export type ReplayServer = {
  readonly baseUrl: string;
  /**
   * Sets the exchanges that the server expects next, in this order. A request that differs from the next expected one is recorded and gets
   * status 418.
   */
  expect(exchanges: readonly Exchange[]): void;
  /** Makes all further replies of the server wrong in the given way. */
  misbehave(how: Misbehaviour): void;
  /** Makes all further replies of the server the same, whatever is requested. */
  answer(reply: { readonly status: number; readonly body: string }): void;
  /** Returns the differences between the received and the expected requests; empty when there are none. */
  complaints(): readonly string[];
  /** Returns the number of expected exchanges that were not requested yet. */
  left(): number;
  [Symbol.dispose](): void;
};

/** Starts a server that answers the expected requests like a provider's API. */
export function startReplayServer(): ReplayServer {
  let expected: Exchange[] = [];
  let misbehaviour: Misbehaviour | null = null;
  let always: { readonly status: number; readonly body: string } | null = null;
  let complaints: string[] = [];

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (always !== null) return new Response(always.body, { status: always.status });
      if (misbehaviour !== null) return misbehaving(misbehaviour);
      const exchange = expected.shift();
      const problem = exchange === undefined ? 'nobody expected another request' : await differenceOf(request, exchange);
      if (exchange === undefined || problem !== null) {
        complaints.push(`${request.method} ${new URL(request.url).pathname}: ${problem}`);
        return new Response('{}', { status: 418 });
      }
      const { status = 200, headers = {}, body, page } = exchange.reply;
      if (page !== undefined) return new Response(page, { status, headers: { 'content-type': 'text/html', ...headers } });
      return Response.json(body, { status, headers });
    },
  });

  return {
    baseUrl: `http://127.0.0.1:${server.port}/base`,
    expect(exchanges) {
      misbehaviour = null;
      always = null;
      expected = [...exchanges];
      complaints = [];
    },
    misbehave(how) {
      misbehaviour = how;
    },
    answer(reply) {
      always = reply;
    },
    complaints: () => complaints,
    left: () => expected.length,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

async function differenceOf(request: Request, exchange: Exchange): Promise<string | null> {
  const url = new URL(request.url);
  if (request.method !== exchange.method) return `the method is not ${exchange.method}`;
  if (url.pathname !== `/base${exchange.path}`) return `the path is not ${exchange.path}`;
  const query = Object.fromEntries(url.searchParams);
  if (exchange.query !== undefined && !Bun.deepEquals(query, exchange.query)) return `the query is ${JSON.stringify(query)}`;
  for (const [name, value] of Object.entries(exchange.headers ?? {})) {
    if (request.headers.get(name) !== value) return `the header ${name} is ${request.headers.get(name)}`;
  }
  if (exchange.body !== undefined) {
    const text = await request.text();
    if (!Bun.deepEquals(JSON.parse(text === '' ? 'null' : text), exchange.body)) return `the body is ${text}`;
  }
  return null;
}

function misbehaving(how: Misbehaviour): Response | Promise<Response> {
  switch (how) {
    case 'hangs':
      return new Promise(() => {});
    case 'too-many-requests':
      return Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '7' } });
    case 'fails':
      return Response.json({ message: 'internal error' }, { status: 500 });
    case 'forbidden':
      return Response.json({ message: 'bad key' }, { status: 403 });
    case 'html':
      return new Response('<html><body>Just a moment...</body></html>', { headers: { 'content-type': 'text/html' } });
    case 'truncated':
      return new Response('{"estimate": {"toAmount": "1000', { headers: { 'content-type': 'application/json' } });
    case 'redirects':
      return Response.redirect('http://127.0.0.1:9/elsewhere', 302);
    case 'endless':
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000_000).fill(0x20)),
        }),
        { headers: { 'content-type': 'application/json' } },
      );
  }
}
