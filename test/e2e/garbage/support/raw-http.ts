import { connect } from 'node:net';

/** A raw HTTP request. Text is sent as UTF-8, bytes are sent unchanged. */
export type RawRequest = {
  readonly method: string;
  /** Path and query of the request, sent unchanged. */
  readonly target: string;
  /**
   * Headers that are sent unchanged after `Host` and `Connection: close`. A body gets its `Content-Length` unless these headers contain
   * one.
   */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
};

export type Answer =
  | { readonly kind: 'reply'; readonly status: number; readonly headers: ReadonlyMap<string, string>; readonly body: string }
  /** No complete HTTP reply arrived; `why` describes what happened instead. */
  | { readonly kind: 'dropped'; readonly why: string };

const TIMEOUT_MS = 20_000;

/** Sends one request on its own connection, without an HTTP library, which would correct the request. */
export function sendRaw(port: number, request: RawRequest): Promise<Answer> {
  return sendBytes(port, bytesOf(request), request.method === 'HEAD');
}

/** Sends bytes on a connection, and reads until the connection ends. */
export async function sendBytes(port: number, bytes: Uint8Array, isHead = false): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const chunks: Buffer[] = [];
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.setTimeout(TIMEOUT_MS, () => resolve(`nothing came for ${TIMEOUT_MS} ms`));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    // Some servers keep the connection open until the client closes it. So reading ends as soon as a complete reply has arrived.
    if (isWhole(Buffer.concat(chunks).toString('latin1'), isHead, false)) resolve(null);
  });
  let isClosed = false;
  socket.on('error', (error) => resolve(error.message));
  socket.on('close', () => {
    isClosed = true;
    resolve(null);
  });
  const failure = await promise;
  socket.destroy();
  const received = Buffer.concat(chunks);
  const answer = parseReply(received, isHead, isClosed);
  if (answer !== null) return answer;
  return { kind: 'dropped', why: `${failure ?? 'the connection was closed'} after ${received.length} bytes` };
}

function bytesOf({ method, target, headers = [], body }: RawRequest): Uint8Array {
  const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name);
  const payload = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const length = body === undefined || has('content-length') || has('transfer-encoding') ? [] : [`Content-Length: ${payload.length}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${[...lines, ...length].join('\r\n')}\r\n\r\n`), payload]);
}

/**
 * Parses a received HTTP reply.
 * @param isClosed whether the connection has ended; if so, a reply without a length is complete
 */
function isWhole(text: string, isHead: boolean, isClosed: boolean): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  const status = Number(head.slice(9, 12));
  if (isHead || status === 204 || status === 304) return true;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return text.length - end - 4 >= Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? /\r\n0\r\n(.*\r\n)*\r\n$/.test(text) : isClosed;
}

function parseReply(received: Buffer, isHead: boolean, isClosed: boolean): Answer | null {
  if (!isWhole(received.toString('latin1'), isHead, isClosed)) return null;
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = new Map(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = received.subarray(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest;
  return { kind: 'reply', status, headers, body: body.toString('utf8') };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
