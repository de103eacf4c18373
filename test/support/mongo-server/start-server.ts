import { type ChildProcess, spawn } from 'node:child_process';
import { buildServer } from './build-server.ts';

export type MongoProcess = {
  readonly port: number;
  readonly pid: number;
  /** Stops the server with SIGTERM, even when it is frozen; resolves when its process has ended. */
  stop(): Promise<void>;
};

/**
 * Starts a server for MongoDB's protocol in a separate process, which ends at the latest when this process ends. With a file, the data
 * survives a restart.
 */
export async function startServer({ port = 0, file = 'memory' }: { port?: number; file?: string } = {}): Promise<MongoProcess> {
  const classPath = await buildServer();
  const flags = ['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const child = spawn('java', [...flags, '-cp', classPath, 'LoopbackMongo', String(port), file], { stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const listening = await portOf(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('a process that answered has no pid');
  // The server process must not keep this process alive. When this process ends, the server's input pipe closes, and then the server ends.
  child.unref();
  return {
    port: listening,
    pid,
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.once('error', reject);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = Number(output.split('\n')[0]);
      if (output.includes('\n') && port > 0) resolve(port);
    });
    child.once('close', (code, signal) => reject(new Error(`the MongoDB-protocol server ended with ${signal ?? code}:\n${errors}`)));
  });
}
