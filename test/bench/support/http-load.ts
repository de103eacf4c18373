export {};

// Generates load in its own process: keeps CONNECTIONS connections busy for SECONDS with one POST each, and prints requests per second. It
// uses raw sockets, because a client that costs as much as the server would mainly measure itself.
const [url = '', connections = '64', seconds = '3', keys = '1000'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
let answered = 0;
let failed = 0;
let order = 0;
let ended = false;
const decoder = new TextDecoder('latin1');

function request(): string {
  order += 1;
  const body = `{"order":${order},"spent":"1000000","received":"271828"}`;
  return `POST ${pathname}/p${order % Number(keys)} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Returns the length of the first complete HTTP reply in the received text; null while the reply is incomplete. */
function replyLength(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`A reply without a length: ${text.slice(0, head)}`);
  const end = head + 4 + Number(length);
  return text.length >= end ? end : null;
}

const sockets = await Promise.all(
  Array.from({ length: Number(connections) }, () => {
    let received = '';
    return Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(request()),
        data(socket, bytes) {
          received += decoder.decode(bytes);
          const length = replyLength(received);
          if (length === null) return;
          if (received.startsWith('HTTP/1.1 2')) answered += 1;
          else failed += 1;
          received = received.slice(length);
          if (!ended) socket.write(request());
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
