export type ReplayedRequest = { readonly path: string; readonly query: Record<string, string>; readonly headers: Headers };

export type ReplayJson = Disposable & {
  /** Base URL, `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly requests: readonly ReplayedRequest[];
  /** Replies to the next requests; each is used once. */
  readonly next: (() => Response | Promise<Response>)[];
};

/**
 * Starts a server that simulates an HTTP API on a free loopback port. The result of `answer` is sent as JSON; a `Response` is sent
 * unchanged.
 */
export function startReplayJson(answer: (request: ReplayedRequest) => unknown): ReplayJson {
  const requests: ReplayedRequest[] = [];
  const next: ReplayJson['next'] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch({ url, headers }) {
      const { pathname, searchParams } = new URL(url);
      const request = { path: decodeURIComponent(pathname), query: Object.fromEntries(searchParams), headers };
      requests.push(request);
      const said = (await next.shift()?.()) ?? answer(request);
      return said instanceof Response ? said : Response.json(said);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, next, [Symbol.dispose]: () => void server.stop(true) };
}

/** Ways in which any HTTP API can fail to give a usable reply. */
export const brokenReplies: Readonly<Record<string, () => Response>> = {
  html: () => new Response('<html><body>Just a moment...</body></html>', { headers: { 'content-type': 'text/html' } }),
  'cut JSON': () => new Response('{"status":{"error_code":0},"tokens":{"1":[{"addr', { headers: { 'content-type': 'application/json' } }),
  'JSON null': () => Response.json(null),
  'a list': () => Response.json([]),
  'an empty body': () => new Response(''),
  '500': () => Response.json({ message: 'oops' }, { status: 500 }),
  '503 html': () => new Response('<html>', { status: 503 }),
};
