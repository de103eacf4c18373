import { TerminalError } from '../values/errors/terminal-error.ts';

/** A name or an address with an optional port. Two `Host` headers come as one with a comma. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export function isOneHost(host: string | null): host is string {
  return host !== null && HOST.test(host);
}

/**
 * Refuses requests that do not name exactly one host (HTTP/1.0 without `Host`, two of them): a proxy in front could have read another one
 * than we do.
 * @throws TerminalError 400 `malformed-host`
 */
export function checkHost(host: string | null): void {
  if (isOneHost(host)) return;
  const message = 'The request must have one Host header, with a name or an address and an optional port.';
  throw new TerminalError({ code: 'malformed-host', message, status: 400 });
}
