import { createConnection, createServer, type Server, type Socket } from 'node:net';

export type TcpProxy = AsyncDisposable & {
  readonly port: number;
  /** Ends every connection, and refuses new ones until `fix` is called. */
  cut(): Promise<void>;
  /**
   * Keeps connections open and accepts new ones, but drops all bytes until `fix` is called. A connection that has lost bytes stays silent
   * even after `fix`, as if a router had dropped it; its client must give it up.
   */
  silence(): void;
  /** Forwards new connections again. */
  fix(): Promise<void>;
  /**
   * Number of connections that the proxy forwards (`carried`), and of connections whose bytes it drops (`silent`). Tests wait for these
   * numbers.
   */
  counts(): { readonly carried: number; readonly silent: number };
  close(): Promise<void>;
};

type Line = { readonly client: Socket; readonly server: Socket | null; isSilent: boolean };

/**
 * Creates a TCP proxy between two loopback ports, whose connections a test can cut. `await using line = await createTcpProxy({ targetPort
 * });`
 */
export async function createTcpProxy({
  targetPort,
}: {
  /** Port to which connections are forwarded. If it is a function, the function is called for each new connection. */
  readonly targetPort: number | (() => number);
}): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let isSilent = false;
  let listener: Server | null = await listen(0, connect);
  const port = portOf(listener);

  function connect(client: Socket): void {
    const server = isSilent
      ? null
      : createConnection({ host: '127.0.0.1', port: typeof targetPort === 'number' ? targetPort : targetPort() });
    const line: Line = { client, server, isSilent };
    lines.add(line);
    const end = () => {
      lines.delete(line);
      client.destroy();
      server?.destroy();
    };
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      from?.on('data', (bytes) => {
        if (!line.isSilent) to?.write(bytes);
      });
      // When the server closes a silent connection, the proxy does not close the client's side, because a router that drops packets would
      // not report it either.
      from?.on('close', () => {
        if (!line.isSilent || from === client) end();
      });
      // A socket error needs no handling, because the event `close` follows it and the cause makes no difference here.
      from?.on('error', () => undefined);
    }
  }

  async function stopListening(): Promise<void> {
    const ending = listener;
    listener = null;
    const closed = ending === null ? null : new Promise<void>((resolve) => ending.close(() => resolve()));
    for (const line of lines) {
      line.client.destroy();
      line.server?.destroy();
    }
    lines.clear();
    await closed;
  }

  return {
    port,
    cut: stopListening,
    silence() {
      isSilent = true;
      for (const line of lines) line.isSilent = true;
    },
    async fix() {
      isSilent = false;
      listener ??= await listen(port, connect);
    },
    counts() {
      const silent = [...lines].filter((line) => line.isSilent).length;
      return { carried: lines.size - silent, silent };
    },
    close: stopListening,
    [Symbol.asyncDispose]: stopListening,
  };
}

function listen(port: number, onConnection: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no TCP address');
  return address.port;
}
