import { expect, test } from 'bun:test';
import { createSealing, noSealing } from '../../../../src/features/channels/sealing.ts';

const OLD = 'an-old-secret-of-more-than-32-characters';
const NEW = 'a-new-secret-of-more-than-32-characters';
const iv = new Uint8Array(12).fill(7);

test('what is sealed is not readable, opens with its secret and for its channel, and nowhere else', () => {
  const sealing = createSealing([OLD]);
  const sealed = sealing.seal('https://hooks.example.org/key', 'channel-1', iv);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('hooks');
  expect(sealing.open(sealed, 'channel-1')).toBe('https://hooks.example.org/key');
  expect(sealing.open(sealed, 'channel-2')).toBeNull();
  expect(createSealing([NEW]).open(sealed, 'channel-1')).toBeNull();
  expect(createSealing([NEW, OLD]).open(sealed, 'channel-1')).toBe('https://hooks.example.org/key');
  for (let at = 0; at < 40; at += 1) {
    const bytes = Buffer.from(sealed, 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(sealing.open(bytes.toString('base64'), 'channel-1')).toBeNull();
  }
  for (const broken of ['', 'AAAA', '!']) expect(sealing.open(broken, 'channel-1')).toBeNull();
});

test('codes of texts hold for their purpose, and with any of the secrets', () => {
  const mac = createSealing([OLD]).mac('code', 'text');
  expect(createSealing([NEW, OLD]).isMac('code', 'text', mac)).toBe(true);
  for (const [purpose, text, given] of [
    ['other', 'text', mac],
    ['code', 'texts', mac],
    ['code', 'text', mac.slice(2)],
    ['code', 'text', ''],
  ] as const)
    expect(createSealing([OLD]).isMac(purpose, text, given)).toBe(false);
});

test('without a secret nothing is sealed and nothing opens', () => {
  expect(() => noSealing.mac('code', 'text')).toThrow(expect.objectContaining({ code: 'channels-not-set-up' }));
  expect(noSealing.open('AAAA', 'channel-1')).toBeNull();
});
