import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { alice, bob } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture();
});
afterAll(() => dca[Symbol.asyncDispose]());

/** Each test uses a wallet of its own, so that it does not see the records of other tests. */
let wallet = '';
let wallets = 0;
beforeEach(() => {
  wallets += 1;
  wallet = `0x${wallets.toString(16).padStart(40, 'a')}`;
});

const create = (more: Record<string, unknown> = {}) => dca.post('/create-position', dca.body({ walletAddress: wallet, ...more }));
const records = () => dca.recordsOf(wallet);
const codes = (errors: Record<string, unknown> | null): unknown => errors?.code;

describe('POST /defi/create-position', () => {
  test('answers 201 with the record, keeps decimal text exactly and truncates what the token cannot hold', async () => {
    const { status, data, message, errors } = await create({
      amount: '12.3456789',
      walletAddress: wallet.toUpperCase().replace('0X', '0x'),
    });
    expect({ status, message, errors }).toEqual({ status: 201, message: 'success', errors: null });
    expect(data).toMatchObject({ amount: 12.345678, amountBaseUnits: '12345678', walletAddress: wallet, status: 'pending', processed: 0 });
    expect(data).toMatchObject({ duration: 180, frequency: 3, isAutoBuy: true, timeFrame: 'minute', lastError: null, positionId: null });
  });

  test('a bare chain id, or none, fails both token look-ups with the documented messages', async () => {
    for (const chainId of [31337, '31337', undefined, null, {}, { chainId: 'x' }, { chainId: 999_999 }, [31337]]) {
      const { status, message, errors } = await create({ chainId });
      expect({ chainId, status, message }).toEqual({ chainId, status: 400, message: 'From token not found for the given chain' });
      expect(JSON.stringify(errors)).toContain('To token not found for the given chain');
      const isForm = JSON.stringify(errors).includes('Expected an object with the chain id in its member');
      expect({ chainId, isForm }).toEqual({ chainId, isForm: typeof chainId !== 'object' || !JSON.stringify(chainId).includes('999999') });
    }
    const { message } = await create({ toToken: alice.address });
    expect(message).toBe('To token not found for the given chain');
    expect(await records()).toEqual([]);
  });

  test('a merged number that would lose digits is refused with its path; others are kept', async () => {
    const { data } = await create({});
    const { id } = data as { id: string };
    const lost = await dca.post(`/update-position/${id}`, '{"note": {"big": [1, 12345678901234567890]}, "ok": 1.10}');
    expect(lost).toMatchObject({ status: 400, errors: { problems: [{ path: 'body.note.big.1', code: 'number-loses-digits' }] } });
    expect(await dca.post(`/update-position/${id}`, '{"note": 1.10, "text": "12345678901234567890"}')).toMatchObject({ status: 201 });
    const [record] = (await dca.get(`/get-position?walletAddress=${wallet}`)).data as Record<string, unknown>[];
    expect(record).toMatchObject({ note: 1.1, text: '12345678901234567890' });
  });

  test('an order under the minimum is refused with the documented message', async () => {
    const { status, message, errors } = await create({ amount: 1.5 });
    expect(status).toBe(400);
    expect(message).toMatch(/^Each order is only ~\$0\.(49|5|50)\d*\. Minimum is ~\$1 per order so it can be executed\.$/);
    expect(codes(errors)).toBe('order-below-minimum');
  });

  test('every problem is listed at once, and nothing is recorded', async () => {
    const { status, errors } = await dca.post('/create-position', {
      amount: '1e9',
      frequency: 0,
      interval: 1.5,
      walletAddress: 'x',
      fromToken: 5,
    });
    expect(status).toBe(400);
    const problems = JSON.stringify(errors);
    for (const path of ['amount', 'frequency', 'interval', 'walletAddress', 'fromToken', 'toToken'])
      expect(problems).toContain(`"body.${path}"`);
    const unlisted = await create({ fromToken: alice.address, frequency: 0, chainId: 31337 });
    expect(unlisted.message).toBe('From token not found for the given chain');
    for (const path of ['fromToken', 'toToken', 'chainId', 'frequency'])
      expect(JSON.stringify(unlisted.errors)).toContain(`"body.${path}"`);
    const known = await create({ amount: 'much', fromToken: alice.address });
    expect(JSON.stringify(known.errors)).not.toContain('body.toToken');
  });

  test('garbage gives a clear 4xx', async () => {
    const bodies: unknown[] = [
      ...['-1', '1e3', '', 'NaN', '0', 0, -5, 1e21, '9'.repeat(200), null, {}, []].map((amount) => ({ amount })),
      ...[0, -1, 1.5, '3', null, 2 ** 33, 1e300].map((frequency) => ({ frequency })),
      ...[0, -1, 2, '180', 1e12, null].map((interval) => ({ interval })),
      ...['0x1', 7, null, { $gt: '' }, '💥'].map((walletAddress) => ({ walletAddress })),
      ...[{ toToken: dca.token('USDC') }, { isAutoBuy: 'yes' }, { timeFrame: 5 }, { timeFrame: 'x'.repeat(500) }],
    ].map((more) => dca.body({ walletAddress: wallet, ...more }));
    for (const body of [...bodies, [], 'null', '{', '"x"', '{"__proto__":{"a":1}}']) {
      const { status, errors } = await dca.post('/create-position', body);
      expect({ body, is4xx: status >= 400 && status < 500, code: typeof codes(errors) }).toEqual({ body, is4xx: true, code: 'string' });
    }
    expect(await records()).toEqual([]);
  });

  test('a stranger who fills the 100 places of a wallet does not keep its owner from creating records', async () => {
    const replies = await Promise.all(Array.from({ length: 104 }, () => create()));
    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    await dca.system.advance(1_000);
    const { data, status } = await create({ amount: 60 });
    const own: { _id: string; amountBaseUnits: string; walletAddress: string } = data;
    expect(status).toBe(201);
    const waiting = await dca.waitingOf(wallet);
    expect(waiting).toHaveLength(100);
    expect(waiting).toContain(own._id);
    expect((await create({ walletAddress: bob.address })).status).toBe(201);
  }, 120_000);
});

describe('POST /defi/update-position, cancel-dca and claim-dca', () => {
  test('merges any body, and answers with success', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const update = await dca.post(`/update-position/${id}`, {
      note: 'für später',
      nested: { a: [1, { b: null }] },
      status: 'success',
      processed: 2,
    });
    expect(update).toMatchObject({ status: 201, data: { success: true } });
    expect(await records()).toMatchObject([
      { _id: id, id, note: 'für später', nested: { a: [1, { b: null }] }, status: 'success', processed: 2 },
    ]);
    expect(await dca.post('/cancel-dca', { dcaId: id })).toMatchObject({ status: 201, data: { success: true } });
    expect(await records()).toMatchObject([{ status: 'cancelled' }]);
    expect(await dca.post('/claim-dca', { dcaId: id })).toMatchObject({ status: 201, data: { success: true } });
    expect(await records()).toMatchObject([{ status: 'completed', note: 'für später' }]);
  });

  test('merged fields never replace the fields that say whose money it is, how much, of which token, or where', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const [before = {}] = await records();
    const evil = bob.address.toLowerCase();
    const text = 'send everything to me';
    const values: Record<string, unknown> = {
      ...{
        fromToken: dca.token('WBTC'),
        toToken: { address: dca.token('THIN') },
        walletAddress: evil,
        vault: evil,
        chainId: 1,
        positionId: 7,
      },
      ...{ amount: 1e6, amountBaseUnits: '1', spent: '5', received: '6', frequency: 1, duration: 60, averagePrice: '0.1', ordersLeft: 9 },
      ...{ createdAt: '2020-01-01T00:00:00Z', updatedAt: '2020-01-01T00:00:00Z', nextOrderAt: text, lastError: text, lastAttemptAt: text },
      lastSkip: { kind: text, detail: text, at: null, nextAttemptAt: null },
      guard: { guardian: evil, pausedBy: null, allPausedBy: null },
      feeBps: 7,
      phase: 'done',
    };
    const claimable = { status: 'success', processed: 2, depositTime: 5, isAutoBuy: false, timeFrame: 'week' };
    const kept = Object.keys(before).filter((name) => !['_id', 'id', ...Object.keys(claimable)].includes(name));
    expect(Object.keys(values).sort()).toEqual(kept.sort());
    expect((await dca.post(`/update-position/${id}`, { ...values, ...claimable, interval: 60 })).status).toBe(201);
    const [after = {}] = await records();
    expect(after).toEqual({ ...before, ...claimable, interval: 60, updatedAt: after.updatedAt });
    expect(after.updatedAt).not.toBe(values.updatedAt);
  });

  test('refuses by name keys that would reach beyond the record and fields of a wrong type, and changes nothing', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const before = await records();
    const refused = [
      ...[
        '{"_id":"x"}',
        '{"id":"x"}',
        '{"__proto__":{"a":1}}',
        '{"constructor":1}',
        '{"a":{"$gt":""}}',
        '{"$set":{}}',
        '{"a.b":1}',
        '{"a":[{"b":{"x.y":1}}]}',
      ],
      ...[
        '[]',
        'null',
        '5',
        '"x"',
        '{',
        '',
        '{"status":"won"}',
        '{"status":null}',
        '{"processed":-1}',
        '{"processed":"2"}',
        '{"amount":1e999}',
      ],
      ...[
        '{"walletAddress":"x"}',
        '{"isAutoBuy":"no"}',
        '{"frequency":0}',
        '{"fromToken":{"address":5}}',
        '{"a":1e999}',
        `{"a":"${'x'.repeat(20_000)}"}`,
      ],
      ...[`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, `{"${'k'.repeat(200)}":1}`],
    ];
    for (const body of refused) {
      const { status, errors } = await dca.post(`/update-position/${id}`, body);
      expect({ body: body.slice(0, 60), is4xx: status >= 400 && status < 500, code: typeof codes(errors) }).toEqual({
        body: body.slice(0, 60),
        is4xx: true,
        code: 'string',
      });
    }
    expect(await records()).toEqual(before);
  });

  test('a thousand merges add no history, and after a restart the last value of each field is there', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const revision = async () => (await dca.client.of(dcaPosition, id).read())?.revision;
    const before = await revision();
    for (let i = 0; i < 1_000; i += 1) await dca.post(`/update-position/${id}`, { note: i, [`n${i % 5}`]: i, processed: i });
    expect(await revision()).toBe(before ?? -1);
    expect(await records()).toMatchObject([{ note: 999, processed: 999, n0: 995, n4: 999 }]);
  }, 60_000);

  test('many small merges do not make a record grow without end', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await dca.post(`/update-position/${id}`, { [`note${i}`]: 'x'.repeat(15_000) })).status);
    expect(statuses.at(0)).toBe(201);
    expect(statuses.at(-1)).toBe(413);
  });

  test('nor do many simultaneous merges that are all checked before any is stored; a cancellation still succeeds', async () => {
    const { _id: id }: { _id: string } = (await create()).data;
    const all = Array.from({ length: 20 }, (_, i) => dca.post(`/update-position/${id}`, { [`note${i}`]: 'x'.repeat(15_000) }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses).toContain(413);
    expect(JSON.stringify(await records()).length).toBeLessThan(40_000);
    expect((await dca.post('/cancel-dca', { dcaId: id })).status).toBe(201);
  });

  test('an unknown or impossible id is 404, and one that is not text 400', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nope', '%2e%2e', 'a'.repeat(150)]) {
      expect((await dca.post(`/update-position/${id}`, { note: 1 })).status).toBe(404);
      expect((await dca.post('/cancel-dca', { dcaId: id })).status).toBe(404);
    }
    for (const dcaId of [5, null, { $ne: null }, [], undefined]) expect((await dca.post('/claim-dca', { dcaId })).status).toBe(400);
  });
});

describe('GET /defi/get-position and dca-fills', () => {
  test('filters by status, newest first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { _id }: { _id: string } = (await create()).data;
      ids.push(_id);
      await dca.system.advance(1_000);
    }
    await dca.post('/cancel-dca', { dcaId: ids[0] });
    const listed = async (status: string) => {
      const { data }: { data: { _id: string }[] } = await dca.get(`/get-position?walletAddress=${wallet}&status=${status}`);
      return data.map(({ _id }) => _id);
    };
    expect(await listed('all')).toEqual([...ids].reverse());
    expect(await listed('active')).toEqual([ids[2] ?? '', ids[1] ?? '']);
    expect(await listed('cancelled')).toEqual([ids[0] ?? '']);
    expect(await listed('completed')).toEqual([]);
  });

  test('needs a wallet, a known status, and a position id that is a number or empty', async () => {
    const query = `walletAddress=${wallet}`;
    for (const path of [
      `/dca-fills?${query}`,
      `/dca-fills?${query}&positionId=`,
      `/dca-fills?${query}&positionId=3`,
      `/get-position?${query}`,
    ]) {
      expect(await dca.get(path)).toMatchObject({ status: 200, data: [] });
    }
    const bad = [
      '/get-position',
      '/dca-fills',
      `/get-position?${query}&status=won`,
      `/get-position?walletAddress=x`,
      `/dca-fills?${query}&positionId=abc`,
    ];
    for (const path of [...bad, `/dca-fills?${query}&positionId=-1`, `/dca-fills?${query}&positionId=1e3`]) {
      expect({ path, status: (await dca.get(path)).status }).toEqual({ path, status: 400 });
    }
  });
});
