import { startServer } from './mongo-server/start-server.ts';
import { mongoServer } from './mongo-server.ts';

export type RestartableMongo = {
  /** URL of a database that no other test uses; it does not change when the server restarts. */
  readonly url: string;
  readonly port: number;
  /** Returns the id of the current server process. */
  readonly pid: () => number;
  /** Stops the server with SIGTERM, waits for `whileAway`, and starts a new server with the same data and port. */
  readonly restart: (whileAway: () => Promise<unknown>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts a MongoDB server process that stores its data in a file, for tests that stop the server while clients use it. */
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
