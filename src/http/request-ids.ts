const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Creates request ids. A client's own `X-Request-Id` is used if it is short and plain; otherwise the id is a prefix that is random per
 * process, followed by a counter. Such ids are unique enough to find a request in the logs, and far cheaper than a random id for each
 * request.
 */
export function createRequestIds(prefix: string): (request: Request) => string {
  let count = 0;
  return (request) => {
    const sent = request.headers.get('x-request-id');
    if (sent !== null && ACCEPTED.test(sent)) return sent;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
