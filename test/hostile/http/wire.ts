import { connect, type Socket } from 'node:net';

/** Returns the IP address of an attacker. Every attacker has its own loopback address, from 127.0.0.2 on; honest clients use 127.0.0.1. */
const addressOf = (attacker: number): string => `127.${(attacker >> 15) & 127}.${(attacker >> 7) & 255}.${2 + (attacker & 127)}`;

export type Ask = {
  readonly method?: string;
  /** Path and query of the request, sent unchanged. */
  readonly target: string;
  /** Headers that are sent after `Host` and `Connection: close`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Number of the attacker that sends the request, which determines its IP address; default 0. */
  readonly from?: number;
  /**
   * Milliseconds after the first bytes of the reply at which the client disconnects. When absent, the client disconnects after the complete
   * reply.
   */
  readonly leaveAfterMs?: number;
};

/** Sends requests to one service without an HTTP library, which would correct malformed requests. Every reply is counted by its status. */
export type Wire = {
  readonly port: number;
  readonly counts: Map<string, number>;
  sent: number;
  /**
   * Sends a request.
   * @returns the status; 0 when no reply arrived
   */
  ask(ask: Ask): Promise<number>;
  /** Sends a request like `ask`, and also returns the text of the reply. */
  read(ask: Ask): Promise<{ readonly status: number; readonly text: string }>;
  /** Opens a connection and writes bytes to it. Replies are ignored or counted. The caller must close the connection. */
  open(bytes: string | Uint8Array, options?: { readonly from?: number; readonly isReading?: boolean }): Promise<Socket>;
};

const TIMEOUT_MS = 60_000;
const STATUS = /HTTP\/1\.1 (\d{3})/g;

export function createWire(port: number): Wire {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const wire: Wire = {
    port,
    counts,
    sent: 0,
    ask: async (ask) => (await wire.read(ask)).status,
    read(ask) {
      wire.sent += 1;
      const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
      const chunks: Buffer[] = [];
      const end = () => {
        socket.destroy();
        const whole = Buffer.concat(chunks);
        const text = whole.toString();
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
        const endOfHead = text.indexOf('\r\n\r\n');
        const isChunked = /^transfer-encoding: chunked/im.test(text.slice(0, endOfHead));
        resolve({ status, text: isChunked ? unchunked(whole.subarray(whole.indexOf('\r\n\r\n') + 4)) : text.slice(endOfHead + 4) });
      };
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(ask.from ?? 0) }, () => {
        socket.write(headOf(ask));
        if (ask.body !== undefined) socket.write(ask.body);
      });
      socket.setTimeout(TIMEOUT_MS, end);
      socket.on('data', (chunk: Buffer) => {
        if (chunks.length === 0 && ask.leaveAfterMs !== undefined) setTimeout(end, ask.leaveAfterMs);
        chunks.push(chunk);
      });
      // When a connection is cut, the bytes received until then count as the reply.
      socket.on('error', end);
      socket.on('close', end);
      return promise.then((answer) => {
        count(answer.status === 0 ? 'cut' : String(answer.status));
        return answer;
      });
    },
    open(bytes, { from = 0, isReading = false } = {}) {
      wire.sent += 1;
      const { promise, resolve } = Promise.withResolvers<Socket>();
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(from) }, () => {
        socket.write(bytes);
        if (!isReading) socket.pause();
        resolve(socket);
      });
      if (isReading) {
        socket.on('data', (chunk: Buffer) => {
          for (const [, status = ''] of chunk.toString('latin1').matchAll(STATUS)) count(status);
        });
      }
      socket.on('error', () => resolve(socket));
      return promise;
    },
  };
  return wire;
}

/** Decodes a body in chunked encoding. For an incomplete body, returns what has been received. */
function unchunked(bytes: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const endOfLine = bytes.indexOf('\r\n', at);
    const size = endOfLine === -1 ? 0 : Number.parseInt(bytes.toString('latin1', at, endOfLine), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(endOfLine + 2, endOfLine + 2 + size));
    at = endOfLine + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}

export function headOf({ method = 'GET', target, headers = {}, body }: Ask): string {
  const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const typed: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const all = { Host: '127.0.0.1', Connection: 'close', ...typed, ...length, ...headers };
  return `${method} ${target} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** Runs a task `count` times, at most `atOnce` of them at the same time. */
export async function times(count: number, atOnce: number, each: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const nth = next;
      next += 1;
      await each(nth);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}
