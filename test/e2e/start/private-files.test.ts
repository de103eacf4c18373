import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runToEnd } from '../support/run-to-end.ts';

let umask: number;
/** The service's files must be private even when the umask of the system gives everybody all permissions. */
beforeAll(() => {
  umask = process.umask(0);
});
afterAll(() => void process.umask(umask));

function widest(folder: string): readonly string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].flatMap((name) => {
    const { mode } = statSync(join(folder, name));
    return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
  });
}

test('other users cannot read what the service and the command line write; wider permissions are removed at the next start', async () => {
  using folder = tempFolder();
  const DATA_DIR = folder.file('data');
  const env = { DATA_DIR, DEVNET_PORT: '0', LOG_LEVEL: 'error' };
  {
    await using service = await spawnService({ until: 'ready', env });
    expect(readdirSync(DATA_DIR)).toEqual(
      expect.arrayContaining(['coxswain.db', 'coxswain.db-wal', 'coxswain.db-shm', 'devnet', 'jwt-secret', 'jwt-admin-secret']),
    );
    expect(readdirSync(join(DATA_DIR, 'devnet'))).toEqual(expect.arrayContaining(['chain-state.gz', 'deployment.json', 'process.json']));
    expect(widest(DATA_DIR)).toEqual([]);
    await service.end('SIGTERM');
    expect(widest(DATA_DIR)).toEqual([]);
  }
  const out = folder.file('export.ndjson');
  const done = await runToEnd(
    process.execPath,
    ['--no-install', '--no-env-file', 'src/cli/main.ts', 'snapshots', 'export', '--store', `sqlite:${DATA_DIR}/coxswain.db`, '--out', out],
    env,
  );
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('actors')]);
  expect((statSync(out).mode & 0o777).toString(8)).toBe('600');
  expect(widest(DATA_DIR)).toEqual([]);

  for (const name of ['.', 'coxswain.db', 'devnet']) chmodSync(join(DATA_DIR, name), 0o755);
  await using again = await spawnService({ until: 'health', env });
  expect(widest(DATA_DIR)).toEqual([]);
  await again.end('SIGTERM');
}, 120_000);

test('images are pinned, run as an unprivileged user, and contain neither settings nor data', () => {
  const root = new URL('../../../', import.meta.url);
  const lines = (name: string) => readFileSync(new URL(name, root), 'utf8').split('\n');
  expect(lines('Dockerfile').filter((line) => line.startsWith('FROM '))).toEqual([
    expect.stringMatching(/^FROM node:20\.\d+\.\d+-\w+-slim@sha256:[0-9a-f]{64}$/),
  ]);
  expect(lines('Dockerfile').filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
  for (const line of lines('compose.yaml').filter((each) => /^ +image:/.test(each)))
    expect(line).toMatch(/image: \w+:\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?$/);
  expect(lines('.dockerignore')).toEqual(expect.arrayContaining(['.env', '.env.*', 'data', '*.db', '**/operator-token', '.git']));
});
