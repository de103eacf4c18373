import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** An error reply of the service, or a failure to reach the service. `status` is 0 when the service was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable error code; `unreachable` when no reply arrived. */
  readonly code: string;
  /** The invalid fields of the request, each with a description of its problem. */
  readonly problems: readonly Problem[];

  constructor(options: { status: number; code: string; message: string; problems?: readonly Problem[]; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = 'ApiError';
    this.status = options.status;
    this.code = options.code;
    this.problems = options.problems ?? [];
  }
}

export type Problem = { readonly path: string; readonly message: string };

type Listener = () => void;
const unauthorised = new Set<Listener>();

/** Registers a function that is called whenever the service reports that a session or token is missing or not valid. */
export function whenUnauthorised(listener: Listener): void {
  unauthorised.add(listener);
}

let isSignedIn: () => Promise<boolean> | true = () => true;

/**
 * Sets a check that runs before each request to the API. It returns false when nobody is signed in. Then no request is sent, because the
 * service would refuse it and the browser would log the refusal as an error in its console.
 */
export function whileSignedIn(look: () => Promise<boolean> | true): void {
  isSignedIn = look;
}

/**
 * Sends a GET request and returns the `data` of the reply. `path` is a path of the service, such as `/api/operator/overview`. @throws
 * ApiError
 */
export async function getData<T>(path: string, signal?: AbortSignal): Promise<T> {
  return dataOf<T>(await send(path, signal === undefined ? {} : { signal }));
}

/** Sends a POST request with a JSON body and returns the `data` of the reply. @throws ApiError */
export async function postData<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return dataOf<T>(await send(path, { ...asJson('POST', body), ...(signal === undefined ? {} : { signal }) }));
}

/** Sends a DELETE request and returns the `data` of the reply. @throws ApiError */
export async function deleteData<T>(path: string): Promise<T> {
  return dataOf<T>(await send(path, { method: 'DELETE' }));
}

/** Sends a POST request with a JSON body and reads the reply, a stream of server-sent events, to its end. @throws ApiError */
export async function postStream(
  path: string,
  body: unknown,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  await readEvents(await send(path, { ...asJson('POST', body), signal }), onEvent);
}

/**
 * Opens a stream of server-sent events and resolves once it is open. It does not use the browser's EventSource, which cannot start at a
 * given event id and does not report why a stream was refused.
 * @throws ApiError
 */
export async function openStream(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  return send(path, { headers: { accept: 'text/event-stream', ...headers }, signal, cache: 'no-store' });
}

/** Reads an open stream of server-sent events until the service ends it or the connection breaks. */
export async function readEvents(response: Response, onEvent: (event: EventSourceMessage) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const parser = createParser({ onEvent });
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parser.feed(chunk.value);
}

/** Converts any thrown value to an `ApiError`, which the page can show. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ status: 0, code: 'page-failed', message: error instanceof Error ? error.message : String(error), cause: error });
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function asJson(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Whether a request path needs no session. These are the paths for signing in, for signing out, and for reading who is signed in. */
const isForEverybody = (path: string) => /\/session(\/by-link)?$/.test(path);

async function send(path: string, init: RequestInit): Promise<Response> {
  const isOpen = isForEverybody(path) || (await isSignedIn());
  if (init.signal?.aborted === true) throw new DOMException('The request was cancelled', 'AbortError');
  if (isOpen) {
    const response = await reach(path, init);
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.status !== 401 || isForEverybody(path)) throw error;
  }
  for (const listener of unauthorised) listener();
  throw new ApiError({ status: 401, code: 'operator-session-ended', message: 'This session has ended. Sign in again.' });
}

const unanswered = new Set<Promise<Response>>();

/** Resolves when each request that was sent before has its reply. The data of an open stream need not have arrived. */
export async function untilAnswered(): Promise<void> {
  await Promise.allSettled(unanswered);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const request = fetch(path, { credentials: 'same-origin', ...init });
  unanswered.add(request);
  try {
    return await request;
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The service does not answer. Check that it runs.', cause: error });
  } finally {
    unanswered.delete(request);
  }
}

async function dataOf<T>(response: Response): Promise<T> {
  // The cast is safe: the page and the service are built and served together, so the reply has the type that the route documents.
  const { data } = (await response.json()) as { data: T };
  return data;
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const envelope = await response.json().catch(() => null);
  const { message, errors } = isObject(envelope) ? envelope : {};
  const told = isObject(errors) ? errors : {};
  return new ApiError({
    status,
    code: typeof told.code === 'string' ? told.code : `http-${status}`,
    message: typeof message === 'string' ? message : `The service answered ${status}.`,
    problems: problemsOf(told),
  });
}

function problemsOf({ problems }: Record<string, unknown>): readonly Problem[] {
  if (!Array.isArray(problems)) return [];
  return problems.filter(isObject).map(({ path, message }) => ({ path: String(path ?? ''), message: String(message ?? '') }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
