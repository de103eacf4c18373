import { expect, test } from 'bun:test';
import { startHttpReceiver } from '../../../support/http-receiver.ts';
import { startSmtpServer } from '../../../support/smtp-server.ts';
import { outcome } from '../accounts/accounts-fixture.ts';
import { type Added, startChannels } from './channels-fixture.ts';

/** A malicious name that a stranger could give to a token: it contains markup, links, mentions and a mail header. */
const HOSTILE = 'Bought **50** <b>[USDC](https://evil.example)</b> @everyone <!channel> <@123> `x`\r\nBcc: eve@example.org';
const SMTP_FROM = 'Acme <news@acme.example>';
type Node = Awaited<ReturnType<typeof startChannels>>;

async function added(node: Node, token: string, kind: string, target: string): Promise<Added> {
  return (await node.ask('POST', '/user/channels', { token, body: { kind, target } })).data;
}

async function verify(node: Node, token: string, id: string, text: string): Promise<void> {
  const code = /[A-Z2-9]{4}\\*-[A-Z2-9]{4}/.exec(text)?.[0].replaceAll('\\', '');
  expect(outcome(await node.ask('POST', `/user/channels/${id}/verify`, { token, body: { code } }))).toBe('200 ok');
}

/** Returns the text as a person sees it, without the invisible character U+2060 (word joiner). */
const visible = (text: string) => text.replaceAll('\u2060', '');

test('an e-mail has a plain text, one recipient, and nothing that a name could add', async () => {
  using server = await startSmtpServer();
  const node = await startChannels({ SMTP_URL: server.url, SMTP_FROM });
  const token = await node.signedIn();
  const { channel, secret } = await added(node, token, 'email', 'ada@example.org');
  expect({ secret, target: channel.target }).toEqual({ secret: null, target: 'a***@example.org' });
  await verify(node, token, channel.id, server.mails[0]?.text ?? '');
  await node.note({ title: HOSTILE, message: `${HOSTILE}${'x'.repeat(50_000)}` });
  await node.until('the mail', () => server.mails.length === 2);
  const mail = server.mails[1];
  expect(mail?.to).toEqual(['ada@example.org']);
  expect(mail?.headers.filter((line) => /^(bcc|cc|to|subject):/i.test(line)).length).toBe(2);
  expect(mail?.headers.join('\n')).not.toMatch(/text\/html|multipart/i);
  expect(mail?.headers.filter((line) => /^content-type:/i.test(line))).toEqual(['Content-Type: text/plain; charset=utf-8']);
  expect((mail?.text ?? '').length).toBeLessThan(80_000);
  await node.close();
}, 60_000);

test('a mail server that fails gets the mail again, with the same Message-ID', async () => {
  const wrong = [{ status: 451 }, 'cut', { status: 550 }] as const;
  let failures = 0;
  using server = await startSmtpServer(({ text }) => (/Your code/.test(text) ? { status: 250 } : (wrong[failures++] ?? { status: 250 })));
  const node = await startChannels({ SMTP_URL: server.url, SMTP_FROM });
  const token = await node.signedIn();
  const { channel } = await added(node, token, 'email', 'ada@example.org');
  await verify(node, token, channel.id, server.mails[0]?.text ?? '');
  await node.note();
  await node.quiet();
  for (let minutes = 0; (await node.states())[0]?.waiting !== 0 && minutes < 20; minutes += 1) await node.minutes(1);
  const news = server.mails.slice(1);
  expect(news.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false, true]);
  const ids = news.map(({ headers }) => headers.find((line) => /^message-id:/i.test(line)));
  expect(new Set(ids).size).toBe(1);
  await node.close();
}, 60_000);

test('Telegram, Discord and Slack show text as text', async () => {
  using receiver = await startHttpReceiver();
  const { url } = receiver;
  const node = await startChannels({ TELEGRAM_BOT_TOKEN: '12345:hidden-bot-token', TELEGRAM_URL: url, DISCORD_URL: url, SLACK_URL: url });
  const token = await node.signedIn();
  for (const [kind, target] of [
    ['telegram', '-100123'],
    ['discord', 'https://discord.com/api/webhooks/123/hidden-token'],
    ['slack', 'https://hooks.slack.com/services/T1/B1/hidden'],
  ] as const) {
    const { channel } = await added(node, token, kind, target);
    await verify(node, token, channel.id, receiver.requests.at(-1)?.body.toString() ?? '');
  }
  await node.note({ title: HOSTILE });
  await node.until('all three', () => receiver.requests.length === 6);
  const sent = (path: string) => {
    const found = receiver.requests.findLast((request) => request.path === path);
    return JSON.parse(found?.body.toString() ?? '{}');
  };
  const telegram = sent('/bot12345:hidden-bot-token/sendMessage');
  expect(telegram).toMatchObject({ chat_id: '-100123', link_preview_options: { is_disabled: true } });
  expect(telegram.parse_mode).toBeUndefined();
  expect(visible(telegram.text)).toStartWith('Bought **50** <b>[USDC](https://evil.example)</b> @everyone');
  expect(telegram.text).not.toMatch(/https:\/\/|evil\.|@everyone|\r/);
  const discord = sent('/api/webhooks/123/hidden-token');
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
  expect(discord.content).not.toMatch(/(?<!\\)[*<>[\]()`_]/);
  const slack = sent('/services/T1/B1/hidden');
  expect(slack).toMatchObject({ mrkdwn: false, unfurl_links: false, blocks: [{ text: { type: 'plain_text', emoji: false } }] });
  expect(slack.text).not.toMatch(/[<>]/);
  await node.close();
}, 60_000);

test('Telegram says in the body how long to wait', async () => {
  let isLimited = false;
  using receiver = await startHttpReceiver(() =>
    isLimited ? { status: 429, body: '{"ok":false,"parameters":{"retry_after":900}}' } : { status: 200, body: '{"ok":true}' },
  );
  const node = await startChannels({ TELEGRAM_BOT_TOKEN: '12345:hidden-bot-token', TELEGRAM_URL: receiver.url });
  const token = await node.signedIn();
  const { channel } = await added(node, token, 'telegram', '5');
  await verify(node, token, channel.id, receiver.requests[0]?.body.toString() ?? '');
  isLimited = true;
  await node.note();
  await node.quiet();
  isLimited = false;
  const atMs = node.system.time.clock.now();
  while ((await node.states())[0]?.waiting !== 0) await node.minutes(1);
  expect(node.system.time.clock.now() - atMs).toBeGreaterThanOrEqual(900_000);
  expect(receiver.requests.length).toBe(3);
  await node.close();
}, 60_000);

test('in quiet hours people get what is urgent, and the rest together afterwards', async () => {
  using server = await startSmtpServer();
  const node = await startChannels({ SMTP_URL: server.url, SMTP_FROM });
  const token = await node.signedIn();
  const { channel } = await added(node, token, 'email', 'ada@example.org');
  await verify(node, token, channel.id, server.mails[0]?.text ?? '');
  // The test's clock is at 12:00 UTC, so these quiet hours have begun.
  const quietHours = { from: '11:00', to: '14:00', timeZone: 'UTC' };
  expect(outcome(await node.node.ask('PATCH', '/user/preferences', { token, body: { quietHours } }))).toBe('200 ok');
  for (const kind of ['fill', 'fill', 'failure', 'fill'] as const) await node.note({ kind, message: `about ${kind}` });
  await node.quiet();
  expect(server.mails.length).toBe(2);
  expect(server.mails[1]?.text).toContain('about failure');
  for (let minutes = 0; minutes < 125; minutes += 25) await node.minutes(25);
  expect(server.mails.length).toBe(3);
  expect(server.mails[2]?.headers).toContain('Subject: Acme: 3 notifications');
  expect(server.mails[2]?.text.match(/about fill/g)?.length).toBe(3);
  await node.close();
}, 60_000);

test('kinds that the service is not set up for are not offered, and are refused', async () => {
  const node = await startChannels();
  const token = await node.signedIn();
  const { channelKinds }: { channelKinds: string[] } = (await node.ask('GET', '/user/channels', { token })).data;
  expect(channelKinds).toEqual(['webhook', 'discord', 'slack']);
  for (const [kind, target] of [
    ['email', 'ada@example.org'],
    ['telegram', '5'],
  ])
    expect(outcome(await node.ask('POST', '/user/channels', { token, body: { kind, target } }))).toBe('422 channel-kind-not-available');
  await node.close();
}, 60_000);
