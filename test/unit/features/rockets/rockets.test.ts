import { describe, expect, spyOn, test } from 'bun:test';
import { rocket } from '../../../../actors/rocket/actor.ts';
import { ALICE, BOB, CHAIN_ID, RULES, rocketBench } from './rocket-bench.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: { code: string }) => error.code,
  );

/** Creates a test bench on which rocket 5 of alice has been staked for some hours. */
async function staked(hours: number, options: Parameters<typeof rocketBench>[0] = {}) {
  const bench = rocketBench(options);
  bench.stakes.set('5', bench.staked(bench.startMs));
  const place = { chainId: CHAIN_ID, tokenId: '5' };
  const read = () => bench.actors.stakeRead(place, bench.stakes.read('5'), { mayShrink: true, rules: RULES });
  await read();
  await bench.leap(hours * HOUR_MS);
  return { ...bench, read };
}

test('a claim that comes too early is refused without asking the rocket', async () => {
  const { service, actors, stakes, read, staked: stakedAt, startMs } = await staked(2);
  const asked = spyOn(actors, 'claim');
  expect(await codeOf(service.claim(ALICE, '5'))).toBe('made');
  for (let n = 0; n < 3; n += 1) expect(await codeOf(service.claim(ALICE, '5'))).toBe('claim-not-ready');
  expect(asked).toHaveBeenCalledTimes(1);
  stakes.set('5', stakedAt(startMs), { ...stakedAt(startMs + HOUR_MS), state: 'unstaking' });
  await read();
  expect(await codeOf(service.claim(ALICE, '5'))).toBe('rocket-not-staked');
  expect(asked).toHaveBeenCalledTimes(1);
});

describe('the status of rockets', () => {
  test('has exactly the documented fields', async () => {
    const { service, startMs } = await staked(2.05);
    const { rockets } = await service.statusOf(ALICE, { limit: 10 });
    expect(rockets).toEqual([
      {
        tokenId: '5',
        level: 1,
        isStaked: true,
        stakedAt: new Date(startMs).toISOString(),
        lastClaimTime: null,
        streakDays: 0,
        longestStreak: 0,
        claimablePoints: 20,
        currentRatePerHour: 10,
        maxDailyCap: 100,
        remainingDailyCap: 100,
        nextClaimAvailableIn: 0,
        rocketImage: 'https://x.test/1.png',
        upgradeImages: ['https://x.test/2.png'],
      },
    ]);
    expect((await service.statusOf(BOB, { limit: 10 })).rockets).toEqual([]);
  });

  test('shows a rocket that waits to be withdrawn, and none that was', async () => {
    const { service, stakes, read, test, startMs } = await staked(2);
    stakes.add('5', { atMs: test.time.clock.now(), owner: ALICE, level: 1, state: 'unstaking' });
    await read();
    expect((await service.statusOf(ALICE, { limit: 10 })).rockets).toMatchObject([
      { isStaked: false, claimablePoints: 0, currentRatePerHour: 0, nextClaimAvailableIn: 0, stakedAt: new Date(startMs).toISOString() },
    ]);
    stakes.add('5', { atMs: test.time.clock.now(), owner: ALICE, level: 1, state: 'unstaked' });
    await read();
    expect((await service.statusOf(ALICE, { limit: 10 })).rockets).toEqual([]);
  });
});

describe('a claim', () => {
  test('of its owner is in the ledger when it is answered, and the rocket goes on', async () => {
    const { service, ledger, leap } = await staked(2.05);
    const made = await service.claim(ALICE, '5');
    expect(made).toMatchObject({
      tokenId: '5',
      chainId: CHAIN_ID,
      points: 20,
      rocket: { claimablePoints: 0, streakDays: 1, remainingDailyCap: 80 },
    });
    expect(await ledger.balanceOf(ALICE)).toBe(20);
    await leap(HOUR_MS);
    expect(await service.claim(ALICE, `${CHAIN_ID}/5`)).toMatchObject({ points: 10 });
    expect(await ledger.balanceOf(ALICE)).toBe(30);
    expect((await ledger.history(ALICE, { limit: 5 })).entries.map(({ ref, points }) => [ref, points])).toEqual([
      [`${CHAIN_ID}/5/2026-03-29T15:00:00.000Z`, 10],
      [`${CHAIN_ID}/5/2026-03-29T14:00:00.000Z`, 20],
    ]);
  });

  test.each(['bob', '5/5/5', '', '-1', '1.5', '0x5', '05', '1e3', 'x/5', '9'.repeat(79)])('of "%s" is no rocket id: 400', async (id) => {
    await expect(rocketBench().service.claim(ALICE, id)).rejects.toMatchObject({ code: 'invalid-rocket-id', status: 400 });
  });

  test("is refused for another's rocket, one that is not staked, one that is not known, and before there is a point", async () => {
    const { service, stakes, staked: stake, test, startMs, advance } = await staked(2);
    await expect(service.claim(BOB, '5')).rejects.toMatchObject({ code: 'not-your-rocket', status: 403 });
    await expect(service.claim(ALICE, '6')).rejects.toMatchObject({ code: 'rocket-not-found', status: 404 });
    await expect(service.claim(ALICE, '1/5')).rejects.toMatchObject({ code: 'rocket-not-found', status: 404 });
    stakes.set('7', stake(startMs), { atMs: startMs + 1_000, owner: ALICE, level: 1, state: 'unstaked' });
    await expect(service.claim(ALICE, '7')).rejects.toMatchObject({ code: 'rocket-not-staked', status: 409 });
    stakes.set('8', stake(startMs), { atMs: startMs + HOUR_MS, owner: ALICE, level: 1, state: 'unstaking' });
    await expect(service.claim(ALICE, '8')).rejects.toMatchObject({ code: 'rocket-not-staked', status: 409 });
    // The rocket was staked just now, and the first point takes six minutes.
    stakes.set('9', stake(test.time.clock.now()));
    await expect(service.claim(ALICE, '9')).rejects.toMatchObject({
      ...{ code: 'claim-not-ready', status: 409, details: { nextClaimAvailableIn: 6, claimablePoints: 0, lastClaim: null } },
    });
    await advance(6 * 60_000);
    expect(await service.claim(ALICE, '9')).toMatchObject({ points: 1 });
    await expect(service.claim(ALICE, '9')).rejects.toMatchObject({
      ...{ code: 'claim-not-ready', details: { nextClaimAvailableIn: 54, lastClaim: { points: 1 } } },
    });
  });

  test('asked for 50 times at once on two nodes is made once', async () => {
    const { nodes, rows, ledger } = await staked(3, { nodes: 2 });
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, i) => codeOf(nodes[i % 2]?.service.claim(ALICE, '5') ?? Promise.resolve())),
    );
    expect(asked.filter((code) => code === 'made')).toHaveLength(1);
    expect(asked.filter((code) => code === 'claim-not-ready')).toHaveLength(49);
    expect(await rows.count({})).toBe(1);
    expect(await ledger.balanceOf(ALICE)).toBe(30);
  });

  test('with an id is answered with the same claim, also at once, on another node, and after its process has ended', async () => {
    const { nodes, rows, ledger, advance } = await staked(3, { nodes: 2 });
    const [one, two] = nodes;
    if (one === undefined || two === undefined) throw new Error('There are two nodes');
    // The process ends after the claim was stored, but before it is written to the ledger.
    one.failLedger(true);
    await expect(one.service.claim(ALICE, '5', 'mine')).rejects.toThrow('ends here');
    one.test.crash();
    one.failLedger(false);
    const again = await two.service.claim(ALICE, '5', 'mine');
    expect(again).toMatchObject({ points: 30, requestId: 'mine' });
    await advance(5 * 60_000);
    const many = await Promise.all([one, two, one, two].map(({ service }) => service.claim(ALICE, '5', 'mine')));
    for (const { rocket: _, ...claim } of many) expect(claim).toEqual({ ...claim, points: 30, claimedAt: again.claimedAt });
    expect(await rows.count({})).toBe(1);
    expect(await ledger.balanceOf(ALICE)).toBe(30);
    // Another wallet that uses the same request id must be refused, and must not get the answer to the owner's claim.
    await expect(two.service.claim(BOB, '5', 'mine')).rejects.toMatchObject({ status: 403 });
  });

  test('reaches the ledger without its client, when the process ended after it was stored', async () => {
    const { test, service, ledger, failLedger, advance, actors } = await staked(3);
    failLedger(true);
    await expect(service.claim(ALICE, '5')).rejects.toThrow('ends here');
    test.crash();
    failLedger(false);
    await advance(60_000);
    expect(await ledger.balanceOf(ALICE)).toBe(30);
    expect(await actors.read(CHAIN_ID, '5')).toMatchObject({ isAwarded: true });
  });

  test('is decided by what the contract says now, and an older reading changes nothing', async () => {
    const { service, stakes, staked: stake, test, ledger } = await staked(3);
    stakes.add('5', stake(test.time.clock.now() - HOUR_MS, BOB));
    await expect(service.claim(ALICE, '5')).rejects.toMatchObject({ status: 403 });
    // A lagging endpoint returns the stake as it was before its transfer to Bob. Alice, the previous owner, must still be refused.
    stakes.changes.get('5')?.pop();
    await expect(service.claim(ALICE, '5')).rejects.toMatchObject({ status: 403 });
    expect(await service.claim(BOB, '5')).toMatchObject({ points: 10 });
    expect([await ledger.balanceOf(ALICE), await ledger.balanceOf(BOB)]).toEqual([0, 10]);
  });
});

describe('a rocket', () => {
  test('loses its stake when a reorg removes it, and what was claimed stays', async () => {
    const { service, stakes, staked: stake, read, test, ledger, leap, startMs } = await staked(3);
    await service.claim(ALICE, '5');
    stakes.set('5');
    await read();
    expect((await service.statusOf(ALICE, { limit: 10 })).rockets).toEqual([]);
    await expect(service.claim(ALICE, '5')).rejects.toMatchObject({ code: 'rocket-not-staked' });
    // After a fork the stake's transaction is mined in a later block. The time that was already paid must not be paid twice.
    stakes.set('5', stake(startMs + HOUR_MS));
    await read();
    await leap(HOUR_MS);
    expect(await service.claim(ALICE, '5')).toMatchObject({ points: 10, rocket: { stakedAt: new Date(startMs + HOUR_MS).toISOString() } });
    expect(await ledger.balanceOf(ALICE)).toBe(40);
    expect(test.time.clock.now()).toBe(startMs + 4 * HOUR_MS);
  });

  test('with more changes than are read keeps what it had before them', async () => {
    const { service, stakes, staked: stake, read, startMs, advance, leap } = await staked(2);
    // After two hours, the rocket is unstaked and staked again once per second for two minutes.
    for (let i = 0; i < 120; i += 1) {
      const atMs = startMs + 2 * HOUR_MS + i * 1_000;
      stakes.add('5', i % 2 === 0 ? { ...stake(atMs), state: 'unstaking' } : stake(atMs));
    }
    await advance(2 * 60_000);
    await read();
    await leap(58 * 60_000);
    expect(stakes.read('5')).toMatchObject({ total: 121 });
    expect((await service.claim(ALICE, '5')).points).toBe(29);
  });

  test('that an operator sets back gives nothing before the next UTC day', async () => {
    const { service, test, ledger, leap } = await staked(3);
    await service.claim(ALICE, '5');
    await leap(2 * HOUR_MS);
    await service.claim(ALICE, '5');
    const restored = test.system().of(rocket, `${CHAIN_ID}/5`);
    const { revision } = (await restored.read()) ?? { revision: 0 };
    expect(revision).toBeGreaterThan(3);
    await test.system().operator.restore(`rocket/${CHAIN_ID}/5`, 2, 'alice');
    await leap(2 * HOUR_MS);
    // It is 19:00 UTC. After the restore to an earlier state, the actor cannot know how much of the day's cap was already claimed. So the
    // next claim is possible only after midnight (5 hours), plus 6 minutes for the first point.
    await expect(service.claim(ALICE, '5')).rejects.toMatchObject({ details: { nextClaimAvailableIn: 5 * 60 + 6 } });
    await leap(6 * HOUR_MS);
    await expect(service.claim(ALICE, '5')).resolves.toMatchObject({ points: 10 });
    expect(await ledger.balanceOf(ALICE)).toBe(60);
  });

  test('gives its whole cap on each of ten days when it is claimed each day', async () => {
    const { service, ledger, leap } = await staked(12, { startMs: Date.UTC(2026, 2, 25) });
    for (let day = 0; day < 10; day += 1) {
      await service.claim(ALICE, '5');
      await leap(DAY_MS);
    }
    expect(await ledger.balanceOf(ALICE)).toBe(1_000);
    const { rockets } = await service.statusOf(ALICE, { limit: 1 });
    expect(rockets).toMatchObject([{ streakDays: 10, longestStreak: 10, claimablePoints: 100 }]);
  });
});
