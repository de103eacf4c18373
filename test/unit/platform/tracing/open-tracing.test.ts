import { expect, test } from 'bun:test';
import { openTracing } from '../../../../src/app/open-tracing.ts';
import { loadConfig } from '../../../../src/config.ts';
import { systemClock } from '../../../../src/platform/clock/system-clock.ts';
import { type Log, silentLog } from '../../../../src/platform/log/log.ts';
import { currentScope, withinScope } from '../../../../src/platform/log/scope.ts';

test('a delivery that fails is logged as nobody’s, not as the request whose span was the first of it', async () => {
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(null, { status: 400 }) });
  const scopes = Promise.withResolvers<unknown>();
  const log: Log = { ...silentLog, warn: () => scopes.resolve(currentScope()) };
  const tracing = await openTracing(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}` }), {
    ...{ store: { history: async () => [] }, nodeId: 'node-1', version: '1.0.0', clock: systemClock, log },
  });
  if (tracing === null) throw new Error('Nothing is traced');
  const scope = { fields: { requestId: 'r1' }, requestId: 'r1', effectKey: null, trace: null };
  withinScope(scope, () => {
    const open = tracing.tracer.openRequest(null, 'r1');
    tracing.tracer.endRequest(open, { name: 'GET /', status: 200, facts: {} });
  });
  expect(await scopes.promise).toBeNull();
  await tracing.close();
});
