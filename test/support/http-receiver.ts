import { createServer, type Socket } from 'node:net';

/**
 * How the receiver answers a request: with an HTTP reply, not at all (`never`), with bytes that are not HTTP (`garbage`), or by closing the
 * connection (`cut`).
 */
export type HttpAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'never'
  | 'garbage'
  | 'cut';

export type ReceivedRequest = {
  readonly path: string;
  readonly headers: Headers;
  /** The body of the received request as raw bytes. */
  readonly body: Buffer;
  readonly isAcknowledged: boolean;
};

/**
 * Starts an HTTP server that receives webhooks in tests. The test determines the answer to each request. The received requests are stored
 * in the order of their arrival.
 */
export async function startHttpReceiver(answer: (request: ReceivedRequest) => HttpAnswer = () => ({ status: 200 })) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, Buffer.from(chunk)]);
      const request = readRequest(received);
      if (request === null) return;
      received = Buffer.alloc(0);
      const how = answer(request);
      requests.push({ ...request, isAcknowledged: typeof how === 'object' && how.status >= 200 && how.status < 300 });
      respond(socket, how);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Parses a received HTTP request; returns null while the request is incomplete. */
function readRequest(bytes: Buffer): ReceivedRequest | null {
  const gap = bytes.indexOf('\r\n\r\n');
  if (gap === -1) return null;
  const [first = '', ...lines] = bytes.subarray(0, gap).toString().split('\r\n');
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as [string, string]),
  );
  const body = bytes.subarray(gap + 4);
  if (body.byteLength < Number(headers.get('content-length') ?? 0)) return null;
  return { path: first.split(' ')[1] ?? '', headers, body, isAcknowledged: false };
}

function respond(socket: Socket, how: HttpAnswer): void {
  if (how === 'cut') socket.destroy();
  else if (how === 'garbage') socket.end('\u0001\u0002 no HTTP at all\r\n\r\n');
  else if (how !== 'never') {
    const { status, headers = {}, body = '' } = how;
    const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} as wanted\r\n${lines.join('')}\r\n${body}`);
  }
}
