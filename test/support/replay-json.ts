export type ReplayedRequest = { readonly path: string; readonly query: Record<string, string>; readonly headers: Headers };

export type ReplayJson = Disposable & {
  /** Base URL of the server, `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly requests: readonly ReplayedRequest[];
  /** Queued replies to the next requests; each reply is sent once. */
  readonly next: (() => Response | Promise<Response>)[];
};

/**
 * Starts a server on a free loopback port that simulates an HTTP API. The value that `answer` returns is sent as JSON; a `Response` is sent
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

/** Useless replies that any HTTP API may send, such as an HTML page or truncated JSON, by name. Tests check that clients survive them. */
export const brokenReplies: Readonly<Record<string, () => Response>> = {
  html: () => new Response('<html><body>Just a moment...</body></html>', { headers: { 'content-type': 'text/html' } }),
  'cut JSON': () => new Response('{"status":{"error_code":0},"tokens":{"1":[{"addr', { headers: { 'content-type': 'application/json' } }),
  'JSON null': () => Response.json(null),
  'a list': () => Response.json([]),
  'an empty body': () => new Response(''),
  '500': () => Response.json({ message: 'oops' }, { status: 500 }),
  '503 html': () => new Response('<html>', { status: 503 }),
};
