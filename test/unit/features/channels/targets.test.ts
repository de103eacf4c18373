import { expect, test } from 'bun:test';
import { createReadTarget } from '../../../../src/features/channels/targets.ts';
import type { ChannelKind } from '../../../../src/values/channel-kinds.ts';

const read = createReadTarget({ checkUrl: () => undefined, discordUrl: 'https://discord.com', slackUrl: 'https://hooks.slack.com' });

function receiverOf(kind: ChannelKind, text: string): string | null {
  try {
    return read(kind, text).receiver;
  } catch {
    return null;
  }
}

test('targets of each kind are read, and what is shown of them is short', () => {
  expect(read('webhook', 'https://hooks.example.org/a?key=hidden#x')).toEqual({
    ...{ text: 'https://hooks.example.org/a?key=hidden', hint: 'https://hooks.example.org/...', receiver: 'hooks.example.org' },
  });
  expect(read('email', 'Ada.Lovelace+news@Example.org')).toEqual({
    ...{ text: 'Ada.Lovelace+news@Example.org', hint: 'A***@Example.org', receiver: 'adalovelace@example.org' },
  });
  expect(read('telegram', '-1001234567890').hint).toBe('...890');
  expect(read('discord', 'https://canary.discord.com/api/v10/webhooks/123456/abc-DEF_1')).toMatchObject({
    text: '123456/abc-DEF_1',
    hint: 'webhook ...3456',
  });
  expect(read('slack', 'https://hooks.slack.com/services/T01/B02/abcDEF')).toMatchObject({
    text: 'T01/B02/abcDEF',
    hint: 'webhook of T01',
  });
});

test('addresses of one mailbox are one receiver', () => {
  const all = ['ada@example.org', 'a.d.a@example.org', 'ADA+1@EXAMPLE.ORG', 'ada+2+3@example.org'].map((text) => receiverOf('email', text));
  expect(new Set(all).size).toBe(1);
});

test('what is no target of its kind is refused', () => {
  const wrong: Readonly<Record<Exclude<ChannelKind, 'webhook'>, readonly string[]>> = {
    email: [
      ...[
        'ada',
        'ada@',
        '@example.org',
        'ada@localhost',
        'ada@example.org, eve@example.org',
        'Ada <ada@example.org>',
        'ada@example.org\r\nBcc: e@x.org',
      ],
      ...['ada@[127.0.0.1]', '"a b"@example.org', `${'a'.repeat(65)}@example.org`, 'ada@exam ple.org', 'ada@-a.org', 'ädä@example.org'],
    ],
    telegram: ['', 'ada', '@a', '12.5', '0', '1/../2', '@ada/x', '1?x=y'],
    discord: [
      ...[
        'https://evil.example/api/webhooks/1/a',
        'https://discord.com.evil.example/api/webhooks/1/a',
        'https://discord.com/api/webhooks/1/../../x',
      ],
      ...[
        'https://discord.com/api/webhooks/1/a/github',
        'https://discord.com@evil.example/api/webhooks/1/a',
        'discord.com/api/webhooks/1/a',
      ],
      ...['https://u:p@discord.com/api/webhooks/1/a', 'https://discord.com:444/api/webhooks/1/a'],
    ],
    slack: ['https://evil.example/services/T/B/c', 'https://hooks.slack.com/services/T/B', 'https://hooks.slack.com/services/T/B/c/../d/e'],
  };
  for (const [kind, texts] of Object.entries(wrong))
    for (const text of texts) expect([text, receiverOf(kind as ChannelKind, text)]).toEqual([text, null]);
});

// The service masks paths of URLs in all error texts, so an example with its scheme would lose the path that it shows.
test.each([
  ['discord', 'discord.com/api/webhooks/1234/abcd'],
  ['slack', 'hooks.slack.com/services/T01/B02/abcd'],
] as const)('a refused target of %s is answered with an example that is accepted', (kind, example) => {
  expect(() => read(kind, 'https://example.org/')).toThrow(`such as ${example}.`);
  expect(receiverOf(kind, `https://${example}`)).not.toBeNull();
});
