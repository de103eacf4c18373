import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { startDcaWorld } from '../support/dca-world.ts';

const envelope = v.looseObject({ message: v.string(), errors: v.nullable(v.looseObject({ code: v.string() })) });

test('below the disk floor requests of strangers are refused and the node is not ready, while on-chain positions are executed', async () => {
  // The minimum free space is set higher than any disk offers, so that the disk counts as full.
  await using world = await startDcaWorld({ DISK_FLOOR_MB: '1000000000' }, 'health');
  const { service, wallet } = world;
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${service.url}${path}`, init);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), ...v.parse(envelope, await response.json()) };
  };
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const order = { orderId: 'x', walletAddress: wallet.address };
  for (const path of [
    '/defi/order/create',
    '/defi/create-position',
    '/defi/save-sca',
    '/defi/transaction',
    '/defi/wit',
    '/defi/cancel-dca',
  ]) {
    const refused = await post(path, order);
    expect(refused).toMatchObject({ status: 503, retryAfter: '60', errors: { code: 'disk-nearly-full' } });
    expect(refused.message).not.toContain(service.dataDir);
  }
  expect(await ask('/ready')).toMatchObject({ status: 503, errors: { missing: [{ name: 'disk' }] } });
  expect((await ask(`/defi/get-position?walletAddress=${wallet.address}`)).status).toBe(200);

  const positionId = await world.open({ amount: '10', frequency: 1, interval: 1 });
  await world.recordWhen('the order', (record) => record.positionId === positionId && record.status === 'completed');
  expect(await world.fillsWhen(1)).toMatchObject([{ positionId, orderIndex: 0 }]);
});
