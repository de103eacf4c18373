import type { MigrationSummary } from '../../../../src/cli/migrate/migrate-stores.ts';

const main = new URL('../../../../src/cli/main.ts', import.meta.url).pathname;

/** Starts the migration command in a separate process. `kill` sends SIGKILL to it. */
export function spawnMigrate(from: string, to: string) {
  const child = Bun.spawn([process.execPath, main, 'migrate', '--from', from, '--to', to, '--json'], { stdout: 'pipe', stderr: 'pipe' });
  return {
    exited: child.exited,
    stdout: child.stdout,
    stderr: child.stderr,
    kill: () => child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

export type MigrateRun = { readonly exitCode: number; readonly summary: MigrationSummary | null; readonly errors: string };

/** Runs the migration command to its end; `summary` is the JSON that it wrote to standard output. */
export async function runMigrate(from: string, to: string): Promise<MigrateRun> {
  await using child = spawnMigrate(from, to);
  const [output, errors, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, summary: output === '' ? null : JSON.parse(output), errors };
}
