import { expect, test } from 'bun:test';
import { createPointRules } from '../../../../src/features/points/point-rules.ts';
import { createRewardRoutes } from '../../../../src/features/points/reward-routes.ts';
import { createRocketRoutes } from '../../../../src/features/rockets/rocket-routes.ts';
import { createRocketRules } from '../../../../src/features/rockets/rocket-rules.ts';
import { createSystemSettings } from '../../../../src/features/system-settings/create-system-settings.ts';
import type { Bearer } from '../../../../src/http/bearer-auth.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { ALICE, BOB, CHAIN_ID, RULES, rocketBench } from '../../../unit/features/rockets/rocket-bench.ts';

const HOUR_MS = 3_600_000;

/** Starts two nodes with the routes for Rockets. Rocket 5 belongs to alice and was staked three hours ago. */
async function open() {
  const bench = rocketBench({ nodes: 2 });
  bench.stakes.set('5', bench.staked(bench.startMs));
  await bench.actors.stakeRead({ chainId: CHAIN_ID, tokenId: '5' }, bench.stakes.read('5'), { mayShrink: true, rules: RULES });
  await bench.leap(3 * HOUR_MS);
  const user: Bearer = {
    kind: 'user',
    check({ headers }) {
      const token = headers.get('authorization');
      if (token === null) throw new TerminalError({ code: 'token-missing', status: 401, message: 'There is no token.' });
      return { authWallet: token === 'Bearer alice' ? ALICE : BOB, sessionId: 's' };
    },
  };
  const settings = createSystemSettings({ records: bench.records, clock: bench.test.time.clock });
  const rules = createPointRules(settings);
  const apis = bench.nodes.map(({ service, ledger, test: { time } }) =>
    createApi({
      resources: [
        createRocketRoutes({ rockets: service, auth: { user } }),
        createRewardRoutes({ ledger, rules, auth: { user }, clock: time.clock }),
      ],
      log: silentLog,
    }),
  );
  const ask = async (method: string, path: string, options: { as?: string; body?: unknown; node?: number } = {}) => {
    const { as = 'alice', body, node = 0 } = options;
    const headers = { 'content-type': 'application/json', ...(as === '' ? {} : { authorization: `Bearer ${as}` }) };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await apis[node]?.fetch(new Request(`http://localhost/api${path}`, init));
    const { data, errors } = JSON.parse((await response?.text()) ?? '{}');
    return { status: response?.status, data, errors, next: response?.headers.get('x-next-cursor') ?? null };
  };
  return { ...bench, settings, ask };
}

test('without a token nothing is served', async () => {
  const { ask } = await open();
  for (const [method, path] of [
    ['GET', '/rocket/status'],
    ['POST', '/rocket/claim'],
    ['GET', '/reward'],
    ['GET', '/rewards'],
  ] as const)
    expect(await ask(method, path, { as: '', ...(method === 'POST' ? { body: { rocketId: 5 } } : {}) })).toMatchObject({
      ...{ status: 401, data: null, errors: { code: 'token-missing' } },
    });
});

test('a wallet sees its rockets, claims one, and sees its points and what gave them', async () => {
  const { ask, leap } = await open();
  expect(await ask('GET', '/rocket/status')).toMatchObject({ status: 200, data: [{ tokenId: '5', claimablePoints: 30 }] });
  expect(await ask('GET', '/rocket/status', { as: 'bob' })).toMatchObject({ data: [] });
  expect(await ask('POST', '/rocket/claim', { body: { rocketId: 5 } })).toMatchObject({
    status: 200,
    data: { points: 30, chainId: CHAIN_ID },
  });
  await leap(HOUR_MS);
  expect(await ask('POST', '/rocket/claim', { body: { rocketId: '5' } })).toMatchObject({ status: 200, data: { points: 10 } });
  const { data } = await ask('GET', '/reward');
  expect(data).toMatchObject({ wallet: ALICE, points: '40' });
  expect(data.reasons).toContainEqual({ reason: 'rocket-claim', points: null, perDay: null, today: '40' });
  expect(data.reasons).toContainEqual({ reason: 'trade', points: '10', perDay: '100', today: '0' });
  const first = await ask('GET', '/rewards?limit=1');
  expect(first.data).toMatchObject([{ reason: 'rocket-claim', points: '10', balance: '40' }]);
  expect((await ask('GET', `/rewards?cursor=${encodeURIComponent(first.next ?? '')}`)).data).toMatchObject([
    { points: '30', balance: '30' },
  ]);
  expect(await ask('GET', '/rewards?cursor=nonsense')).toMatchObject({ status: 400 });
  expect(await ask('GET', '/reward', { as: 'bob' })).toMatchObject({ data: { points: '0' } });
  // A day later a new daily limit applies. The points of the previous day must no longer count as today's points.
  await leap(24 * HOUR_MS);
  expect((await ask('GET', '/reward')).data.reasons).toContainEqual({ reason: 'rocket-claim', points: null, perDay: null, today: '0' });
});

test('50 claims at once on two nodes give one; the others are told when the next one is possible', async () => {
  const { ask } = await open();
  const claims = await Promise.all(
    Array.from({ length: 50 }, (_, i) => ask('POST', '/rocket/claim', { body: { rocketId: 5 }, node: i % 2 })),
  );
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = claims.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(49);
  expect(refused[0]?.errors).toMatchObject({ code: 'claim-not-ready', nextClaimAvailableIn: 60, lastClaim: { points: 30 } });
  expect((await ask('GET', '/reward')).data.points).toBe('30');
});

test.each([
  [{ rocketId: 5 }, 'bob', 403, 'not-your-rocket'],
  [{ rocketId: 6 }, 'alice', 404, 'rocket-not-found'],
  [{ rocketId: 'five' }, 'alice', 400, 'invalid-rocket-id'],
  [{ rocketId: -1 }, 'alice', 400, undefined],
  [{ rocketId: 1.5 }, 'alice', 400, undefined],
  [{ rocketId: null }, 'alice', 400, undefined],
  [{ rocketId: ['5'] }, 'alice', 400, undefined],
  [{ rocketId: '9'.repeat(101) }, 'alice', 400, undefined],
  [{ rocketId: 5, requestId: '' }, 'alice', 400, undefined],
  [{ rocketId: 5, requestId: 'x'.repeat(101) }, 'alice', 400, undefined],
  [{}, 'alice', 400, undefined],
])('a claim of %j by %s is %i', async (body, as, status, code) => {
  const { ask, rows } = await open();
  const answer = await ask('POST', '/rocket/claim', { body, as });
  expect(answer.status).toBe(status);
  if (code !== undefined) expect(answer.errors.code).toBe(code);
  expect(await rows.count({})).toBe(0);
});

test('the rules are system settings, and a wrong one is refused', async () => {
  const { settings } = await open();
  expect(await createRocketRules(settings)()).toMatchObject({
    levels: [{ ratePerHour: 10, maxDailyCap: 100 }, {}, {}, {}, {}],
    claimWindowMinutes: 60,
  });
  await settings.set('rocket_levels', '1/2,3/4', 'alice');
  await settings.set('rocket_claim_window_minutes', 1_440, 'alice');
  await settings.set('points_trade', 7, 'alice');
  const levels = [
    { ratePerHour: 1, maxDailyCap: 2 },
    { ratePerHour: 3, maxDailyCap: 4 },
  ];
  expect(await createRocketRules(settings)()).toEqual({ levels, claimWindowMinutes: 1_440 });
  expect((await createPointRules(settings)()).trade).toEqual({ points: 7, perDay: 100 });
  for (const [key, value] of [
    ['rocket_levels', ''],
    ['rocket_levels', '1/2,'],
    ['rocket_levels', '1.5/2'],
    ['rocket_claim_window_minutes', 7],
    ['rocket_claim_window_minutes', 0],
    ['points_trade', -1],
  ] as const)
    await expect(settings.set(key, value, 'alice')).rejects.toMatchObject({ code: 'setting-value-refused' });
});
