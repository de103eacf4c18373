import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Matches the value of the `Host` header: a host name or IP address with an optional port. When a request has two `Host` headers, Bun joins
 * them with a comma.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export function isOneHost(host: string | null): host is string {
  return host !== null && HOST.test(host);
}

/**
 * Refuses a request that does not contain exactly one host (HTTP/1.0 without `Host`, or two `Host` headers), because a proxy in front of
 * this service could have interpreted its host differently.
 * @throws TerminalError 400 `malformed-host`
 */
export function checkHost(host: string | null): void {
  if (isOneHost(host)) return;
  const message = 'The request must have one Host header, with a name or an address and an optional port.';
  throw new TerminalError({ code: 'malformed-host', message, status: 400 });
}
