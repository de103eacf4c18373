/** An HTTP server whose replies the test determines. */
export type FakeService = Disposable & {
  readonly baseUrl: string;
  /** The received requests, in the order of their arrival. */
  readonly requests: readonly Seen[];
};

export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly left: Promise<void>;
};

/**
 * Starts the server.
 * @param answer creates the reply to a request; `index` is the request's number, from 0
 */
export function fakeService(answer: (seen: Seen, index: number) => Response | Promise<Response>): FakeService {
  const requests: Seen[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const left = new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
      const seen: Seen = {
        ...{ method: request.method, path: `${pathname}${search}`, headers: request.headers, left },
        body: text === '' ? undefined : JSON.parse(text),
      };
      requests.push(seen);
      return await answer(seen, requests.length - 1);
    },
  });
  return { baseUrl: `http://127.0.0.1:${server.port}/api`, requests, [Symbol.dispose]: () => void server.stop(true) };
}

export function enveloped(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ status: 200, message: 'success', data, errors: null, notShowPopUp: true }, { headers });
}

export function refused(status: number, errors: object, headers: Record<string, string> = {}): Response {
  return Response.json({ status, message: 'It is refused.', data: null, errors, notShowPopUp: true }, { status, headers });
}

/**
 * Builds a reply that is a stream with the given text.
 * @param end `open` leaves the stream open after the text, like a service that currently has nothing to send
 */
export function streamed(text: string, end: 'closed' | 'open' = 'closed'): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`: open\n\n${text}`));
      if (end === 'closed') controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
