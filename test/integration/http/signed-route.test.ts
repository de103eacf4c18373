import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { number, object, string } from 'valibot';
import { reply } from '../../../src/http/reply.ts';
import { rawBodyOf } from '../../../src/http/request-context.ts';
import { addSignedRoute, signedFields } from '../../../src/http/wallet-auth.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { alice, bob, NOW, signedPause, walletAuthOver } from '../../unit/http/wallet-auth/signing.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

function startSignedServer() {
  const auth = walletAuthOver(createMemoryRecordStore({ clock: { now: () => NOW } }));
  const app = new Elysia({ name: 'signed', prefix: '/signed' });
  addSignedRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/pause/:id',
    summary: 'Says who asked',
    input: { params: object({ id: string() }), body: object({ ...signedFields, count: number() }) },
    walletAuth: ({ body }) => auth.verifyWalletRequest({ action: 'autopilot-pause', body }),
    responses: { 200: { description: 'Who asked.', data: object({ id: string(), count: number(), authWallet: string(), raw: number() }) } },
    handle: ({ params, body, authWallet, request }) =>
      reply({ id: params.id, count: body.count, authWallet, raw: rawBodyOf(request).length }),
  });
  return startTestServer({ resources: [app] });
}
const codeOf = async (response: Response) => {
  const { status, errors } = await readEnvelope(response);
  return `${status} ${errors?.code ?? 'ok'}`;
};

test('a handler gets the wallet that signed, from a body with members that no schema knows and odd white space', async () => {
  await using server = startSignedServer();
  const body = await signedPause({
    payload: { count: 2, unknown: { b: 1, a: [null] } },
    wallet: alice.address.toUpperCase().replace('0X', '0x'),
  });
  const response = await server.post('/api/signed/pause/7', `  ${JSON.stringify(body, null, 2)}\n`);
  expect(await response.json()).toMatchObject({ status: 200, data: { id: '7', count: 2, authWallet: alice.address } });
});

test('a request without a valid signature learns nothing of its other problems, and uses up no signature of others', async () => {
  await using server = startSignedServer();
  const body = await signedPause({ payload: { count: 'two' } });
  const post = (sent: unknown) => server.post('/api/signed/pause/7', JSON.stringify(sent)).then(codeOf);
  expect(await post({ ...body, wallet: bob.address })).toBe('401 signature-mismatch');
  expect(await post({ ...body, count: 2 })).toBe('401 signature-mismatch');
  expect(await post(body)).toBe('400 invalid-input');
  expect(await post(body)).toBe('401 signature-replayed');
  expect(await post([])).toBe('401 signature-malformed');
  expect(await codeOf(await server.post('/api/signed/pause/7', ''))).toBe('401 signature-missing');
  expect(await codeOf(await server.post('/api/signed/pause/7', '{'))).toBe('400 malformed-json');
});

test('the API document names the members that a signed body adds', async () => {
  await using server = startSignedServer();
  const text = await (await server.get('/api/docs/json')).text();
  expect(text).toContain('"signature"');
  expect(text).toContain('personal_sign');
});
