import { expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startTestDevnet } from '../../support/devnet.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { nightlyTest } from '../../support/which-cases.ts';
import { startToEnd } from '../support/run-to-end.ts';

/**
 * Starts the service in a case in which it must refuse to start, and returns the lines on standard error. Standard output must be empty.
 */
async function refusal(env: Record<string, string>): Promise<readonly string[]> {
  const { code, stdout, stderr } = await startToEnd(env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.endsWith('\n')).toBe(true);
  return stderr.trimEnd().split('\n');
}

test('a port that is taken is one line, and nothing is written', async () => {
  using folder = tempFolder();
  using taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') });
  const lines = await refusal({ PORT: String(taken.port), DATA_DIR: folder.path });
  const advice = 'Stop that program, or set PORT to another port (0 chooses a free one).';
  expect(lines).toEqual([`coxswain: Port ${taken.port} on 127.0.0.1 is used by another program. ${advice}`]);
  expect(readdirSync(folder.path)).toEqual([]);
});

nightlyTest('an address that this machine does not have is one line', async () => {
  using folder = tempFolder();
  const lines = await refusal({ HOST: '203.0.113.7', PORT: '5999', DATA_DIR: folder.path });
  expect(lines).toEqual([expect.stringMatching(/^coxswain: Cannot listen on 203\.0\.113\.7:5999 \(\w+\)\./)]);
});

test('a data folder that cannot be written is one line', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('not-a-folder'), '');
  for (const DATA_DIR of [folder.file('not-a-folder'), '/proc/coxswain']) {
    const line = `coxswain: The data folder ${DATA_DIR} is not writable. Set DATA_DIR to a writable folder.`;
    expect(await refusal({ DATA_DIR })).toEqual([line]);
  }
});

nightlyTest('a file that is no database is one line', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('coxswain.db'), 'this is not a database, whatever its name says. '.repeat(200));
  const lines = await refusal({ DATA_DIR: folder.path });
  expect(lines).toEqual([expect.stringMatching(/^coxswain: .*coxswain\.db/)]);
});

test('each bad setting is one line, all at once, and nothing is written', async () => {
  using folder = tempFolder();
  const DATA_DIR = folder.file('data');
  const lines = await refusal({ PORT: 'five', LOG_LEVEL: 'maybe', RPC_137: 'nowhere', EXECUTOR_KEY: 'hunter2', DATA_DIR });
  expect(lines.map((line) => /^coxswain: (\w+): /.exec(line)?.[1]).sort()).toEqual(['EXECUTOR_KEY', 'LOG_LEVEL', 'PORT', 'RPC_137']);
  expect(lines.join('\n')).not.toContain('hunter2');
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a MongoDB that is not there is one line that names the setting and the host, and not the password', async () => {
  const lines = await refusal({ MONGODB_URL: 'mongodb://u:sesame@127.0.0.1:9/x' });
  expect(lines).toEqual([expect.stringMatching(/^coxswain: MONGODB_URL \(127\.0\.0\.1:9\) cannot be used as the store: ./)]);
  expect(lines.join('\n')).not.toContain('sesame');
});

test('data and chain that do not belong together are refused with the way out, and nothing is changed', async () => {
  using folder = tempFolder();
  const [one, other] = [folder.file('one'), folder.file('other')];
  {
    await using service = await spawnService({
      until: 'ready',
      chain: 'copied',
      env: { DATA_DIR: one, DEVNET_PORT: '0', LOG_LEVEL: 'error' },
    });
    await service.end('SIGTERM');
    await using devnet = await startTestDevnet({ dataDir: other });
    await devnet.stop();
  }
  renameSync(`${one}/devnet`, folder.file('kept'));
  cpSync(`${other}/devnet`, `${one}/devnet`, { recursive: true });
  const [line, ...more] = await refusal({ DATA_DIR: one });
  expect(more).toEqual([]);
  expect(line).toMatch(/belongs to the devnet/);
  expect(line).toContain(`Restore the previous ${one}/devnet, or delete ${one} to start with new data.`);

  rmSync(`${one}/devnet`, { recursive: true });
  const [gone] = await refusal({ DATA_DIR: one });
  expect(gone).toContain(`delete ${one} to start with new data`);

  rmSync(`${one}/devnet`, { recursive: true, force: true });
  renameSync(folder.file('kept'), `${one}/devnet`);
  await using service = await spawnService({ until: 'ready', env: { DATA_DIR: one, DEVNET_PORT: '0', LOG_LEVEL: 'error' } });

  // A second service must not start in the data folder of a running service.
  expect(await refusal({ DATA_DIR: one })).toHaveLength(1);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
});

requires('mongodb')('a cluster', () => {
  nightlyTest('without secrets for access tokens is one line, and makes none of its own', async () => {
    using folder = tempFolder();
    const mongo = await mongoServer();
    const env = { MONGODB_URL: mongo.url, DATA_DIR: folder.path, DEVNET: '0' };
    const advice = 'accepted: the same secret on all nodes of the cluster (MONGODB_URL is set)';
    expect(await refusal(env)).toEqual([`coxswain: JWT_SECRET: is not set; ${advice}`]);
    expect(await refusal({ ...env, JWT_SECRET: 'a-secret-for-users-of-at-least-32-characters' })).toEqual([
      `coxswain: JWT_ADMIN_SECRET: is not set; ${advice}`,
    ]);
    expect(existsSync(folder.file('jwt-secret'))).toBe(false);
    await mongo.stop();
  });
});
