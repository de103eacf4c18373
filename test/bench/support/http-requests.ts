export {};

// Generates load in its own process: sends the same request COUNT times over CONNECTIONS connections, and exits.
// It uses raw sockets, because a client that costs as much as the server would slow the server down.
const [url = '', method = 'GET', body = '', count = '1000', connections = '64'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const content = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${content}\r\n${body}`);
const { promise, resolve, reject } = Promise.withResolvers<void>();
let sent = 0;
let answered = 0;

await Promise.all(
  Array.from({ length: Number(connections) }, () => {
    let received = '';
    return Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: sendNext,
        data(socket, bytes) {
          received += bytes.toString('latin1');
          const end = endOfReply(received);
          if (end === -1) return;
          if (!received.startsWith('HTTP/1.1 2')) reject(new Error(received.slice(0, 500)));
          received = received.slice(end);
          answered += 1;
          if (answered === Number(count)) resolve();
          else sendNext(socket);
        },
        error: (_socket, error) => reject(error),
      },
    });
  }),
);
await promise;
process.exit(0);

function sendNext(socket: { write(data: Uint8Array): number }): void {
  if (sent === Number(count)) return;
  sent += 1;
  socket.write(request);
}

function endOfReply(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (head === -1 || length === undefined) return -1;
  const end = head + 4 + Number(length);
  return text.length >= end ? end : -1;
}
