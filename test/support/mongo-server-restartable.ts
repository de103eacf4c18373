import { startServer } from './mongo-server/start-server.ts';
import { mongoServer } from './mongo-server.ts';

export type RestartableMongo = {
  /** With the name of a database that nobody else uses; the same over all restarts. */
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now. */
  readonly pid: () => number;
  /** An orderly end (SIGTERM), no server until `whileAway` has ended, and a new one on the same data in the same place. */
  readonly restart: (whileAway: () => Promise<unknown>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A server process of its own that keeps its data in a file, for tests that stop it under those who use it. */
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
