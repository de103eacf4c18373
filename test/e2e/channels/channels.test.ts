import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { mnemonicToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { notifyTest } from '../../../src/cli/commands/notify-test.ts';
import { runner } from '../../integration/cli/support/operator-places.ts';
import { readEnvelope } from '../../integration/http/read-envelope.ts';
import { startHttpReceiver } from '../../support/http-receiver.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 1 });

/** Loads the example code of docs/notifications.md that verifies a webhook's signature, so that the test can run it. */
async function verifierOfDocs(folder: string): Promise<(secret: string, headers: Headers, body: Uint8Array, nowMs: number) => boolean> {
  const page = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8');
  const [, code = ''] = /```ts\n\/\/ file: verify-webhook\.ts\n([\s\S]*?)```/.exec(page) ?? [];
  const path = `${folder}/verify-webhook.ts`;
  writeFileSync(path, code);
  return (await import(path)).isGenuine;
}

test('a wallet adds a webhook, and an operator sends it a test, which the example of the docs finds genuine', async () => {
  using receiver = await startHttpReceiver();
  using folder = tempFolder();
  await using service = await spawnService({
    env: { DEVNET: '0', CRON: 'false', LOG_LEVEL: 'debug', AUTH_ORIGINS: 'https://app.example', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const ask = async (method: string, path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return await readEnvelope(await fetch(`${service.url}${path}`, { method, headers, ...init }));
  };
  const { nonce } = (await ask('POST', '/auth/nonce', {})).data;
  const message = createSiweMessage({
    ...{ address: account.address, chainId: 137, domain: 'app.example', uri: 'https://app.example', version: '1', nonce },
  });
  const { accessToken } = (await ask('POST', '/auth/verify', { message, signature: await account.signMessage({ message }) })).data;
  const target = `${receiver.url}/hidden-path?key=hidden-key`;
  const added = (await ask('POST', '/user/channels', { kind: 'webhook', target }, accessToken)).data;
  const { code } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data;
  const { id } = added.channel;
  expect((await ask('POST', `/user/channels/${id}/verify`, { code }, accessToken)).data).toMatchObject({ state: 'on' });

  const run = runner(service.dataDir, ['--url', new URL(service.url).origin]);
  const lines = await run(notifyTest, ['--wallet', account.address]);
  expect(lines.join('\n')).toContain(`${id}  webhook  webhook  sent`);
  const [json = ''] = await run(notifyTest, ['--wallet', account.address, '--channel', id, '--json']);
  expect(JSON.parse(json)).toEqual([{ id, kind: 'webhook', name: 'webhook', state: 'on', isSent: true, failure: null }]);
  await expect(run(notifyTest, ['--wallet', `0x${'99'.repeat(20)}`])).rejects.toMatchObject({ code: 'channel-not-found' });

  const isGenuine = await verifierOfDocs(folder.path);
  const tested = receiver.requests.at(-1);
  if (tested === undefined) throw new Error('Nothing came');
  expect(JSON.parse(tested.body.toString())).toMatchObject({ type: 'test', data: { channelId: id } });
  const nowMs = Date.now();
  expect(isGenuine(added.secret, tested.headers, tested.body, nowMs)).toBe(true);
  expect(isGenuine(added.secret, tested.headers, tested.body, nowMs + 3_600_000)).toBe(false);
  expect(isGenuine(added.secret, tested.headers, Buffer.concat([tested.body, Buffer.from(' ')]), nowMs)).toBe(false);
  expect(isGenuine(`whsec_${Buffer.from('another').toString('base64')}`, tested.headers, tested.body, nowMs)).toBe(false);
  for (const hidden of ['hidden-path', 'hidden-key', added.secret, code]) expect(service.logs()).not.toContain(hidden);
}, 90_000);
