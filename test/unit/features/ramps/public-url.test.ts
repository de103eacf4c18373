import { expect, test } from 'bun:test';
import { loadConfig } from '../../../../src/config.ts';

test('the public address has no user, query or fragment, because providers are told it', () => {
  const { publicUrl } = loadConfig({ PUBLIC_URL: 'https://api.example.org/api/' }).modules.ramps as { publicUrl: string };
  expect(publicUrl).toBe('https://api.example.org/api');
  for (const url of ['https://user:secret@api.example.org', 'https://api.example.org/?key=secret', 'https://api.example.org/#secret']) {
    const failed = () => loadConfig({ PUBLIC_URL: url });
    expect(failed).toThrow('accepted: a URL without a user, query or fragment');
    expect(failed).not.toThrow('secret@');
  }
});
