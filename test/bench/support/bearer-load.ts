export {};

// Generates load in its own process: keeps CONNECTIONS connections busy for SECONDS with one GET each, using the next of the tokens that it
// reads from stdin, and prints requests per second. It uses raw sockets, because a client that costs as much as the server would mainly
// measure itself.
const [url = '', connections = '64', seconds = '2'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const tokens = (await Bun.stdin.text()).split('\n');
const requests = tokens.map((token) =>
  Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
);
let sent = 0;
let answered = 0;
let failed = 0;
let ended = false;

function sendNext(socket: { write(data: Uint8Array): number }): void {
  const request = requests[sent % requests.length];
  sent += 1;
  if (request !== undefined) socket.write(request);
}

const sockets = await Promise.all(
  Array.from({ length: Number(connections) }, () => {
    let received = '';
    return Bun.connect({
      ...{ hostname, port: Number(port) },
      socket: {
        open: sendNext,
        data(socket, bytes) {
          received += bytes.toString('latin1');
          const head = received.indexOf('\r\n\r\n');
          const length = /content-length: (\d+)/i.exec(received)?.[1];
          if (head === -1 || length === undefined || received.length < head + 4 + Number(length)) return;
          if (received.startsWith('HTTP/1.1 2')) answered += 1;
          else failed += 1;
          received = received.slice(head + 4 + Number(length));
          if (!ended) sendNext(socket);
        },
      },
    });
  }),
);
// The first half second of the load is a warm-up; its replies are not counted.
await Bun.sleep(500);
const [from, startedAt] = [answered, performance.now()];
await Bun.sleep(Number(seconds) * 1_000);
const rate = ((answered - from) / (performance.now() - startedAt)) * 1_000;
ended = true;
for (const socket of sockets) socket.end();
if (failed > 0) throw new Error(`${failed} of ${answered + failed} requests failed.`);
console.log(rate);
process.exit(0);
