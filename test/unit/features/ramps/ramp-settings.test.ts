import { expect, test } from 'bun:test';
import { describeConfig, loadConfig, secretsOf } from '../../../../src/config.ts';

const BANXA = { BANXA_PARTNER: 'us', BANXA_API_KEY: 'key-of-banxa', BANXA_API_SECRET: 's3cret-of-banxa' };

test('a provider is on with all its keys, off without any, and a part of them is an error', () => {
  const config = loadConfig({ DEVNET: '0', ...BANXA, GUARDARIAN_API_KEY: 'key-of-guardarian' });
  expect(describeConfig(config).filter((line) => line.includes('ramp keys'))).toEqual([expect.stringContaining('guardarian, banxa')]);
  const { BANXA_API_SECRET: _, ...part } = BANXA;
  expect(() => loadConfig({ DEVNET: '0', ...part })).toThrow(
    'BANXA_API_SECRET: is not set, but other settings of banxa are; accepted: either all of BANXA_PARTNER, BANXA_API_KEY, BANXA_API_SECRET, or none of them',
  );
});

test('keys are secret, and passwords in URLs too', () => {
  const config = loadConfig({ DEVNET: '0', ...BANXA, BANXA_URL: 'https://user:pass-word@proxy.example.org' });
  expect(secretsOf(config)).toEqual(expect.arrayContaining(['key-of-banxa', 's3cret-of-banxa', 'pass-word']));
  expect(describeConfig(config).join('\n')).not.toMatch(/s3cret|pass-word|key-of/);
});
