import { expect, test } from 'bun:test';
import { spawnService } from '../../support/spawn-service.ts';

test('a client that has written a whole day’s limit of history is refused with a retry time, while reads, other work and readiness continue', async () => {
  await using service = await spawnService({ env: { DEVNET: '0', STRANGERS_MB_PER_DAY: '1' }, until: 'ready' });
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const walletAddress = `0x${'a1'.repeat(20)}`;
  const recordTrade = (nth: number) =>
    post('/defi/transaction', {
      txHash: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      ...{ walletAddress, fromChainId: 137, toChainId: 137, amountIn: '5' },
      ...{ fromToken: `0x${'b1'.repeat(20)}`, toToken: `0x${'c1'.repeat(20)}` },
    });
  let kept = 0;
  let last = await recordTrade(0);
  while (last.status === 201 && kept < 5_000) {
    kept += 1;
    last = await recordTrade(kept);
  }
  // Number of requests, much larger than an honest client sends in a day, and much smaller than the rate limits would allow.
  expect(kept).toBeGreaterThan(100);
  expect(await last.json()).toMatchObject({ status: 503, errors: { code: 'strangers-wrote-much' } });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${service.url}/defi/get-position?walletAddress=${walletAddress}`)).status).toBe(200);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  // A request that stores nothing must still be answered after the limit for writes is reached.
  expect((await post('/defi/autopilot/backtest', { policy: {}, prices: '', budget: '1' })).status).toBe(400);
});
