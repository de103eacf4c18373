import { startServer } from './mongo-server/start-server.ts';
import { mongoServer } from './mongo-server.ts';

export type RestartableMongo = {
  /** URL with an otherwise unused database name; it does not change with restarts. */
  readonly url: string;
  readonly port: number;
  /** Returns the id of the current server process. */
  readonly pid: () => number;
  /** Shuts the server down with SIGTERM, waits for `whileAway`, and starts a new server with the same data and port. */
  readonly restart: (whileAway: () => Promise<unknown>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A server process that keeps its data in a file, for tests that stop it while clients use it. */
export async function restartableMongo({ file }: { readonly file: string }): Promise<RestartableMongo> {
  const first = await mongoServer({ own: true, file });
  const { url } = first;
  const port = Number(new URL(url).port);
  if (first.pid === null) throw new Error('an own server has a process');
  let running = { pid: first.pid, stop: first.stop };
  return {
    url,
    port,
    pid: () => running.pid,
    async restart(whileAway) {
      await running.stop();
      await whileAway();
      running = await startServer({ port, file });
    },
    stop: () => running.stop(),
  };
}
