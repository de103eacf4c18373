import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { type HttpAnswer, type ReceivedRequest, startHttpReceiver } from '../../../support/http-receiver.ts';
import { ADMIN, alice, outcome } from '../accounts/accounts-fixture.ts';
import { type Added, startChannels } from './channels-fixture.ts';

const DAY_MS = 86_400_000;
type Node = Awaited<ReturnType<typeof startChannels>>;
type Body = {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly code?: string; readonly notifications?: { data: { note: number } }[] };
};

const bodyOf = ({ body }: Pick<ReceivedRequest, 'body'>): Body => JSON.parse(body.toString());
const notesIn = (requests: readonly ReceivedRequest[]) =>
  requests.flatMap((request) => (bodyOf(request).data.notifications ?? []).map(({ data }) => data.note));

async function verified(
  node: Node,
  token: string,
  url: string,
  receiver: { readonly requests: readonly ReceivedRequest[] },
  more: object = {},
) {
  const added: Added = (await node.ask('POST', '/user/channels', { token, body: { kind: 'webhook', target: url, ...more } })).data;
  const code = receiver.requests.map(bodyOf).findLast(({ type }) => type === 'verification')?.data.code;
  const entered = await node.ask('POST', `/user/channels/${added.channel.id}/verify`, { token, body: { code } });
  expect(outcome(entered)).toBe('200 ok');
  return { id: added.channel.id, secret: added.secret ?? '' };
}

test('a webhook is used once its code came back; its messages are signed, and each notification comes once and in order', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels();
  const token = await node.signedIn();
  const url = `${receiver.url}/in?key=hidden-key`;
  const { status, data }: { status: number; data: Added } = await node.ask('POST', '/user/channels', {
    token,
    body: { kind: 'webhook', target: url },
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({ channel: { state: 'unverified', target: `${receiver.url}/...` }, code: { isSent: true } });
  await node.note();
  await node.system.settle();
  expect(receiver.requests.length).toBe(1);
  const code = bodyOf(receiver.requests[0] ?? { body: Buffer.alloc(0) }).data.code ?? '';
  const enter = async (text: string) => node.ask('POST', `/user/channels/${data.channel.id}/verify`, { token, body: { code: text } });
  expect(outcome(await enter('AAAA-AAAA'))).toBe('400 code-wrong');
  expect(outcome(await enter(code.toLowerCase().replace('-', ' ')))).toBe('200 ok');
  expect(outcome(await enter(code))).toBe('409 no-code');
  for (let n = 0; n < 12; n += 1) await node.note();
  await node.until('all of them', () => notesIn(receiver.requests).length >= 12);
  await node.system.settle();
  expect(notesIn(receiver.requests)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  for (const request of receiver.requests) {
    const [id, time, signature] = ['id', 'timestamp', 'signature'].map((name) => request.headers.get(`webhook-${name}`) ?? '');
    const key = Buffer.from((data.secret ?? '').replace('whsec_', ''), 'base64');
    const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), request.body]);
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect([bodyOf(request).id, request.headers.get('idempotency-key')]).toEqual([id ?? '', id ?? '']);
    expect(Number(time)).toBe(Math.floor(node.node.clock.now() / 1_000));
  }
  const text = JSON.stringify(await node.list(token));
  expect(text).not.toMatch(/hidden-key|whsec_|sealed/);
  await node.close();
}, 60_000);

test('a receiver that fails in every way gets each notification once it has acknowledged it, in order', async () => {
  const answers: HttpAnswer[] = [
    ...[{ status: 500 }, 'garbage', 'cut', { status: 302, headers: { location: 'http://127.0.0.1:1/inside' } }, 'never'],
    ...[{ status: 429, headers: { 'retry-after': '600' } }, { status: 404, body: 'x'.repeat(100_000) }, { status: 503 }],
  ] as HttpAnswer[];
  let wrong: HttpAnswer[] = [];
  using receiver = await startHttpReceiver(() => wrong.shift() ?? { status: 204 });
  const node = await startChannels();
  const token = await node.signedIn();
  await verified(node, token, receiver.url, receiver);
  for (const answer of answers) {
    wrong = [answer];
    const atMs = node.system.time.clock.now();
    await node.note();
    await node.note();
    await node.quiet();
    for (let minutes = 0; (await node.states())[0]?.waiting !== 0; minutes += 1) {
      if (minutes > 30) throw new Error(`${JSON.stringify(answer).slice(0, 60)} is never over`);
      await node.minutes(1);
    }
    if (typeof answer === 'object' && answer.status === 429) expect(node.system.time.clock.now() - atMs).toBeGreaterThanOrEqual(600_000);
  }
  const acknowledged = receiver.requests.filter(({ isAcknowledged }) => isAcknowledged);
  expect(notesIn(acknowledged)).toEqual(Array.from({ length: 2 * answers.length }, (_, n) => n + 1));
  // When a message is sent again, its id and its bytes must be the same as the first time.
  const byId = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.requests) {
    const id = headers.get('webhook-id') ?? '';
    byId.set(id, (byId.get(id) ?? new Set()).add(body.toString()));
  }
  expect([...byId.values()].map(({ size }) => size)).toEqual([...byId].map(() => 1));
  await node.close();
}, 60_000);

test('a channel gets the kinds that it wants, none while it is paused, and none after it was removed', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels();
  const token = await node.signedIn();
  const { id } = await verified(node, token, receiver.url, receiver, { kinds: ['failure'] });
  await node.note({ kind: 'fill' });
  await node.note({ kind: 'failure' });
  await node.until('the failure', () => notesIn(receiver.requests).length === 1);
  const change = (body: object) => node.ask('PATCH', `/user/channels/${id}`, { token, body });
  expect(outcome(await change({ target: 'https://hooks.example.org/other' }))).toBe('400 invalid-input');
  expect(outcome(await change({ isPaused: true, kinds: null }))).toBe('200 ok');
  await node.note();
  expect((await node.list(token))[0]?.state).toBe('paused');
  await change({ isPaused: false });
  await node.note();
  await node.until('the fourth', () => notesIn(receiver.requests).includes(4));
  await node.ask('DELETE', `/user/channels/${id}`, { token });
  await node.note();
  await node.system.settle();
  expect(notesIn(receiver.requests)).toEqual([2, 4]);
  expect(outcome(await change({ isPaused: true }))).toBe('404 channel-not-found');
  await node.close();
}, 60_000);

test('what waits for a channel that is paused is not sent, also after it goes on', async () => {
  let isUp = true;
  using receiver = await startHttpReceiver(() => ({ status: isUp ? 200 : 500 }));
  const node = await startChannels();
  const token = await node.signedIn();
  const { id } = await verified(node, token, receiver.url, receiver);
  isUp = false;
  await node.note();
  await node.until('the attempt', () => receiver.requests.length === 2);
  await node.quiet();
  await node.ask('PATCH', `/user/channels/${id}`, { token, body: { isPaused: true } });
  isUp = true;
  for (let minute = 0; minute < 5; minute += 1) await node.minutes(1);
  expect(receiver.requests.length).toBe(2);
  await node.ask('PATCH', `/user/channels/${id}`, { token, body: { isPaused: false } });
  await node.note();
  await node.until('the second', () => notesIn(receiver.requests).includes(2));
  expect(notesIn(receiver.requests)).toEqual([1, 2]);
  await node.close();
}, 60_000);

test('what waits for a channel that is removed, or of a deleted account, is not sent', async () => {
  let isUp = true;
  using receiver = await startHttpReceiver(() => ({ status: isUp ? 200 : 500 }));
  const node = await startChannels();
  const token = await node.signedIn();
  await verified(node, token, receiver.url, receiver);
  isUp = false;
  await node.note();
  await node.until('the attempt', () => receiver.requests.length === 2);
  expect(outcome(await node.ask('DELETE', '/user', { token }))).toBe('200 ok');
  isUp = true;
  for (let minute = 0; minute < 10; minute += 1) await node.minutes(1);
  expect(receiver.requests.length).toBe(2);
  await node.close();
}, 60_000);

test('an export has the channels without their targets and secrets', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels();
  const token = await node.signedIn();
  await verified(node, token, `${receiver.url}/hidden-path`, receiver);
  const text = await node.node.text('GET', '/user/export', token);
  const { parts }: { parts: { of: string; rows: object[] }[] } = JSON.parse(text);
  expect(parts.find(({ of }) => of === 'channels')?.rows).toEqual([
    expect.objectContaining({ kind: 'webhook', hint: `${receiver.url}/...` }),
  ]);
  expect(text).not.toMatch(/sealed|hidden-path|whsec_|"code"/);
  await node.close();
}, 60_000);

test('after a week of nothing but failures a channel is off; the wallet and its other channels are told', async () => {
  let isUp = true;
  using failing = await startHttpReceiver(() => ({ status: isUp ? 200 : 500 }));
  using working = await startHttpReceiver();
  const node = await startChannels();
  const token = await node.signedIn();
  const { id } = await verified(node, token, failing.url, failing, { name: 'Old receiver' });
  await verified(node, token, working.url, working);
  isUp = false;
  for (let day = 0; day < 10; day += 1) {
    await node.note();
    for (let hour = 0; hour < 24; hour += 1) await node.minutes(60);
  }
  const [off] = await node.states();
  expect(off).toMatchObject({ id, state: 'off' });
  const told = working.requests.flatMap((request) => bodyOf(request).data.notifications ?? []) as {
    data: { note: number };
    kind?: string;
  }[];
  expect(told.filter(({ kind }) => kind === 'channel-off').length).toBe(1);
  const count = failing.requests.length;
  await node.note();
  await node.system.settle();
  expect(failing.requests.length).toBe(count);
  expect(node.system.time.clock.now()).toBeGreaterThan(7 * DAY_MS);
  // After the channel was switched off because of failures, the user can switch it on again with a new verification code.
  isUp = true;
  const again = await node.signedIn();
  expect((await node.ask('POST', `/user/channels/${id}/code`, { token: again })).data).toMatchObject({ isSent: true } as never);
  const code = failing.requests.map(bodyOf).findLast(({ type }) => type === 'verification')?.data.code;
  await node.ask('POST', `/user/channels/${id}/verify`, { token: again, body: { code } });
  expect((await node.list(again))[0]?.state).toBe('on');
  await node.close();
}, 60_000);

test('nobody reads, verifies, changes, tests or removes the channel of another wallet', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels();
  const { id } = await verified(node, await node.signedIn(), receiver.url, receiver);
  const other = await node.signedIn(ADMIN);
  expect(await node.list(other)).toEqual([]);
  for (const [method, path, body] of [
    ['POST', '/verify', { code: 'AAAA-AAAA' }],
    ['POST', '/code', undefined],
    ['POST', '/test', undefined],
    ['PATCH', '', { isPaused: true }],
    ['DELETE', '', undefined],
  ] as const)
    expect(outcome(await node.ask(method, `/user/channels/${id}${path}`, { token: other, body }))).toBe('404 channel-not-found');
  await node.note({ wallet: ADMIN.address });
  await node.system.settle();
  expect(notesIn(receiver.requests)).toEqual([]);
  expect(alice.address).not.toBe(ADMIN.address);
  await node.close();
}, 60_000);
