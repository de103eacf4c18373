import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const stub = `
console.log('settings ' + JSON.stringify({ home: process.env.DATA_DIR !== undefined, other: process.env.RPC_31337 ?? null }));
Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch: () => new Response('ok') });
if (process.env.DEAF) process.on('SIGTERM', () => {});`;

test('a service is up when it is given, and gone at the end of the block', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('stub.ts'), stub);
  let pid = 0;
  {
    await using service = await spawnService({ entry: folder.file('stub.ts') });
    pid = service.pid;
    expect((await fetch(`${service.url}/anything`)).status).toBe(200);
    expect(service.logs()).toContain('settings {"home":true,"other":null}');
  }
  expect(() => process.kill(pid, 0)).toThrow();
});

test('a crash is awaited, and a service that ignores SIGTERM is killed', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('stub.ts'), stub);
  await using service = await spawnService({ entry: folder.file('stub.ts') });
  expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });

  const deaf = await spawnService({ entry: folder.file('stub.ts'), env: { DEAF: '1' }, endsWithinMs: 2_000 });
  expect(await deaf[Symbol.asyncDispose]().then(String, String)).toContain('waited 2000 ms for the end of the service after SIGTERM');
  expect(() => process.kill(deaf.pid, 0)).toThrow();
});

test('a service that ends at once is an error with what it wrote', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('stub.ts'), "console.error('the port is taken'); process.exit(1);");
  expect(await spawnService({ entry: folder.file('stub.ts') }).then(String, String)).toContain(
    '(ended with 1); it wrote:\nthe port is taken',
  );
});

test('a timeout names what it waited for, with the last failure', async () => {
  const error: unknown = await waitFor(() => Promise.reject(new Error('not there')), { what: 'the moon', timeoutMs: 30 }).catch(
    (reason) => reason,
  );
  expect(error).toMatchObject({ message: 'waited 30 ms for the moon', cause: { message: 'not there' } });
});
