import { io, type Socket } from 'socket.io-client';
import { waitFor } from './wait-for.ts';

/** Two nodes of which the first dies, and owners whose records change meanwhile. */
export type SocketWorld = {
  /** Origins of the nodes; all clients begin at the first. */
  readonly origins: readonly [string, string];
  /** Access tokens, one for each wallet. */
  readonly tokens: readonly string[];
  /** The event that tells of a record. */
  readonly event: string;
  /** Makes a record of a wallet, not by the first node, and returns its id. */
  readonly change: (wallet: number) => Promise<string>;
  readonly killFirst: () => Promise<void>;
};

export type SocketReport = {
  /** Clients that lost something, with what; empty when nothing was lost. */
  readonly problems: readonly string[];
  /** Time from the death of the node until all clients had everything, ms. */
  readonly caughtUpMs: number;
};

type Client = { readonly socket: Socket; readonly got: Set<string>; readonly continued: boolean[]; readonly resyncs: unknown[] };

const TOGETHER = 50;
const PATIENCE_MS = 120_000;

/**
 * Connects many real clients to a node, changes records, kills the node, and goes on changing records while the clients connect to the other
 * node. Each client must then have every record of its wallet without being told to read everything again.
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
