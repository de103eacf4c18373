import * as v from 'valibot';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { problemText } from '../../values/errors/invalid-input-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { UsageError } from '../usage-error.ts';

export type NodeClient = {
  /** Base URL of the node, `http://host:port`. */
  readonly url: string;
  /**
   * Sends a GET request and returns the `data` of the reply.
   * @throws the node's error with its code; TerminalError `node-unreachable`
   */
  readonly get: (path: string) => Promise<unknown>;
  /**
   * Sends a GET request and returns the `data` of the reply and the cursor of the next page. The cursor is null when there is no next page.
   * @throws the errors of `get`
   */
  readonly page: (path: string) => Promise<{ readonly data: unknown; readonly cursor: string | null }>;
  /**
   * Sends a POST request and returns the `data` of the reply.
   * @throws the errors of `get`; IndeterminateError `reply-lost` when it is unknown whether the action was done
   */
  readonly post: (path: string, body?: object) => Promise<unknown>;
  /** Sends a PATCH request and returns the `data` of the reply. @throws the errors of `post` */
  readonly patch: (path: string, body: object) => Promise<unknown>;
  /**
   * Returns the body of a reply as a stream of chunks, for replies that are not wrapped in `{ data }`. Sends a POST request when a request
   * body is given, otherwise a GET request.
   */
  readonly stream: (path: string, body?: object) => Promise<AsyncIterable<Uint8Array>>;
};

export type NodeClientOptions = {
  readonly url: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
  /** Path prefix of all requests; defaults to the prefix of the operator routes. */
  readonly under?: string;
};

/** Time limit of a request to a node in ms, longer than a node needs for any request. */
const ANSWER_WITHIN_MS = 60_000;

const errorsSchema = v.looseObject({
  code: v.string(),
  problems: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
});
const envelopeSchema = v.object({ message: v.string(), data: v.unknown(), errors: v.nullable(errorsSchema) });

/** Creates a client for the routes of a running node. */
export function createNodeClient({ url: address, token, fetch, under = '/api/operator' }: NodeClientOptions): NodeClient {
  const url = originOf(address);
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const isRead = init.method === 'GET';
    try {
      return await fetch(`${url}${under}${path}`, { ...init, headers: { ...authorization, ...init.headers } });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (isRead || isRefused(cause)) {
        throw new TerminalError({
          code: 'node-unreachable',
          message: `No node answers at ${url} (${why}). Start the node, or give its address with --url or the settings HOST and PORT.`,
          cause,
        });
      }
      const message = `${url} gave no answer (${why}). The action may have been executed: check its result before you repeat it.`;
      throw new IndeterminateError({ code: 'reply-lost', message, cause });
    }
  }

  async function dataOf(response: Response): Promise<unknown> {
    const { data, errors, message } = await envelopeOf(response, url);
    if (errors === null && response.ok) return data;
    const problems = errors?.problems ?? [];
    // When a request has several problems, the message of the reply contains only the first problem, so all problems are listed here.
    const text = problems.length < 2 ? message : problems.map(problemText).join('\n');
    throw failure(response.status, errors?.code ?? 'node-failed', text);
  }

  async function change(method: 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return await dataOf(await ask(path, { method, signal: AbortSignal.timeout(ANSWER_WITHIN_MS), ...json }));
  }

  return {
    url,
    get: async (path) => dataOf(await ask(path, { method: 'GET', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })),
    async page(path) {
      const response = await ask(path, { method: 'GET', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      return { data: await dataOf(response), cursor: response.headers.get('x-next-cursor') };
    },
    post: (path, body) => change('POST', path, body),
    patch: (path, body) => change('PATCH', path, body),
    async stream(path, body) {
      const json = { 'content-type': 'application/json' };
      const response = await ask(
        path,
        body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body), headers: json },
      );
      if (!response.ok) await dataOf(response);
      if (response.body === null) throw new TerminalError({ code: 'node-failed', message: `${url} sent an empty reply.` });
      return whole(response.body, url);
    },
  };
}

/**
 * Yields the chunks of a node's reply. When the reply ends early, an error is thrown, so that incomplete data is not taken for the complete
 * data.
 */
async function* whole(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new RetryableError({
      code: 'reply-broken-off',
      message: `${url} ended the connection before the reply was complete. Try again.`,
      cause,
    });
  }
}

async function envelopeOf(response: Response, url: string): Promise<v.InferOutput<typeof envelopeSchema>> {
  const text = await response.text();
  try {
    return v.parse(envelopeSchema, JSON.parse(text));
  } catch (cause) {
    const message = `${url} answered ${response.status} with a reply that is not from a Coxswain node. Check the address.`;
    throw new TerminalError({ code: 'not-a-node', message, cause });
  }
}

function failure(status: number, code: string, message: string): Error {
  if (code === 'operator-token-required') {
    return new TerminalError({
      code,
      message: `${message} Give --token, set OPERATOR_TOKEN, or run this command with the node's DATA_DIR.`,
    });
  }
  return status === 503 ? new RetryableError({ code, message }) : new TerminalError({ code, message });
}

/** Error codes of Bun and the operating system which mean that the request was not sent, so that the node cannot have received it. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  ...['ConnectionRefused', 'ECONNREFUSED', 'FailedToOpenSocket', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

function isRefused(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && NOT_SENT.has(cause.code);
}

/** Returns the base URL of a node without `/api`. Users may add `/api`, because the service prints its URL with it. */
function originOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError('--url must be the http:// or https:// address of a node, such as http://127.0.0.1:5000');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`;
}
