import { Server as Engine } from '@socket.io/bun-engine';
import { Server } from 'socket.io';
import { startSocketServer, USDC } from '../../support/socket-server.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median, settledRss } from '../support/measure.ts';

// Compares sending a price event to a thousand subscribers with a plain Socket.IO broadcast, in processor time of the server. Also measures
// the memory of idle clients.
const SUBSCRIBERS = 1_000;
const BROADCASTS = 40;
const ROUNDS = 5;
const IDLE = 2_000;

type Clients = { readonly got: (broadcasts: number) => Promise<void>; readonly stop: () => void };

async function openClients(url: string, namespace: string, count: number, first: unknown): Promise<Clients> {
  const program = new URL('../support/socket-clients.ts', import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, program, url, namespace, String(count), JSON.stringify(first)], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let printed = '';
  let wake = Promise.withResolvers<void>();
  void (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk;
      wake.resolve();
      wake = Promise.withResolvers();
    }
  })();
  const until = async (line: string) => {
    while (!`\n${printed}`.includes(`\n${line}\n`)) await wake.promise;
  };
  await until('ready');
  return { got: (broadcasts) => until(String(broadcasts)), stop: () => child.kill() };
}

/** Sends broadcasts to all subscribers, and returns the number of deliveries per second of this process's processor time. */
async function rateOf(clients: Clients, already: number, send: () => void): Promise<number> {
  const before = process.cpuUsage();
  for (let sent = 1; sent <= BROADCASTS; sent += 1) {
    send();
    await clients.got(already + sent);
  }
  const { user, system } = process.cpuUsage(before);
  return (SUBSCRIBERS * BROADCASTS * 1e6) / (user + system);
}

/** Starts a plain Socket.IO server on Bun as its documentation describes, for the comparison. */
function startBare() {
  const engine = new Engine({ path: '/socket.io/' });
  const io = new Server();
  io.bind(engine);
  const namespace = io.of('/bare');
  namespace.on('connection', (socket) => {
    socket.on('subscribe', async (done: () => void) => {
      await socket.join('room');
      done();
    });
  });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...engine.handler(),
    fetch: (request, bun) => engine.handleRequest(request, bun),
  });
  return { url: server.url.origin, namespace, stop: () => server.stop(true) };
}

const price = (usd: string) => ({ chainId: 8453, token: USDC, usd, at: '1970-01-01T00:00:01.000Z', source: 'test' });
const usdOf = (n: number) => (1 + n / 10_000).toFixed(4);
let prices = 0;

const bare = startBare();
const bareClients = await openClients(bare.url, '/bare', SUBSCRIBERS, ['subscribe']);

/** Prices the subscribed tokens once, which the service does every second. */
let tick = () => {};
const EVERY_MS = 1_000;
await using node = startSocketServer({
  timers: {
    after(ms, run) {
      if (ms === EVERY_MS) tick = run;
      return () => undefined;
    },
    soon: (run) => void setImmediate(run),
  },
});
const clients = await openClients(node.url, '/priceNamespace', SUBSCRIBERS, ['subscribe', { chainId: 8453, token: USDC }]);

const rounds: Round[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const reference = await rateOf(bareClients, round * BROADCASTS, () => {
    prices += 1;
    bare.namespace.to('room').emit('price', price(usdOf(prices)));
  });
  const ours = await rateOf(clients, round * BROADCASTS, () => {
    prices += 1;
    node.priced.usd = usdOf(prices);
    tick();
  });
  // The first benchmark round is a warm-up, and its results are not used.
  if (round > 0) rounds.push({ ours, reference });
}
bareClients.stop();
clients.stop();
bare.stop();

const emptyBytes = await settledRss();
const idle = await openClients(node.url, '/priceNamespace', IDLE, ['unsubscribe', { chainId: 8453, token: USDC }]);
const memory: Round = { ours: ((await settledRss()) - emptyBytes) / 1024 / IDLE, reference: 30 };
idle.stop();

console.log(
  JSON.stringify([
    benchLine(
      'a price to 1,000 subscribers, over a broadcast of Socket.IO alone',
      'deliveries per second of processor time',
      rounds,
      '>= 0.8',
      `one process with the clients in another, ${BROADCASTS} prices; medians of ${ROUNDS} rounds`,
      median,
    ),
    benchLine(
      'memory of a connected client, over 30 KB',
      'KB RSS',
      [memory],
      '<= 1',
      `${IDLE.toLocaleString('en')} clients of a namespace, idle`,
      median,
    ),
  ]),
);
process.exit(0);
