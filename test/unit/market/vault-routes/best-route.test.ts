import { describe, expect, test } from 'bun:test';
import { MOST_CALLDATA_BYTES } from '../../../../src/market/vault-routes/open-offer.ts';
import { createFakeWorld, type FakeSource, OWN_ROUTER } from './fake-offers.ts';

const better: FakeSource = { name: 'better', promises: 1_010_000n };

describe('the best route', () => {
  test('is the one that brings most, from whatever source', async () => {
    const { choose, probes } = createFakeWorld([{ name: 'good', promises: 1_005_000n }, better]);
    const { sent, results, choice } = await choose();
    expect({ sent, results, probes }).toEqual({
      sent: 'better',
      results: { better: 'chosen', good: 'outbid', 'uniswap-v3': 'outbid' },
      probes: ['better'],
    });
    expect(choice.trail).toMatchObject({ chosen: 'better', asked: [{ source: 'better', amountOut: '1010000', gas: '300000' }, {}, {}] });
  });

  test('demands what the slippage allows of its promise, whatever the provider said', async () => {
    const { choose } = createFakeWorld([better]);
    const { choice } = await choose();
    expect(choice).toMatchObject({ kind: 'probed', value: { minimum: 999_900n } });
  });

  test('counts the gas: more output is not better when its gas costs more', async () => {
    const dear: FakeSource = { name: 'dear', promises: 1_010_000n, promisesGas: 1_100_000n };
    // A million gas costs 20,000 units of output. The source `dear` delivers 10,000 more but costs 20,000 more, so it must not be chosen.
    const { choose, probes } = createFakeWorld([dear], { gasCost: 20_000n });
    expect(await choose()).toMatchObject({ sent: 'uniswap-v3', results: { dear: 'outbid' } });
    expect(probes).toEqual(['uniswap-v3']);
    expect((await createFakeWorld([dear], { gasCost: null }).choose()).sent).toBe('dear');
  });

  test('is held to the gas that was measured, not to the gas that was promised', async () => {
    const bomb: FakeSource = { name: 'bomb', promises: 1_010_000n, promisesGas: 1n, uses: 2_000_000n };
    const { choose, probes } = createFakeWorld([bomb], { gasCost: 20_000n });
    const { sent, results } = await choose();
    expect({ sent, results, probes }).toEqual({
      sent: 'uniswap-v3',
      results: { bomb: 'outbid', 'uniswap-v3': 'chosen' },
      probes: ['bomb', 'uniswap-v3'],
    });
  });

  test('pays for its data on a rollup', async () => {
    const long: FakeSource = { name: 'long', promises: 1_010_000n, otherFees: 10_001n };
    const { choose, probes } = createFakeWorld([long], { gasCost: 0n });
    expect(await choose()).toMatchObject({ sent: 'uniswap-v3', results: { long: 'outbid' } });
    expect(probes).toEqual(['long', 'uniswap-v3']);
    expect((await createFakeWorld([{ ...long, otherFees: 9_999n }], { gasCost: 0n }).choose()).sent).toBe('long');
  });

  test('is our own among equal ones', async () => {
    const same: FakeSource = { name: 'same', promises: 1_000_000n };
    expect((await createFakeWorld([same]).choose()).sent).toBe('uniswap-v3');
  });

  test('is found where Uniswap v3 has none', async () => {
    const { choose } = createFakeWorld([{ name: 'v2', isOnChain: true }, better], { own: null });
    expect(await choose()).toMatchObject({ sent: 'better', results: { 'uniswap-v3': 'no-route', v2: 'outbid' } });
    expect((await createFakeWorld([{ name: 'x', fails: 'no-route' }], { own: null }).choose()).sent).toBe('no-route');
  });
});

describe('a source that lies', () => {
  test.each<[string, Partial<FakeSource>, string]>([
    ['delivers less than it promised', { delivers: 1_007_000n }, 'refused-at-probe'],
    ['delivers nothing to the vault', { delivers: 0n }, 'refused-at-probe'],
    ['reverts', { probe: 'reverts' }, 'refused-at-probe'],
    ['makes the node fail', { probe: 'throws' }, 'probe-timeout'],
    ['promises the impossible', { promises: 1_050_001n }, 'implausible-output'],
    ['builds less than it offered', { builds: { amountOut: 1_007_000n } }, 'output-moved'],
    ['names a contract that the vault does not allow', { builds: { target: OWN_ROUTER } }, 'router-not-allowed'],
    ['wants the native asset', { builds: { fails: 'value-not-zero' } }, 'value-not-zero'],
    ['sends too much calldata', { builds: { bytes: MOST_CALLDATA_BYTES + 1 } }, 'calldata-too-long'],
    ['builds nothing', { builds: { fails: 'timeout' } }, 'timeout'],
    ['gives no offer', { fails: 'malformed-reply' }, 'malformed-reply'],
  ])('that %s is refused, and our own route is sent', async (_, lie, result) => {
    const { choose } = createFakeWorld([{ ...better, ...lie }]);
    expect(await choose()).toMatchObject({ sent: 'uniswap-v3', results: { better: result, 'uniswap-v3': 'chosen' } });
  });

  test('within the tolerance of the simulation is taken', async () => {
    expect((await createFakeWorld([{ ...better, delivers: 1_007_980n }]).choose()).sent).toBe('better');
    expect((await createFakeWorld([{ ...better, delivers: 1_007_979n }]).choose()).sent).toBe('uniswap-v3');
  });

  test('keeps nobody from our own route, however many do so', async () => {
    const liars = Array.from({ length: 8 }, (_, at): FakeSource => ({ name: `liar-${at}`, promises: 1_020_000n, delivers: 0n }));
    const { choose, probes } = createFakeWorld(liars);
    expect((await choose()).sent).toBe('uniswap-v3');
    expect(probes).toEqual(['liar-0', 'liar-1', 'uniswap-v3']);
    const withV2 = createFakeWorld([...liars, { name: 'v2', isOnChain: true }], { own: null });
    expect((await withV2.choose()).sent).toBe('v2');
  });

  test('rests for its pair, longer each time, and for the whole chain after three pairs', async () => {
    const liar: FakeSource = { ...better, delivers: 0n };
    const { choose, clock, asked } = createFakeWorld([liar]);
    await choose();
    clock.nowMs += 59_999;
    expect((await choose()).results).toEqual({ 'uniswap-v3': 'chosen', better: 'resting' });
    // The source rests after failures until a minute begins. In the new minute it must be requested again.
    clock.nowMs += 40_002;
    await choose();
    clock.nowMs += 119_999;
    expect((await choose()).results.better).toBe('resting');
    const other = (byte: string) => ({ tokenIn: `0x${byte.repeat(20)}` as never });
    expect((await choose(other('a1'))).results.better).toBe('refused-at-probe');
    expect((await choose(other('a2'))).results.better).toBe('refused-at-probe');
    const before = asked.length;
    expect((await choose(other('a3'))).results.better).toBe('resting');
    expect(asked.length).toBe(before);
  });

  test('rests at once for the whole chain when it breaks a rule', async () => {
    const { choose } = createFakeWorld([{ ...better, fails: 'unpinned-contract' }]);
    await choose();
    expect((await choose({ tokenIn: OWN_ROUTER })).results.better).toBe('resting');
  });

  test('and nothing else passes is not blamed: the token may be the reason', async () => {
    const { choose, scores } = createFakeWorld([{ ...better, delivers: 0n }], { own: { probe: 'reverts' } });
    const { sent } = await choose();
    expect(sent).toBe('refused uniswap-v3');
    expect(scores.rests('better', { chainId: 1, tokenIn: 'x', tokenOut: 'y' })).toBe(false);
  });

  test('after its simulation lets it rest on the chain as well', async () => {
    const { choose, scores } = createFakeWorld([better]);
    expect((await choose()).sent).toBe('better');
    scores.failedOnChain('better', 1);
    expect(await choose({ tokenIn: OWN_ROUTER })).toMatchObject({ sent: 'uniswap-v3', results: { better: 'resting' } });
  });
});

describe('what is not asked', () => {
  test('are sources whose contracts the vault does not allow; the allow-list is read once a minute', async () => {
    const { choose, asked, reads, clock } = createFakeWorld([{ ...better, isAllowed: false }]);
    for (let times = 0; times < 3; times += 1) {
      const { sent, choice } = await choose();
      expect([sent, choice.trail]).toEqual(['uniswap-v3', undefined]);
    }
    expect([asked, reads()]).toEqual([[], 1]);
    clock.nowMs += 60_000;
    await choose();
    expect(reads()).toBe(2);
  });

  test('is anybody else once the order itself was refused', async () => {
    const { choose, probes } = createFakeWorld([{ ...better, probe: 'order-refused' }]);
    expect((await choose()).sent).toBe('paused');
    expect(probes).toEqual(['better']);
  });
});

describe('equal orders of a minute', () => {
  const many = Array.from({ length: 6 }, (_, at): FakeSource => ({ name: `source-${at}`, promises: 1_001_000n + BigInt(at) }));
  const v2: FakeSource = { name: 'v2', isOnChain: true, promises: 999_000n };

  test('ask the best source of the first one, each for its own amount', async () => {
    const { choose, asked, clock } = createFakeWorld([...many, v2]);
    const sent = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await choose({ amountIn: 1_000_000n + BigInt(at) })).sent));
    expect(new Set(sent)).toEqual(new Set(['source-5']));
    const counts = Object.fromEntries(['source-0', 'source-5', 'v2'].map((name) => [name, asked.filter((one) => one === name).length]));
    // The best on-chain source must be requested as well, in case the best source overall fails.
    expect(counts).toEqual({ 'source-0': 1, 'source-5': 20, v2: 20 });
    clock.nowMs += 60_000;
    await choose();
    expect(asked.filter((one) => one === 'source-0')).toHaveLength(2);
  });

  test('do not share with another pair, or an amount of another size', async () => {
    const { choose, asked } = createFakeWorld(many);
    await choose();
    await choose({ amountIn: 3_000_000n });
    await choose({ tokenIn: OWN_ROUTER });
    expect(asked.filter((one) => one === 'source-0')).toHaveLength(3);
  });

  test('use our own route when the first one still asks', async () => {
    const slow = createFakeWorld([{ ...better, probe: 'hangs' }]);
    const first = slow.choose();
    expect(await slow.choose()).toMatchObject({ sent: 'uniswap-v3', results: { better: 'shared-choice-late' } });
    expect((await first).sent).toBe('uniswap-v3');
  });
});
