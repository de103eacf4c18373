import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isPublicAddress } from './is-public-address.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };

export type OutboundPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * True when the operator of this service has configured the host of the URL. The host may then have a private address, and may be reached
   * over plain HTTP.
   */
  readonly isTrusted?: boolean;
  /**
   * Maximum number of bytes that are read of the reply's body. With 0 (the default), the connection is closed after the reply's headers.
   */
  readonly mostReplyBytes?: number;
  readonly signal: AbortSignal;
};

export type OutboundGet = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * True when the operator has configured the host of `url`. The host may then have a private address, and may be reached over plain HTTP.
   * This permission does not apply to the target of a redirect.
   */
  readonly isTrusted?: boolean;
  /** Maximum number of bytes of the reply's body. A longer body is refused. */
  readonly mostReplyBytes: number;
  readonly signal: AbortSignal;
};

export type OutboundReply = { readonly status: number; readonly headers: Headers; readonly text: string };

/**
 * Sends requests to URLs that strangers have chosen. Invariants:
 * 1. The host is resolved once for each request. All its addresses must be public, and the connection goes to one of these addresses. So
 * changing the addresses of a host name after this check has no effect on the request.
 * 2. A redirect of a POST request is never followed, but returned like any other reply. A GET request follows a few redirects, and each
 * target is checked like the first URL.
 * 3. Only https on the ports 443 and 8443 is allowed, without user and password in the URL, unless the operator allows the host.
 * 4. The duration of a request and the size of its reply are limited.
 * 5. No error message contains the URL or any part of the reply.
 */
export type Outbound = {
  /**
   * Sends a POST request. @throws TerminalError `target-refused` when the URL is not allowed; RetryableError `receiver-unreachable`,
   * `receiver-timeout`, `receiver-malformed`
   */
  readonly post: (post: OutboundPost) => Promise<OutboundReply>;
  /**
   * Sends a GET request, and follows redirects. @throws the errors of `post`; TerminalError `receiver-redirects` after too many redirects,
   * `receiver-too-large`
   */
  readonly get: (get: OutboundGet) => Promise<OutboundReply>;
  /** Checks whether requests to a URL are allowed, without resolving its host. @throws TerminalError `target-refused` */
  readonly check: (url: string) => void;
};

/** Time limit of a request in ms, including the resolution of its host name. */
const WITHIN_MS = 10_000;
const MOST_HEADER_BYTES = 16_384;
const MOST_URL = 2_000;
const MOST_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PORTS = ['', '443', '8443'];

/**
 * @param allowedHosts hosts, as `name` or `name:port`, that are allowed to have private addresses and to use plain HTTP
 * @param resolve returns all IP addresses of a host name
 */
export function createOutbound(deps: {
  readonly allowedHosts: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly withinMs?: number;
}): Outbound {
  const { allowedHosts, resolve = resolveAll, withinMs = WITHIN_MS } = deps;

  const isAllowed = (url: URL) => allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);

  function checked(text: string, isTrusted: boolean): { readonly url: URL; readonly mayBePrivate: boolean } {
    const url = text.length > MOST_URL ? null : URL.parse(text);
    if (url === null || url.hostname === '') throw refused('is not a URL');
    const mayBePrivate = isTrusted || isAllowed(url);
    if (url.username !== '' || url.password !== '') throw refused('contains a login');
    if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:')) throw refused('is not an https URL');
    if (!mayBePrivate && !PORTS.includes(url.port)) throw refused('has a port other than 443 and 8443');
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (!mayBePrivate && isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused('is not an address of the public internet');
    return { url, mayBePrivate };
  }

  async function addressesOf(url: URL, mayBePrivate: boolean): Promise<readonly ResolvedAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const found = await resolve(host).catch(() => []);
    if (found.length === 0) throw unreachable('No IP address was found for the host of the URL.');
    if (!mayBePrivate && !found.every(({ address }) => isPublicAddress(address)))
      throw refused('has a host with an address that is not of the public internet');
    return found;
  }

  return {
    check: (url) => void checked(url, false),

    async post({ url: text, headers, body, isTrusted = false, mostReplyBytes = 0, signal }) {
      const { url, mayBePrivate } = checked(text, isTrusted);
      return await within(signal, async (limit) => {
        const addresses = await addressesOf(url, mayBePrivate);
        return await send(url, addresses, { method: 'POST', headers, body, mostReplyBytes, limit });
      });
    },

    async get({ url: first, headers, isTrusted = false, mostReplyBytes, signal }) {
      return await within(signal, async (limit) => {
        let { url, mayBePrivate } = checked(first, isTrusted);
        for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
          const addresses = await addressesOf(url, mayBePrivate);
          // One byte more than the maximum is requested, so that a body that is too long can be recognized.
          const reply = await send(url, addresses, { method: 'GET', headers, body: null, mostReplyBytes: mostReplyBytes + 1, limit });
          const location = REDIRECTS.includes(reply.status) ? reply.headers.get('location') : null;
          if (location === null) {
            if (reply.bytes <= mostReplyBytes) return reply;
            const message = `The receiver's answer is longer than ${mostReplyBytes} bytes.`;
            throw new TerminalError({ code: 'receiver-too-large', status: 422, message });
          }
          ({ url, mayBePrivate } = checked(URL.parse(location, url.href)?.href ?? '', false));
        }
        const message = `The receiver redirects more than ${MOST_REDIRECTS} times.`;
        throw new TerminalError({ code: 'receiver-redirects', status: 422, message });
      });
    },
  };

  /** Runs work until it ends, the signal is aborted, or the time limit is reached. */
  async function within<T>(signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const ended = Promise.withResolvers<never>();
    const onAbort = () => ended.reject(new RetryableError({ code: 'receiver-timeout', message: 'The receiver did not answer in time.' }));
    if (limit.aborted) onAbort();
    limit.addEventListener('abort', onAbort);
    try {
      return await Promise.race([work(limit), ended.promise]);
    } finally {
      limit.removeEventListener('abort', onAbort);
      ended.promise.catch(() => undefined);
    }
  }
}

type Sent = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly mostReplyBytes: number;
  readonly limit: AbortSignal;
};
type SentReply = OutboundReply & { readonly bytes: number };

/** Sends one request to one of the checked addresses, and reads at most the requested number of bytes of the reply. */
function send(url: URL, addresses: readonly ResolvedAddress[], { method, headers, body, mostReplyBytes, limit }: Sent): Promise<SentReply> {
  return new Promise((done, fail) => {
    const [first] = addresses;
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = ask(url, {
      method,
      headers: {
        ...headers,
        ...(body === null ? {} : { 'content-length': String(body.byteLength) }),
        ...{ 'accept-encoding': 'identity', connection: 'close' },
      },
      // Each request gets a connection of its own. A reused connection would lead to an address that was checked only for an earlier
      // request.
      agent: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: limit,
      lookup(_host, options, callback) {
        if (options.all === true)
          callback(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          );
        else callback(null, first?.address ?? '', first?.family);
      },
    });
    request.on('error', (cause: Error) => fail(failureOf(cause)));
    request.on('response', (response) => {
      const end = ({ text, bytes }: { readonly text: string; readonly bytes: number }) => {
        done({ status: response.statusCode ?? 0, headers: headersOf(response), text, bytes });
        request.destroy();
      };
      if (mostReplyBytes === 0) end({ text: '', bytes: 0 });
      else readText(response, mostReplyBytes).then(end, (cause: Error) => fail(failureOf(cause)));
    });
    if (body === null) request.end();
    else request.end(body);
  });
}

async function readText(response: IncomingMessage, most: number): Promise<{ readonly text: string; readonly bytes: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.byteLength;
    if (size >= most) break;
  }
  const read = Buffer.concat(chunks).subarray(0, most);
  return { text: new TextDecoder().decode(read), bytes: read.byteLength };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') all.set(name, value);
  return all;
}

async function resolveAll(host: string): Promise<readonly ResolvedAddress[]> {
  return await lookup(host, { all: true });
}

/** The error is created without a `cause`, because the original messages contain the URL or parts of the reply. */
function failureOf(cause: Error): RetryableError {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  if (cause.name === 'AbortError') return new RetryableError({ code: 'receiver-timeout', message: 'The receiver did not answer in time.' });
  if (/^HPE_|InvalidHTTP|HeaderOverflow|Malformed/i.test(code))
    return new RetryableError({ code: 'receiver-malformed', message: 'The receiver answered with something that is not HTTP.' });
  return unreachable(/^[A-Z][A-Za-z_]{2,40}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.');
}

function unreachable(why: string): RetryableError {
  return new RetryableError({ code: 'receiver-unreachable', message: `The receiver cannot be reached. ${why}` });
}

function refused(why: string): TerminalError {
  const message = `The target ${why}. Accepted: https URLs of hosts on the public internet, and hosts that the operator allows.`;
  return new TerminalError({ code: 'target-refused', status: 422, message });
}
