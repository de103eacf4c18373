import { expect, test } from 'bun:test';
import { asAddress } from '../../../support/branded.ts';
import { startHttpReceiver } from '../../../support/http-receiver.ts';
import { startSmtpServer } from '../../../support/smtp-server.ts';
import { ADMIN, alice, outcome } from '../accounts/accounts-fixture.ts';
import { type Added, startChannels } from './channels-fixture.ts';

type Node = Awaited<ReturnType<typeof startChannels>>;
/**
 * Forty addresses of this machine. The tests use a different one for each channel, so that the limit of verification codes per receiver
 * does not take effect before the limit under test.
 */
const HOSTS = Array.from({ length: 40 }, (_, n) => `127.0.0.${n + 1}`);
const MANY = { WEBHOOK_ALLOWED_HOSTS: HOSTS.join(',') };
const add = (node: Node, token: string, target: string, kind = 'webhook') =>
  node.ask('POST', '/user/channels', { token, body: { kind, target } });

test('targets within the network of the service are refused, and nothing is stored or sent', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels({ WEBHOOK_ALLOWED_HOSTS: '' });
  const token = await node.signedIn();
  for (const target of [
    ...[receiver.url, receiver.url.replace('127.0.0.1', 'localhost'), 'https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/'],
    ...['https://169.254.169.254/latest/meta-data', 'https://[::ffff:10.0.0.1]/', 'http://example.org/', 'https://user:pw@example.org/'],
  ])
    expect([target, outcome(await add(node, token, target))]).toEqual([target, '422 target-refused']);
  expect(await node.list(token)).toEqual([]);
  // A host name that leads to this machine is refused only when it is resolved. So the channel is created, but its verification code must
  // not be sent.
  const { data }: { data: Added } = await add(node, token, 'https://localhost/');
  expect(data.code).toMatchObject({ isSent: false, failure: { code: 'target-refused' } });
  expect(receiver.requests).toEqual([]);
  await node.close();
}, 60_000);

test('a wallet has no more channels than it may, also when it adds many at once', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels(MANY);
  const token = await node.signedIn();
  await node.settings.set('max_channels_per_wallet', 3, 'alice');
  const outcomes = (await Promise.all(HOSTS.map((host) => add(node, token, receiver.url.replace('127.0.0.1', host))))).map(outcome);
  expect(outcomes.filter((one) => one === '201 ok').length).toBe(3);
  for (const one of outcomes) expect(['201 ok', '409 too-many-channels', '429 too-many-messages']).toContain(one);
  expect((await node.states()).length).toBe(3);
  await node.close();
}, 60_000);

test('a wallet that has many codes sent to a host takes the webhooks of that host from nobody', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels();
  const [first, second] = [await node.signedIn(alice), await node.signedIn(ADMIN)];
  for (let n = 0; n < 8; n += 1) expect(outcome(await add(node, first, `${receiver.url}/${n}`))).toBe('201 ok');
  expect(outcome(await add(node, second, `${receiver.url}/mine`))).toBe('201 ok');
  await node.close();
}, 60_000);

test('one mailbox gets few codes, whoever asks for them and however its address is written', async () => {
  using server = await startSmtpServer();
  const node = await startChannels({ SMTP_URL: server.url, SMTP_FROM: 'news@acme.example' });
  const [first, second] = [await node.signedIn(alice), await node.signedIn(ADMIN)];
  const outcomes: string[] = [];
  for (const [n, token] of [first, second, first, second, first, second, first].entries())
    outcomes.push(outcome(await add(node, token, `v.ictim+${n}@example.org`, 'email')));
  expect(outcomes).toEqual([...Array(5).fill('201 ok'), ...Array(2).fill('429 too-many-messages')]);
  expect(server.mails.length).toBe(5);
  // The limit of code mails per receiver must still count after the channels are removed with the wallet's account.
  await node.ask('DELETE', '/user', { token: first });
  expect(outcome(await add(node, await node.signedIn(alice), 'victim@example.org', 'email'))).toBe('429 too-many-messages');
  await node.settings.set('max_code_mails_per_day', 6, 'alice');
  expect(outcome(await add(node, second, 'ada@example.org', 'email'))).toBe('201 ok');
  expect(outcome(await add(node, second, 'eve@example.org', 'email'))).toBe('429 too-many-messages');
  expect(server.mails.length).toBe(6);
  await node.close();
}, 60_000);

test('a client with many wallets leaves mails to others', async () => {
  using server = await startSmtpServer();
  const node = await startChannels({ SMTP_URL: server.url, SMTP_FROM: 'news@acme.example' });
  await node.settings.set('max_code_mails_per_day', 30, 'alice');
  const ask = async (n: number, client: string) =>
    await node.gives.add(asAddress(`0x${String(n).padStart(40, '0')}`), { kind: 'email', target: `ada${n}@example.org` }, client);
  for (let n = 0; n < 20; n += 1) expect((await ask(n, '192.0.2.1')).code.isSent).toBe(true);
  await expect(ask(20, '192.0.2.1')).rejects.toMatchObject({ code: 'too-many-messages', status: 429 });
  expect((await ask(21, '192.0.2.2')).code.isSent).toBe(true);
  await node.close();
}, 60_000);

test('a wallet gets 20 codes a day, and a code five attempts', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels(MANY);
  const token = await node.signedIn();
  await node.settings.set('max_channels_per_wallet', 50, 'alice');
  const outcomes: string[] = [];
  for (const host of HOSTS.slice(0, 21)) outcomes.push(outcome(await add(node, token, receiver.url.replace('127.0.0.1', host))));
  expect(outcomes.filter((one) => one === '201 ok').length).toBe(20);
  expect(outcomes.at(-1)).toBe('429 too-many-messages');
  const id = (await node.list(token))[0]?.id ?? '';
  const enter = async (code: string) => outcome(await node.ask('POST', `/user/channels/${id}/verify`, { token, body: { code } }));
  const { code } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data;
  const wrong = await Promise.all(Array.from({ length: 30 }, () => enter('AAAA-AAAA')));
  expect(wrong.filter((one) => one === '400 code-wrong').length).toBe(5);
  expect(await enter(code)).toBe('409 code-expired');
  await node.close();
}, 60_000);

test('a code is valid for 15 minutes, and an unverified channel is not tested', async () => {
  using receiver = await startHttpReceiver();
  const node = await startChannels({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  const { data }: { data: Added } = await add(node, await node.signedIn(), receiver.url);
  const { code } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data;
  const path = `/user/channels/${data.channel.id}`;
  expect(outcome(await node.ask('POST', `${path}/test`, { token: await node.signedIn() }))).toBe('409 channel-not-verified');
  node.system.time.moveTo(node.system.time.clock.now() + 15 * 60_000);
  const token = await node.signedIn();
  expect(outcome(await node.ask('POST', `${path}/verify`, { token, body: { code } }))).toBe('409 code-expired');
  await node.close();
}, 60_000);

test('the test route says whether the receiver took the message, and has a limit', async () => {
  let isUp = true;
  using receiver = await startHttpReceiver(() => ({ status: isUp ? 200 : 500, body: 'a secret of the receiver' }));
  const node = await startChannels();
  const token = await node.signedIn();
  const { data }: { data: Added } = await add(node, token, receiver.url);
  const { code } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data;
  const path = `/user/channels/${data.channel.id}`;
  await node.ask('POST', `${path}/verify`, { token, body: { code } });
  const test = () => node.ask('POST', `${path}/test`, { token });
  expect((await test()).data).toEqual({ isSent: true, failure: null } as never);
  isUp = false;
  const refused = await test();
  expect(refused.data).toEqual({
    isSent: false,
    failure: { code: 'receiver-refused', message: 'The receiver answered with status 500.' },
  } as never);
  for (let n = 0; n < 8; n += 1) await test();
  expect(outcome(await test())).toBe('429 too-many-messages');
  expect(receiver.requests.length).toBe(11);
  await node.close();
}, 60_000);

test('targets, secrets and codes are in no log line, no actor and no metric, and not readable in the store', async () => {
  let isUp = true;
  using receiver = await startHttpReceiver(() => ({ status: isUp ? 200 : 500 }));
  const node = await startChannels();
  const token = await node.signedIn();
  const { data }: { data: Added } = await add(node, token, `${receiver.url}/hidden-path`);
  const { code } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data;
  await node.ask('POST', `/user/channels/${data.channel.id}/verify`, { token, body: { code } });
  isUp = false;
  await node.note();
  await node.quiet();
  await node.minutes(3);
  const page = await node.system.store.list({ type: 'channel', order: 'oldest', limit: 10 });
  const histories = await Promise.all(page.actors.map(({ record }) => node.system.store.history(record.id, { limit: 100 })));
  const { rows } = await node.node.records.collection({ name: 'channels' }).scan({ limit: 10 });
  expect([page.actors.length, rows.length, histories[0]?.length ?? 0 > 3]).toEqual([1, 1, expect.anything()]);
  const { text } = await node.metrics.render('prometheus');
  const everything = JSON.stringify([page, histories, rows, node.written, node.system.events, text]);
  for (const hidden of ['hidden-path', data.secret ?? '-', (data.secret ?? '-').slice(6), code]) expect(everything).not.toContain(hidden);
  expect(text).toMatch(/coxswain_channel_deliveries_total\{[^}]*channel="webhook"[^}]*outcome="failed"[^}]*\} [1-9]/);
  await node.close();
}, 60_000);
