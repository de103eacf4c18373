import { expect, test } from 'bun:test';
import type { Bearer } from '../../../../src/http/bearer-auth.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { ALICE, BOB, chatBench, understood } from '../../../unit/features/assistant/chat-bench.ts';
import { ADMIN } from '../accounts/accounts-fixture.ts';
import { startTraining } from './training-fixture.ts';

test('feedback becomes a candidate with the message, the answer and the intent, and a later one replaces it', async () => {
  const bench = chatBench({ understand: async () => understood({ intent: 'text', text: 'Hi!' }) });
  const { answered, rate, list } = await startTraining({ bench });
  const { chatId, messageId } = await answered('hello');
  const first = await rate(messageId);
  expect(first).toMatchObject({ said: '200 ok', data: { messageId, chatId, rating: 'up', correction: null } });
  expect(await list()).toMatchObject([
    {
      id: messageId,
      chatId,
      message: 'hello',
      answer: 'Hi!',
      action: 'text',
      intent: 'text',
      rating: 'up',
      status: 'pending',
      revision: 1,
    },
  ]);
  await rate(messageId);
  expect(await list()).toMatchObject([{ revision: 1 }]);
  await rate(messageId, { rating: 'down', correction: ' Say hello.\u0000 ' });
  expect(await list()).toMatchObject([{ rating: 'down', correction: 'Say hello.', revision: 2, createdAt: first.data.createdAt }]);
});

test('only the wallet of the conversation gives feedback, and only on answers', async () => {
  const { answered, rate, rows } = await startTraining();
  const { chatId, messageId } = await answered('hello');
  expect((await rate(messageId, { wallet: BOB })).said).toBe('404 message-not-found');
  expect((await rate(messageId, { wallet: null })).said).toBe('404 message-not-found');
  expect((await rate(`${chatId}.2.bot`)).said).toBe('404 message-not-found');
  expect((await rate(`${chatId}.1.user`)).said).toBe('400 invalid-input');
  expect((await rate(`${chatId}.1.user`, { wallet: BOB })).said).toBe('404 message-not-found');
  for (const wrong of [{ rating: 'best' }, { rating: null }, { correction: 'x'.repeat(4_001) }, { messageId: '../1' }, { wallet: 'x' }])
    expect((await rate(messageId, wrong)).said).toBe('400 invalid-input');
  expect(await rows.count({})).toBe(0);
  const open = await answered('hello', null);
  expect((await rate(open.messageId, { wallet: null })).said).toBe('200 ok');
});

test('with ASSISTANT_AUTH=wallet feedback needs the token of the wallet', async () => {
  const user: Bearer = {
    kind: 'user',
    check({ headers }) {
      const token = headers.get('authorization');
      if (token === null) throw new TerminalError({ code: 'token-missing', status: 401, message: 'There is no token.' });
      return { authWallet: parseAddress(token.slice('Bearer '.length)), sessionId: 's' };
    },
  };
  const { answered, rate, ask } = await startTraining({ user });
  const { messageId } = await answered('hello');
  const body = { messageId, wallet: ALICE, rating: 'up' };
  expect((await rate(messageId)).said).toBe('401 token-missing');
  expect((await ask('POST', '/v1/feedback', BOB, body)).said).toBe('403 not-your-wallet');
  expect((await ask('POST', '/v1/feedback', ALICE, body)).said).toBe('200 ok');
});

test('only admins and operators review, each at their own mount; readers change nothing', async () => {
  const { ask, answered, rate, adminToken, accessToken } = await startTraining();
  const { messageId } = await answered('hello');
  await rate(messageId);
  const calls = [
    ['GET', '', undefined],
    ['GET', '/stats', undefined],
    ['GET', `/${messageId}`, undefined],
    ['PATCH', `/${messageId}`, { status: 'approved' }],
    ['POST', '/bulk', { ids: [messageId], status: 'approved' }],
  ] as const;
  for (const [method, path, body] of calls) {
    for (const mount of ['/v1/training', '/admin/training']) {
      expect((await ask(method, `${mount}${path}`, null, body)).said).toBe('401 token-missing');
      expect((await ask(method, `${mount}${path}`, accessToken, body)).said).toBe('403 token-of-other-kind');
      expect((await ask(method, `${mount}${path}`, 'sesame', body)).said).toBe('401 token-wrong');
    }
    expect((await ask(method, `/operator/admin/training${path}`, adminToken, body)).said).toBe('401 operator-token-wrong');
    expect((await ask(method, `/operator/admin/training${path}`, 'reader', body)).said).toBe(method === 'GET' ? '200 ok' : '403 read-only');
  }
  expect((await ask('GET', '/v1/training/export', null)).said).toBe('401 token-missing');
  expect((await ask('GET', '/v1/training/stats', adminToken)).data).toEqual({ pending: 1, approved: 0, rejected: 0, total: 1 });
  for (const [method, path, body] of calls)
    expect((await ask(method, `/operator/admin/training${path}`, 'sesame', body)).said).toBe('200 ok');
});

test('a review is audited without the texts of the user, and a changed feedback is reviewed again', async () => {
  const { answered, rate, review, list, admin, adminToken } = await startTraining();
  const { messageId } = await answered('my secret message');
  await rate(messageId, { correction: 'my secret correction' });
  expect(await review(messageId, { status: 'approved', revision: 1, note: 'good' })).toMatchObject({
    said: '200 ok',
    data: { status: 'approved', note: 'good', reviewedBy: ADMIN.address, revision: 2 },
  });
  await rate(messageId, { rating: 'down', correction: 'poison' });
  expect(await list()).toMatchObject([{ status: 'pending', note: null, reviewedBy: null, revision: 3 }]);
  expect((await review(messageId, { status: 'approved', revision: 2 })).said).toBe('409 training-changed');
  expect((await review(messageId, { status: 'rejected', replacement: 'my better answer' })).said).toBe('200 ok');
  expect((await review(`${messageId.split('.')[0]}.9.bot`, { status: 'approved' })).said).toBe('404 training-not-found');
  for (const body of [
    {},
    { status: 'good' },
    { status: 'approved', revision: 0 },
    { status: 'approved', note: 'x'.repeat(501) },
    { status: 'approved', by: 'me' },
  ])
    expect((await review(messageId, body)).said).toBe('400 invalid-input');
  const { data } = await admin.ask('GET', '/admin/audit', adminToken);
  expect(data.map(({ act, outcome, code }: Record<string, string>) => `${act} ${outcome} ${code}`).toSorted()).toEqual([
    'review-training done null',
    'review-training done null',
    'review-training refused training-changed',
    'review-training refused training-not-found',
  ]);
  expect(data.find(({ after }: { after: { status: string } | null }) => after?.status === 'approved')).toMatchObject({
    ...{ by: ADMIN.address, subject: messageId, before: { status: 'pending' }, after: { status: 'approved', note: 'good' } },
  });
  expect(JSON.stringify(data)).not.toMatch(/secret|poison|better/);
});

test('candidates are listed by page and filter, and reviewed in bulk, each on its own', async () => {
  const { answered, rate, list, ask, adminToken } = await startTraining();
  const ids: string[] = [];
  for (const message of ['a', 'b', 'c', 'd']) {
    const { messageId } = await answered(message);
    ids.push(messageId);
    await rate(messageId, { rating: message === 'd' ? 'down' : 'up' });
  }
  const first = await ask('GET', '/v1/training?limit=3', adminToken);
  expect(first.data).toHaveLength(3);
  const rest = await ask('GET', `/v1/training?limit=3&cursor=${encodeURIComponent(first.next ?? '')}`, adminToken);
  expect([...first.data, ...rest.data].map(({ message }) => message).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(rest.next).toBeNull();
  const [a = '', b = '', , d = ''] = ids;
  const bulk = { ids: [a, { id: b, revision: 7 }, d, `${a.split('.')[0]}.8.bot`], status: 'approved' };
  expect((await ask('POST', '/v1/training/bulk', adminToken, bulk)).data).toMatchObject({
    updated: 1,
    results: [
      { id: a, outcome: 'done', before: { status: 'pending' }, after: { status: 'approved' } },
      { id: b, outcome: 'refused', code: 'training-changed' },
      { id: d, outcome: 'refused', code: 'training-needs-answer' },
      { outcome: 'refused', code: 'training-not-found' },
    ],
  });
  for (const [query, messages] of [
    ['?status=approved', ['a']],
    ['?status=pending&rating=down', ['d']],
    ['?rating=up&intent=text', ['a', 'b', 'c']],
    ['?intent=quotes', []],
    ['?status=pending&intent=text', ['b', 'c', 'd']],
    ['?status=pending&intent=text&rating=up', ['b', 'c']],
  ] as const)
    expect((await list(query)).map(({ message }: { message: string }) => message).toSorted()).toEqual([...messages]);
  for (const query of ['?status=x', '?limit=201', '?intent=%24ne', '?cursor=x'])
    expect((await ask('GET', `/v1/training${query}`, adminToken)).said).toMatch(/^400 /);
  for (const body of [
    { ids: [], status: 'approved' },
    { ids: Array(101).fill(a), status: 'approved' },
    { ids: a, status: 'approved' },
  ])
    expect((await ask('POST', '/v1/training/bulk', adminToken, body)).said).toBe('400 invalid-input');
});

test('the export has the approved ones in the chat format, without addresses', async () => {
  const { answered, rate, review, exported, request, adminToken } = await startTraining();
  expect(await exported()).toEqual([]);
  const sent = await answered(`send 5 usdc to ${BOB}`);
  const fixed = await answered('swap');
  const written = await answered('hash?');
  await answered('not rated');
  for (const { messageId } of [sent, fixed, written]) await rate(messageId, { rating: 'down', correction: `Ask erin.eth (${ALICE}).` });
  await rate(sent.messageId);
  await review(sent.messageId, { status: 'approved' });
  await review(fixed.messageId, { status: 'approved' });
  await review(written.messageId, { status: 'approved', replacement: `It is 0x${'ab'.repeat(32)}.` });
  expect((await exported()).map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`))).toEqual([
    ['user: send 5 usdc to [address-1]', 'assistant: You said: send 5 usdc to [address-1]'],
    ['user: swap', 'assistant: Ask [name-1] ([address-1]).'],
    ['user: hash?', 'assistant: It is [hash-1].'],
  ]);
  const response = await request('GET', '/v1/training/export', adminToken);
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual(['application/x-ndjson', 'no-store']);
  await response.body?.cancel();
});

test('feedback is deleted with its conversation, with the data of its wallet, and with its message', async () => {
  using folder = tempFolder();
  const stores: ReturnType<typeof createSqliteStore>[] = [];
  const openRecords = (clock: { now: () => number }) => {
    const store = createSqliteStore({ path: folder.file('chat.db'), clock });
    stores.push(store);
    return store.records;
  };
  const bench = chatBench({ openRecords });
  const { answered, rate, rows } = await startTraining({ bench });
  const [one, two] = [await answered('one'), await answered('two')];
  const ofBob = await answered('three', BOB);
  for (const { messageId } of [one, two]) await rate(messageId);
  await rate(ofBob.messageId, { wallet: BOB });
  await bench.assistant.remove(one.chatId, ALICE);
  expect((await rows.scan({ limit: 9 })).rows.map(({ _id }) => _id).toSorted()).toEqual([two.messageId, ofBob.messageId].toSorted());
  await bench.assistant.removeAll(ALICE);
  expect((await rows.scan({ limit: 9 })).rows.map(({ _id }) => _id)).toEqual([ofBob.messageId]);
  const [message] = (await bench.all()).filter(({ senderType }) => senderType === 'bot');
  expect(await rows.get(ofBob.messageId)).toMatchObject({ wallet: BOB, expiresAtMs: message?.expiresAtMs });
  for (const store of stores) await store.close();
});

test('feedback that is stored while its conversation is deleted does not stay', async () => {
  const bench = chatBench();
  const { answered, rows, rate } = await startTraining({ bench });
  const { chatId, messageId } = await answered('hello');
  const { read } = bench.sessions;
  // The conversation is deleted after the check of its owner and before the feedback is stored.
  Object.assign(bench.sessions, {
    async read(id: string) {
      const session = await read(id);
      Object.assign(bench.sessions, { read });
      await bench.messages.removeAll(chatId);
      return session;
    },
  });
  expect((await rate(messageId)).said).toBe('404 message-not-found');
  expect(await rows.count({})).toBe(0);
});
