import { expect, test } from 'bun:test';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

test('a request that causes an unhandled rejection and an uncaught exception does not end the process: both are logged and counted', async () => {
  await using service = await spawnService({ entry: 'test/e2e/start/losing-service.ts', env: { DEVNET: '0', LOG_LEVEL: 'error' } });
  for (let at = 0; at < 30; at += 1) expect((await fetch(`${service.url}/common/network`)).status).toBe(200);
  const metrics = await waitFor(
    async () => {
      const text = await (await fetch(new URL('/metrics', service.url), { headers: service.asOperator() })).text();
      return /lost_errors_total\{kind="exception"\} 30/.test(text) && text;
    },
    { what: 'all of them to be counted' },
  );
  expect(metrics).toContain('coxswain_lost_errors_total{kind="rejection"} 30');
  expect(service.logs()).toContain('A rejection that nobody waits for');
  expect(service.logs()).toContain('An exception that nobody catches');
  // The log must contain only some of the unhandled errors, because a client could cause thousands of them.
  expect(service.logs().match(/An error reached the process unhandled/g)?.length).toBeLessThanOrEqual(40);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
});
