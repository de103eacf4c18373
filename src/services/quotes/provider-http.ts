import * as v from 'valibot';
import { answerTurn } from '../../platform/loop/answers-share.ts';
import type { Clock } from '../../values/clock.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { exactJsonText, parseExactJson } from '../../values/exact-json.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';
import { ProviderFailure } from './provider-failure.ts';

/** The part of `fetch` that is used. */
export type ProviderFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'error'; signal: AbortSignal },
) => Promise<Response>;

/** Headers that depend on the request. @param request `pathAndQuery` with the path of the base URL */
export type RequestSigner = (request: { method: string; pathAndQuery: string; body: string }) => Readonly<Record<string, string>>;

/** A member that is undefined is left out. Numbers are written without exponent. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export type ProviderCall<Schema extends v.GenericSchema> = {
  readonly method: 'GET' | 'POST';
  /** Under the base URL, with its leading slash. */
  readonly path: string;
  readonly query?: QueryValues;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly reply: Schema;
  /** What a refusal (4xx but 401, 403 and 429) means, from its JSON body (null when it has none). null: `rejected`. */
  readonly refusal?: (status: number, body: unknown) => ProviderFailure | null;
  /** A refusal (4xx) keeps the provider's status and its text, for the client that asked through us. */
  readonly isPassedOn?: boolean;
  /** The reply is sent back, or on: its numbers keep their digits (`parseExactJson`). */
  readonly isExact?: boolean;
  readonly signal: AbortSignal;
};

export type ProviderReply<T> = { readonly data: T; readonly headers: Headers };

/** Requests to one provider. Every failure is a `ProviderFailure`; no message quotes a URL, a header or a body, which may hold keys. */
export type ProviderHttp = {
  call<Schema extends v.GenericSchema>(call: ProviderCall<Schema>): Promise<ProviderReply<v.InferOutput<Schema>>>;
  /** Asks nothing for this long: for one that says in a body that it was asked too often. */
  rest(ms: number): void;
};

/** Far above any quote that was seen; a reply that is longer is cut off before it fills the memory. */
const MAX_REPLY_BYTES = 4_000_000;
/** Of a refusal's text, what a client is told. */
const MAX_PASSED_ON = 2_000;
/** After a 429 that does not say how long, and the longest that is waited. */
const BACK_OFF = { defaultMs: 10_000, mostMs: 5 * 60_000 };
/** Shorter ones would mask words. */
const SHORTEST_SECRET = 6;

/**
 * @param headers sent with every request (a key, a client id); values are secret
 * @param secrets texts that are taken out of what is passed on to clients: a provider may quote our key
 * @param mostReplyBytes default 4 MB; a list of all of a chain's tokens is longer
 * @param sign adds headers that depend on the request (OKX), from the path with its query
 */
export function createProviderHttp(deps: {
  name: string;
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  sign?: RequestSigner;
  mostReplyBytes?: number;
  secrets?: readonly string[];
  backOff?: { readonly defaultMs: number; readonly mostMs: number };
  fetch: ProviderFetch;
  clock: Clock;
}): ProviderHttp {
  const { name, fetch, clock, sign, mostReplyBytes = MAX_REPLY_BYTES, backOff = BACK_OFF } = deps;
  // Whatever we send that is secret: its own texts, what is in its address, and its headers.
  const own = Object.values(deps.headers ?? {}).filter((value) => value.length >= SHORTEST_SECRET);
  const secrets = [...(deps.secrets ?? []), ...own, ...secretsInUrl(deps.baseUrl)];
  const baseUrl = deps.baseUrl.replace(/\/+$/, '');
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  /** After a 429: asking again sooner only makes it longer. */
  let silentUntilMs = 0;

  return {
    rest(ms) {
      silentUntilMs = clock.now() + ms;
    },

    async call(call) {
      const waitMs = silentUntilMs - clock.now();
      if (waitMs > 0) {
        throw new ProviderFailure('rate-limited', `${name} asked us to wait.`, { retryAfterMs: waitMs, ...statusFor(call, 429) });
      }
      const pathAndQuery = `${call.path}${queryText(call.query ?? {})}`;
      const body = call.body === undefined ? '' : exactJsonText(call.body);
      const headers = {
        accept: 'application/json',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...deps.headers,
        ...sign?.({ method: call.method, pathAndQuery: `${basePath}${pathAndQuery}`, body }),
        ...call.headers,
      };
      // A redirect would carry our key to wherever it points.
      const init = { method: call.method, headers, redirect: 'error' as const, signal: call.signal, ...(body === '' ? {} : { body }) };
      const response = await reached(name, call.signal, fetch(`${baseUrl}${pathAndQuery}`, init));
      const text = await reached(name, call.signal, readText(name, response, mostReplyBytes));
      await answerTurn();
      const received = parsed(text, call.isExact === true);
      if (response.status === 503 && response.headers.has('retry-after')) silentUntilMs = clock.now() + backOffOf(response, clock, backOff);
      if (response.status === 429) {
        const retryAfterMs = backOffOf(response, clock, backOff);
        silentUntilMs = clock.now() + retryAfterMs;
        throw new ProviderFailure('rate-limited', `${name} says that we ask too often.`, { retryAfterMs, ...statusFor(call, 429) });
      }
      if (call.isPassedOn === true && response.status >= 400 && response.status < 500) throw passedOn(name, response.status, text, secrets);
      if (!response.ok) throw refused(name, response.status, received, call.refusal);
      if (received === undefined) throw new ProviderFailure('malformed-reply', `${name} answered with something that is not JSON.`);
      return { data: parseReply(name, call.reply, received), headers: response.headers };
    },
  };
}

/** @throws ProviderFailure `malformed-reply`, naming the first member that is wrong, never its value */
export function parseReply<Schema extends v.GenericSchema>(name: string, schema: Schema, received: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, received, { abortEarly: true });
  if (result.success) return result.output;
  const at = v.getDotPath(result.issues[0]) ?? 'the reply';
  throw new ProviderFailure('malformed-reply', `${name} answered with a reply in which ${at} is missing or odd.`);
}

async function reached<T>(name: string, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    if (signal.aborted) throw abortFailure(name, signal);
    throw new ProviderFailure('unavailable', `${name} cannot be reached.`, { cause });
  }
}

/** What an aborted signal means: a time-out when its reason says so, else whoever asked has left. */
export function abortFailure(name: string, signal: AbortSignal): ProviderFailure {
  const { reason } = signal;
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isTimeout
    ? new ProviderFailure('timeout', `${name} did not answer in time.`, { cause: reason })
    : new ProviderFailure('cancelled', `The request to ${name} was cancelled.`, { cause: reason });
}

async function readText(name: string, response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ProviderFailure('malformed-reply', `${name} answered with more than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** undefined: not JSON. */
function parsed(text: string, isExact: boolean): unknown {
  try {
    return isExact ? parseExactJson(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(name: string, status: number, body: unknown, refusal: ProviderCall<v.GenericSchema>['refusal']): ProviderFailure {
  if (status === 401 || status === 403) {
    // A page comes from whoever stands in front of the provider, and is no word on our key.
    if (body === undefined) return new ProviderFailure('unavailable', `${name}, or who stands before it, answered ${status} with a page.`);
    return new ProviderFailure('unauthorized', `${name} refuses our key (${status}).`);
  }
  if (status >= 500) return new ProviderFailure('unavailable', `${name} failed with status ${status}.`);
  return refusal?.(status, body ?? null) ?? new ProviderFailure('rejected', `${name} refused the request with status ${status}.`);
}

function statusFor({ isPassedOn = false }: { readonly isPassedOn?: boolean }, status: number): { status?: number } {
  return isPassedOn ? { status } : {};
}

/** What the provider said no to, with its own status and words; a page of a firewall in front of it is told as such, and not quoted. */
function passedOn(name: string, status: number, text: string, secrets: readonly string[]): ProviderFailure {
  const told = secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text.slice(0, 2 * MAX_PASSED_ON))
    .slice(0, MAX_PASSED_ON);
  const isPage = /^\s*</.test(told);
  return new ProviderFailure('rejected', `${name} refused the request with status ${status}.`, {
    status,
    details: { provider: name, upstream: isPage ? 'A page, and no reply of its interface.' : redactUrls(told) },
  });
}

/** Both forms of the header: seconds, and a date. */
function backOffOf(response: Response, clock: Clock, { defaultMs, mostMs }: typeof BACK_OFF): number {
  const text = response.headers.get('retry-after') ?? '';
  const ms = /^[0-9]+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, mostMs) : defaultMs;
}

function queryText(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, typeof value === 'number' ? decimalTextOf(value) : String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
