import createClient from 'openapi-fetch';
import { ApiError, errorOfReply } from './api-error.ts';
import type { CallOptions, Method } from './api-shapes.ts';

/** Arguments of a call to any route, without the types of a specific route. */
export type AnyCall = CallOptions & {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

export type Answer = { readonly data: unknown; readonly headers: Headers };

/** Sends calls to any route of the service, without the types of specific routes. */
export type Caller = {
  /** Calls a route and reads its reply. @throws ApiError, or the reason of the caller's signal */
  call(method: Method, path: string, call?: AnyCall): Promise<Answer>;
  /** Opens the body of a reply as a stream. The time-out applies only until the headers of the reply arrive. */
  open(method: Method, path: string, call?: AnyCall): Promise<ReadableStream<Uint8Array>>;
};

export type CallerOptions = {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
};

/**
 * Type of an API in which every path exists. The type is only used inside the client. The public methods of the client accept only existing
 * paths.
 */
type AnyPaths = Record<string, Record<Method, AnyOperation>>;
type AnyOperation = {
  parameters: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
};

export function createCaller({ baseUrl, headers, timeoutMs, fetch }: CallerOptions): Caller {
  const client = createClient<AnyPaths>({ baseUrl, headers, ...(fetch === undefined ? {} : { fetch }) });

  async function ask(method: Method, path: string, call: AnyCall, signal: AbortSignal | undefined, parseAs: 'json' | 'stream') {
    const { path: inPath, query, body, headers: more } = call;
    const params = { ...(inPath === undefined ? {} : { path: inPath }), ...(query === undefined ? {} : { query }) };
    return await client.request(method, path, {
      ...{ params, parseAs },
      ...(body === undefined ? {} : { body }),
      ...(more === undefined ? {} : { headers: more }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async function answered<T>(call: AnyCall, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const boundMs = call.timeoutMs ?? timeoutMs;
    const bound = boundMs > 0 ? new AbortController() : null;
    const timer = setTimeout(() => bound?.abort(), boundMs);
    const signals = [call.signal, bound?.signal].filter((signal) => signal !== undefined);
    try {
      return await work(signals.length === 0 ? undefined : AbortSignal.any(signals));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (call.signal?.aborted === true) throw call.signal.reason;
      if (bound?.signal.aborted === true)
        throw new ApiError({ code: 'timed-out', message: `The service did not answer within ${boundMs} ms`, cause: error });
      // A `SyntaxError` means that the body of the reply is not valid JSON.
      if (error instanceof SyntaxError) throw new ApiError({ code: 'not-json', message: 'The reply is not JSON', cause: error });
      throw new ApiError({ code: 'unreachable', message: `The service at ${baseUrl} does not answer`, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    call: (method, path, call = {}) =>
      answered(call, async (signal) => {
        const { data, error, response } = await ask(method, path, call, signal, 'json');
        if (!response.ok) throw errorOfReply(response, error);
        return { data: withoutEnvelope(data), headers: response.headers };
      }),
    open: (method, path, call = {}) =>
      answered(call, async (signal) => {
        const { data, error, response } = await ask(method, path, call, signal, 'stream');
        if (!response.ok) throw errorOfReply(response, error);
        if (!(data instanceof ReadableStream)) throw new ApiError({ code: 'stream-cut', message: 'The reply has no body' });
        return data;
      }),
  };
}

/** Returns the `data` of a reply of the form `{ data }`; returns any other reply unchanged. */
function withoutEnvelope(reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null) return reply;
  return 'data' in reply && 'errors' in reply && 'notShowPopUp' in reply ? reply.data : reply;
}
