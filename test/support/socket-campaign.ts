import { io, type Socket } from 'socket.io-client';
import { waitFor } from './wait-for.ts';

/** The test setup: two nodes of which the first is killed, and wallets whose records change all the time. */
export type SocketWorld = {
  /** Origins of the two nodes. All clients connect to the first node at the beginning. */
  readonly origins: readonly [string, string];
  /** Access tokens, one for each wallet. */
  readonly tokens: readonly string[];
  /** Name of the Socket.IO event that notifies a client about a changed record. */
  readonly event: string;
  /** Creates a record of a wallet and returns the record's id. The change must not be made by the first node, which is killed. */
  readonly change: (wallet: number) => Promise<string>;
  readonly killFirst: () => Promise<void>;
};

export type SocketReport = {
  /** For each client that lost something, a description of what it lost; empty when nothing was lost. */
  readonly problems: readonly string[];
  /** Milliseconds from the kill of the first node until every client had received all records of its wallet. */
  readonly caughtUpMs: number;
};

type Client = { readonly socket: Socket; readonly got: Set<string>; readonly continued: boolean[]; readonly resyncs: unknown[] };

const TOGETHER = 50;
const PATIENCE_MS = 120_000;

/**
 * Connects many real clients to a node, changes records, and kills that node. The changes continue while the clients reconnect to the other
 * node. At the end each client must have received every record of its wallet, and must not have been told to read all records again.
 */
export async function followThroughDeath(
  world: SocketWorld,
  { sockets, changes, onConnected }: { readonly sockets: number; readonly changes: number; readonly onConnected?: () => Promise<void> },
): Promise<SocketReport> {
  const { origins, tokens, event } = world;
  const clients: Client[] = [];
  const made = tokens.map(() => new Set<string>());
  const walletOf = (client: number) => client % tokens.length;
  const readyTimes = (times: number) => clients.every(({ continued }) => continued.length >= times);
  const hasAll = (client: Client, index: number) => [...(made[walletOf(index)] ?? [])].every((id) => client.got.has(id));

  function open(index: number): void {
    const how = { transports: ['websocket'], forceNew: true, reconnectionDelay: 100, reconnectionDelayMax: 2_000 };
    const socket = io(origins[0], { ...how, auth: { token: tokens[walletOf(index)] } });
    const client: Client = { socket, got: new Set(), continued: [], resyncs: [] };
    socket.on(event, ({ id }: { id: string }) => client.got.add(id));
    socket.on('ready', ({ continued }: { continued: boolean }) => client.continued.push(continued));
    socket.on('resync', (said: unknown) => client.resyncs.push(said));
    clients.push(client);
  }

  const change = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) made[n % tokens.length]?.add(await world.change(n % tokens.length));
  };

  try {
    while (clients.length < sockets) {
      for (let i = 0; i < TOGETHER && clients.length < sockets; i += 1) open(clients.length);
      await waitFor(() => readyTimes(1), { what: `${clients.length} clients`, timeoutMs: PATIENCE_MS });
    }
    await onConnected?.();
    const [third, twoThirds] = [Math.floor(changes / 3), Math.floor((2 * changes) / 3)];
    await change(0, third);
    for (const { socket } of clients) Reflect.set(socket.io, 'uri', origins[1]);
    const meanwhile = change(third, twoThirds);
    const killedAtMs = performance.now();
    await world.killFirst();
    await meanwhile;
    await waitFor(() => readyTimes(2), { what: 'all clients at the other node', timeoutMs: PATIENCE_MS, everyMs: 50 });
    await change(twoThirds, changes);
    const isComplete = await waitFor(() => clients.every(hasAll), { what: 'all records', timeoutMs: PATIENCE_MS, everyMs: 50 }).catch(
      () => false,
    );
    const caughtUpMs = performance.now() - killedAtMs;
    const problems = clients.flatMap((client, index) => {
      const missing = isComplete ? [] : [...(made[walletOf(index)] ?? [])].filter((id) => !client.got.has(id));
      return [
        ...(missing.length === 0 ? [] : [`client ${index} never got ${missing.join(', ')}`]),
        ...(client.continued[1] === true ? [] : [`client ${index} began anew: ${JSON.stringify(client.continued)}`]),
        ...(client.resyncs.length === 0 ? [] : [`client ${index} was told to read everything: ${JSON.stringify(client.resyncs)}`]),
      ];
    });
    return { problems, caughtUpMs };
  } finally {
    for (const { socket } of clients) socket.disconnect();
  }
}
