/** A request that the simulated model server received. */
export type ModelRequest = {
  readonly path: string;
  readonly headers: Headers;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
    readonly temperature: number;
    readonly stream: boolean;
  };
};

type Reply = (request: ModelRequest) => Response | Promise<Response>;

export type ModelServer = Disposable & {
  /** The base URL of the simulated server, including `/v1`. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Queued replies to the next requests; each is sent once. After them the server answers 500. */
  readonly next: Reply[];
  /** Returns the number of replies whose client disconnected before the end of the reply. */
  readonly left: () => number;
};

/** Starts a server on a free loopback port that answers like the API of chat completions, with the replies that a test queues. */
export function startModelServer(options: { readonly models?: readonly string[] } = {}): ModelServer {
  const requests: ModelRequest[] = [];
  const next: Reply[] = [];
  let left = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(received) {
      const { pathname: path } = new URL(received.url);
      if (path === '/v1/models') return Response.json({ object: 'list', data: (options.models ?? ['test-model']).map((id) => ({ id })) });
      if (path !== '/v1/chat/completions') return new Response('no such path', { status: 404 });
      received.signal.addEventListener('abort', () => {
        left += 1;
      });
      const request = { path, headers: received.headers, body: JSON.parse(await received.text()) };
      requests.push(request);
      return (await next.shift()?.(request)) ?? Response.json({ error: { message: 'no reply is queued' } }, { status: 500 });
    },
  });
  return {
    ...{ url: `http://127.0.0.1:${server.port}/v1`, requests, next, left: () => left },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** How a streamed reply ends: in the usual way, with a clean end in the middle, with a broken connection, or not at all. */
type End = 'done' | 'cut' | 'reset' | 'hang';

export type Streaming = {
  readonly end?: End;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Whether each byte of the reply is sent separately. */
  readonly isByByte?: boolean;
  /** Sends comments between the events, as some servers do to keep a connection open. */
  readonly hasComments?: boolean;
};

/** A reply that calls functions. Arguments that are a text are sent as they are, so they need not be JSON. */
export function calling(
  calls: readonly (readonly [name: string, input: object | string])[],
  how: Streaming & { readonly finish?: string } = {},
): Reply {
  const pieces = calls.flatMap(([name, input], index) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const half = Math.ceil(text.length / 2);
    return [
      { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] },
      ...[text.slice(0, half), text.slice(half)].map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
    ];
  });
  return () => streamed([{ role: 'assistant', content: null }, ...pieces], how.finish ?? 'tool_calls', how);
}

/** Builds a reply that contains only text. */
export function saying(text: string, how: Streaming & { readonly finish?: string } = {}): Reply {
  return () =>
    streamed([{ role: 'assistant', content: '' }, ...text.split(/(?<= )/).map((content) => ({ content }))], how.finish ?? 'stop', how);
}

/** Builds a reply that is sent as a whole, as by a server that does not stream. */
export function whole(name: string, input: object | string): Reply {
  const call = { id: 'c', type: 'function', function: { name, arguments: input } };
  return () => Response.json({ choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' }] });
}

/** Builds a streamed reply of arbitrary events, including events that the API would not send. */
export function streamedEvents(events: readonly (object | string)[], how: Streaming = {}): Reply {
  return () => responseOf(events, how);
}

/** Builds a reply that never ends and is sent as fast as the client reads it. */
export function endless(): Reply {
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify(chunk({ content: 'x'.repeat(10_000) }))}\n\n`);
  return () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(bytes) }), EVENTS);
}

const EVENTS = { headers: { 'content-type': 'text/event-stream' } };

function streamed(deltas: readonly object[], finish: string, how: Streaming): Response {
  const usage = { usage: { prompt_tokens: 11, completion_tokens: 7 }, choices: [] };
  return responseOf([...deltas.map((delta) => chunk(delta)), chunk({}, finish), usage], how);
}

function chunk(delta: object, finish: string | null = null): object {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

function responseOf(events: readonly (object | string)[], how: Streaming): Response {
  const { end = 'done', lineEnd = '\n', isByByte = false, hasComments = false } = how;
  const texts = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}${lineEnd}${lineEnd}`);
  const sent = end === 'done' ? [...texts, `data: [DONE]${lineEnd}${lineEnd}`] : texts.slice(0, Math.max(1, texts.length - 2));
  const all = sent.map((text) => (hasComments ? `: ping${lineEnd}${lineEnd}${text}` : text)).join('');
  const bytes = new TextEncoder().encode(all);
  const body = new ReadableStream({
    start(controller) {
      if (isByByte) for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      else controller.enqueue(bytes);
      if (end === 'done' || end === 'cut') controller.close();
    },
    pull() {
      if (end === 'reset') throw new Error('The connection is reset');
    },
  });
  return new Response(body, EVENTS);
}
