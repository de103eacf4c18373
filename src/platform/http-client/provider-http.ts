import * as v from 'valibot';
import type { Clock } from '../../values/clock.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { exactJsonText, parseExactJson } from '../../values/exact-json.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import { retryAfterMs } from '../../values/retry-after.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';
import { answerTurn } from '../loop/answers-share.ts';
import { ProviderFailure } from './provider-failure.ts';
import { ACCEPTED_ENCODINGS, AS_SENT, ReplyFault, replyText, unreadableReply } from './reply-text.ts';

/** The part of the type of `fetch` that the HTTP client of a provider uses. */
export type ProviderFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; decompress: false; signal: AbortSignal },
) => Promise<Response>;

/** Creates headers that depend on the request, such as a signature. @param request `pathAndQuery` includes the path of the base URL */
export type RequestSigner = (request: { method: string; pathAndQuery: string; body: string }) => Readonly<Record<string, string>>;

/** Values of a query string. Undefined values are omitted. Numbers are written without exponent. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export type ProviderCall<Schema extends v.GenericSchema> = {
  readonly method: 'GET' | 'POST';
  /** The path after the base URL, with its leading slash. */
  readonly path: string;
  readonly query?: QueryValues;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request, sent as JSON. */
  readonly body?: unknown;
  /** Body of the request, sent URL-encoded. It is used instead of `body`. */
  readonly form?: Readonly<Record<string, string>>;
  readonly reply: Schema;
  /**
   * Interprets a refused request (status 4xx except 429) by its status and JSON body; the body is null when it is not JSON. When this
   * function returns null, the default failure for the status is used, which is `rejected` for most.
   */
  readonly refusal?: (status: number, body: unknown) => ProviderFailure | null;
  /**
   * Whether the client receives the provider's own status and text when the provider refuses the request (4xx). It is set for clients that
   * use this service as a proxy to the provider.
   */
  readonly isPassedOn?: boolean;
  /**
   * Whether the numbers of a reply may be parsed as JavaScript numbers, which is faster but can change digits. The option is only for long
   * lists in which the exact digits do not matter; in all other replies, numbers keep all digits (`parseExactJson`).
   */
  readonly isInexact?: boolean;
  readonly signal: AbortSignal;
};

export type ProviderReply<T> = { readonly data: T; readonly headers: Headers };

/**
 * Requests to one provider. Every failure is a `ProviderFailure`; no message quotes a URL, a header or a body, since they may
 * contain keys.
 */
export type ProviderHttp = {
  call<Schema extends v.GenericSchema>(call: ProviderCall<Schema>): Promise<ProviderReply<v.InferOutput<Schema>>>;
  /** Pauses all requests for `ms` milliseconds, for a provider that reports its rate limit in a reply's body. */
  rest(ms: number): void;
  /** When the pause after the provider's rate limit ends, UTC ms; null when requests are not paused. */
  pausedUntilMs(): number | null;
};

/** The maximum number of bytes of a reply, far above any real quote. Reading a longer reply stops before it fills the memory. */
const MAX_REPLY_BYTES = 4_000_000;
/** The maximum number of characters of a refusal's text that are forwarded to the client. */
const MAX_PASSED_ON = 2_000;
/**
 * For how many ms no request is sent after a reply with status 429 (rate limit). `defaultMs`: when the reply has no header `Retry-After`.
 * `mostMs`: the maximum, even if the header asks for a longer pause.
 */
const BACK_OFF = { defaultMs: 10_000, mostMs: 60 * 60_000 };
const LEAST_BACK_OFF_MS = 1_000;
/** The maximum number of redirects of one request that are followed. Only redirects within the provider's own origin are followed. */
const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Minimum length in characters of a secret that is masked in texts. Masking a shorter secret would also hide ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * Creates the HTTP client of one provider.
 * @param headers sent with every request (a key, a client id); values are secret
 * @param secrets texts that are removed from everything forwarded to clients, since a provider may quote our key
 * @param mostReplyBytes default 4 MB; a list of all of a chain's tokens is longer
 * @param isKeyed whether requests carry our key; default: when there are headers or secrets
 * @param sign adds headers that depend on the request (OKX), from the path with its query
 */
export function createProviderHttp(deps: {
  name: string;
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  sign?: RequestSigner;
  mostReplyBytes?: number;
  secrets?: readonly string[];
  isKeyed?: boolean;
  backOff?: { readonly defaultMs: number; readonly mostMs: number };
  fetch: ProviderFetch;
  clock: Clock;
}): ProviderHttp {
  const { name, fetch, clock, sign, mostReplyBytes = MAX_REPLY_BYTES, backOff = BACK_OFF } = deps;
  // All secrets that requests contain: the texts that the caller passes as secrets, and the values of headers and of parts of the URL.
  const own = Object.values(deps.headers ?? {}).filter((value) => value.length >= SHORTEST_SECRET);
  const secrets = [...(deps.secrets ?? []), ...own, ...secretsInUrl(deps.baseUrl)];
  const baseUrl = deps.baseUrl.replace(/\/+$/, '');
  const isKeyed = deps.isKeyed ?? (sign !== undefined || Object.keys(deps.headers ?? {}).length > 0 || secrets.length > 0);
  /**
   * When the wait after a reply with status 429 (rate limit) ends. A request before this time would only make the provider's rate limit
   * last longer.
   */
  let silentUntilMs = 0;

  return {
    rest(ms) {
      silentUntilMs = clock.now() + ms;
    },

    pausedUntilMs: () => (silentUntilMs > clock.now() ? silentUntilMs : null),

    async call(call) {
      const waitMs = silentUntilMs - clock.now();
      if (waitMs > 0) {
        throw new ProviderFailure('rate-limited', `${name} refuses requests because of its rate limit. Wait for the time in Retry-After.`, {
          retryAfterMs: waitMs,
          ...statusFor(call, 429),
        });
      }
      const body =
        call.form !== undefined ? new URLSearchParams(call.form).toString() : call.body === undefined ? '' : exactJsonText(call.body);
      const response = await send(call, body);
      const text = await reached(name, call.signal, replyText(response, mostReplyBytes));
      await answerTurn();
      const received = parsed(text, call.isInexact === true);
      if (response.status >= 400 && response.headers.has('retry-after')) silentUntilMs = clock.now() + backOffOf(response, clock, backOff);
      if (response.status === 429) {
        const retryAfterMs = backOffOf(response, clock, backOff);
        silentUntilMs = clock.now() + retryAfterMs;
        throw new ProviderFailure('rate-limited', `${name} refuses requests because of its rate limit.`, {
          retryAfterMs,
          ...statusFor(call, 429),
        });
      }
      if (call.isPassedOn === true && response.status >= 400 && response.status < 500) throw passedOn(name, response.status, text, secrets);
      if (!response.ok) throw refused({ name, isKeyed, status: response.status, text, body: received, refusal: call.refusal });
      if (received === undefined) {
        const what = text.trim() === '' ? 'with nothing' : isPage(text) ? 'with a page' : 'with something that is not JSON';
        throw new ProviderFailure('malformed-reply', `${name} answered ${what}.`);
      }
      return { data: parseReply(name, call.reply, received), headers: response.headers };
    },
  };

  /** Follows redirects only within the origin of the request, since neither our key nor the request may go to another origin. */
  async function send(call: Omit<ProviderCall<v.GenericSchema>, 'reply'>, body: string): Promise<Response> {
    let url = new URL(`${baseUrl}${call.path}${queryText(call.query ?? {})}`);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const headers = {
        accept: 'application/json',
        ...ACCEPTED_ENCODINGS,
        ...(body === '' ? {} : { 'content-type': call.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded' }),
        ...deps.headers,
        ...sign?.({ method: call.method, pathAndQuery: `${url.pathname}${url.search}`, body }),
        ...call.headers,
      };
      const init = {
        ...AS_SENT,
        method: call.method,
        headers,
        redirect: 'manual' as const,
        signal: call.signal,
        ...(body === '' ? {} : { body }),
      };
      const response = await reached(name, call.signal, fetch(url.href, init));
      if (!REDIRECTS.includes(response.status)) return response;
      void response.body?.cancel().catch(() => undefined);
      url = redirectOf(name, call.method, response, url);
    }
    throw new ProviderFailure('unavailable', `${name} redirects more than ${MOST_REDIRECTS} times.`);
  }
}

/** Returns a redirect's target. @throws ProviderFailure `unavailable` when it must not be followed */
function redirectOf(name: string, method: string, response: Response, from: URL): URL {
  const location = response.headers.get('location');
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to === null) throw new ProviderFailure('unavailable', `${name} redirects the request without a valid target.`);
  if (to.origin !== from.origin || to.username !== '' || to.password !== '')
    throw new ProviderFailure(
      'unavailable',
      `${name} redirects to another origin. The redirect was not followed, because it would send this service's API key to ` +
        'another server.',
    );
  // For a redirect with a status other than 307 and 308, HTTP clients repeat the request as a GET without the body.
  if (method !== 'GET' && response.status !== 307 && response.status !== 308)
    throw new ProviderFailure(
      'unavailable',
      `${name} redirects a ${method} with status ${response.status}. Only 307 and 308 are followed.`,
    );
  return to;
}

/** Parses a reply. @throws ProviderFailure `malformed-reply`; its message names the first invalid field, never the value */
export function parseReply<Schema extends v.GenericSchema>(name: string, schema: Schema, received: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, received, { abortEarly: true });
  if (result.success) return result.output;
  const at = v.getDotPath(result.issues[0]) ?? 'the reply';
  throw new ProviderFailure('malformed-reply', `${name} sent a reply in which ${at} is missing or invalid.`);
}

async function reached<T>(name: string, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    if (signal.aborted) throw abortFailure(name, signal);
    if (cause instanceof ReplyFault && cause.isTooLong)
      throw new ProviderFailure('malformed-reply', `${name} answered with ${cause.message}.`);
    const fault = unreadableReply(cause);
    if (fault !== null) throw new ProviderFailure('malformed-reply', `${name} sent a reply that cannot be read: ${fault}.`, { cause });
    throw new ProviderFailure('unavailable', `${name} cannot be reached.`, { cause });
  }
}

/** Converts an aborted signal to a failure: a time-out when the signal's reason is a time-out, otherwise a cancellation by the client. */
export function abortFailure(name: string, signal: AbortSignal): ProviderFailure {
  const { reason } = signal;
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isTimeout
    ? new ProviderFailure('timeout', `${name} did not answer in time.`, { cause: reason })
    : new ProviderFailure('cancelled', `The request to ${name} was cancelled.`, { cause: reason });
}

/** Parses the text of a provider's reply as JSON; returns undefined when the text is not JSON. */
function parsed(text: string, isInexact: boolean): unknown {
  try {
    return isInexact ? JSON.parse(text) : parseExactJson(text);
  } catch {
    return undefined;
  }
}

type Refused = {
  readonly name: string;
  readonly isKeyed: boolean;
  readonly status: number;
  readonly text: string;
  /** The parsed body of the reply; undefined when it is not JSON. */
  readonly body: unknown;
  readonly refusal: ProviderCall<v.GenericSchema>['refusal'];
};

function refused({ name, isKeyed, status, text, body, refusal }: Refused): ProviderFailure {
  if (status >= 500) return new ProviderFailure('unavailable', `${name} failed with status ${status}.`);
  const meant = refusal?.(status, body ?? null) ?? null;
  if (meant !== null) return meant;
  if (status !== 401 && status !== 403) return new ProviderFailure('rejected', `${name} refused the request with status ${status}.`);
  // An HTML page, or status 403 without JSON, comes from a firewall in front of the provider. So it does not mean that the provider refused
  // our key.
  if (isPage(text) || (status === 403 && body === undefined))
    return new ProviderFailure('unavailable', `${name}, or a firewall in front of it, answered ${status} with a web page.`);
  const what = isKeyed ? 'our key' : 'us, without a key';
  return new ProviderFailure('unauthorized', `${name} refuses ${what} (${status}).`);
}

function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

function statusFor({ isPassedOn = false }: { readonly isPassedOn?: boolean }, status: number): { status?: number } {
  return isPassedOn ? { status } : {};
}

/** Creates the failure that forwards the provider's own status and text to the client. The text of a firewall's page is not forwarded. */
function passedOn(name: string, status: number, text: string, secrets: readonly string[]): ProviderFailure {
  const told = secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text.slice(0, 2 * MAX_PASSED_ON))
    .slice(0, MAX_PASSED_ON);
  return new ProviderFailure('rejected', `${name} refused the request with status ${status}.`, {
    status,
    details: { provider: name, upstream: isPage(told) ? 'The provider sent a web page instead of a reply of its API.' : redactUrls(told) },
  });
}

function backOffOf(response: Response, clock: Clock, { defaultMs, mostMs }: typeof BACK_OFF): number {
  const ms = retryAfterMs(response.headers, clock.now());
  return ms === null ? defaultMs : Math.min(Math.max(ms, LEAST_BACK_OFF_MS), mostMs);
}

function queryText(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, typeof value === 'number' ? decimalTextOf(value) : String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
