import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { mnemonicToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { signRequest } from '../../../src/client/coxswain.ts';
import { type StandInRamps, startStandInRamps } from '../../integration/features/ramps/stand-in-ramps.ts';
import { readEnvelope } from '../../integration/http/read-envelope.ts';
import { openEvents } from '../../support/event-source.ts';
import { findRequirement, requires } from '../../support/requires.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';
import { runToEnd } from '../support/run-to-end.ts';

const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 1 });
const WALLET = account.address.toLowerCase();
const PAIR = {
  ...{ fromToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', toToken: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f' },
  chainId: { chainId: 137 },
};

let service: Service;
let root: string;
let ramps: StandInRamps;
const open: Socket[] = [];

beforeAll(async () => {
  ramps = startStandInRamps();
  // No server listens at this URL, so that requests to price sources fail at once.
  const nobody = { COINGECKO_URL: 'http://127.0.0.1:9', DEFILLAMA_URL: 'http://127.0.0.1:9' };
  service = await spawnService({
    env: { DEVNET: '0', CRON: 'false', LOG_LEVEL: 'warn', CORS_ORIGINS: '*', AUTH_ORIGINS: 'https://app.example', ...nobody, ...ramps.env },
    until: 'health',
  });
  root = new URL(service.url).origin;
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await service[Symbol.asyncDispose]();
  ramps[Symbol.dispose]();
});

const signed = () =>
  signRequest({ action: 'socket-connect', payload: {}, wallet: account.address, sign: (message) => account.signMessage({ message }) });

function connect(auth: object, how: object = {}): Socket {
  const socket = io(root, { transports: ['websocket'], reconnection: false, forceNew: true, auth, ...how });
  open.push(socket);
  return socket;
}

async function createPosition(amount: string): Promise<{ readonly id: string }> {
  const response = await fetch(`${service.url}/defi/create-position`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...PAIR, amount, frequency: 2, interval: 7_200, walletAddress: WALLET }),
  });
  return (await readEnvelope(response)).data;
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { status, data, message } = await readEnvelope(response);
  if (status >= 300) throw new Error(`${path}: ${status} ${message}`);
  return data;
}

/** Signs the wallet in, and returns its access token. */
async function signIn(): Promise<string> {
  const { nonce } = await post('/auth/nonce', {});
  const site = { domain: 'app.example', uri: 'https://app.example' };
  const message = createSiweMessage({ ...site, address: account.address, chainId: 137, version: '1', nonce });
  const { accessToken } = await post('/auth/verify', { message, signature: await account.signMessage({ message }) });
  return accessToken;
}

describe('a wallet that signed for the connection', () => {
  test('is told of its new position, as the HTTP route shows it', async () => {
    const socket = connect(await signed());
    const told: { id: string }[] = [];
    socket.on('position', (position) => told.push(position));
    const ready = await new Promise((resolve) => socket.once('ready', resolve));
    expect(ready).toEqual({ wallet: WALLET, continued: false });
    const { id } = await createPosition('10');
    const position = await waitFor(() => told.find((each) => each.id === id), { what: 'the position' });
    const read = await fetch(`${service.url}/defi/get-position?walletAddress=${WALLET}&status=all`);
    const { data } = await readEnvelope(read);
    expect(position).toEqual(data.find((each: { id: string }) => each.id === id));
  });

  test('cannot use the signature again, nor one for something else', async () => {
    const auth = await signed();
    const first = connect(auth);
    await new Promise((resolve) => first.once('ready', resolve));
    const refused = (socket: Socket) =>
      new Promise<{ data?: { code?: string } }>((resolve, reject) => {
        socket.once('connect_error', resolve);
        socket.once('connect', () => reject(new Error('it was taken')));
      });
    expect((await refused(connect(auth))).data).toMatchObject({ code: 'signature-replayed' });
    const other = await signRequest({
      action: 'save-sca',
      payload: {},
      wallet: WALLET,
      sign: (message) => account.signMessage({ message }),
    });
    expect((await refused(connect(other))).data).toMatchObject({ code: 'signature-mismatch' });
    expect((await refused(connect({}))).data).toMatchObject({ code: 'socket-auth-missing' });
  });
});

test('a wallet that signed in follows by its access token, until its session ends', async () => {
  const accessToken = await signIn();
  const socket = connect({ token: accessToken });
  expect(await new Promise((resolve) => socket.once('ready', resolve))).toEqual({ wallet: WALLET, continued: false });
  const ended = new Promise((resolve) => socket.once('ended', resolve));
  await post('/auth/logout', {}, { authorization: `Bearer ${accessToken}` });
  expect(await ended).toMatchObject({ code: 'session-ended' });
  const refused = new Promise<{ data?: { code?: string } }>((resolve) => {
    connect({ token: accessToken }).once('connect_error', resolve);
  });
  expect((await refused).data).toMatchObject({ code: 'session-ended' });
});

test('a wallet is told of each change of its ramp order, by socket and by stream', async () => {
  const authorization = `Bearer ${await signIn()}`;
  await using stream = await openEvents(`${service.url}/user/events`, { authorization });
  await stream.next('ready');
  const socket = connect(await signed());
  const told: { reference: string; status: string }[] = [];
  socket.on('payment', (order) => told.push(order));
  await new Promise((resolve) => socket.once('ready', resolve));

  const terms = { side: 'buy', fiat: 'EUR', crypto: 'USDC', network: 'BASE', fiatAmount: '200', wallet: WALLET };
  const { reference } = await post('/defi/guardarian/checkout', terms);
  const bySocket = (status: string) =>
    waitFor(() => told.find((order) => order.reference === reference && order.status === status), { what: `the order as ${status}` });
  expect(await bySocket('created')).toMatchObject({ provider: 'guardarian', fiat: 'EUR', wallet: WALLET });

  ramps.orders.set('4001', { id: '4001', status: 'waiting', external_partner_link_id: reference });
  const body = JSON.stringify({ payload: { id: '4001', status: 'finished', external_partner_link_id: reference } });
  await fetch(`${service.url}/defi/guardarian/webhook`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  // The webhook calls the order finished; the provider, which is asked because of it, says that it waits for the payment.
  expect(await bySocket('awaiting-payment')).toMatchObject({ orderId: '4001', providerStatus: 'waiting' });
  const newest = await waitFor(
    async () => {
      const read = await fetch(`${service.url}/defi/ramp-orders/${reference}`, { headers: { authorization } });
      const { data } = await readEnvelope(read);
      return told.some((order) => Bun.deepEquals(order, data)) ? data : null;
    },
    { what: 'an event with the order as the HTTP route shows it' },
  );
  for (let streamed: unknown = null; !Bun.deepEquals(streamed, newest); ) streamed = (await stream.next('payment')).data;
  expect(told.map(({ status }) => status)).not.toContain('completed');
});

test.each(['polling', 'websocket'])('the client library works under Node, by %s', async (transport) => {
  const auth = await signed();
  const program = `
    import { io } from 'socket.io-client';
    const socket = io(${JSON.stringify(root)}, { transports: [${JSON.stringify(transport)}], auth: ${JSON.stringify(auth)} });
    socket.on('ready', (data) => { console.log(JSON.stringify(data)); socket.disconnect(); });
    socket.on('connect_error', (error) => { console.error(error.message); process.exit(1); });`;
  const { stdout } = await runToEnd('node', ['--input-type=module', '-e', program], {});
  expect(JSON.parse(stdout)).toEqual({ wallet: WALLET, continued: false });
});

requires('chromium')('in a browser', () => {
  test.each([['polling'], ['websocket'], ['polling', 'websocket']])(
    'a page of another origin follows its wallet by %p',
    async (...transports) => {
      const executablePath = findRequirement('chromium');
      if (executablePath === null) throw new Error('There is no Chromium');
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.addScriptTag({ content: await readFile('node_modules/socket.io-client/dist/socket.io.min.js', 'utf8') });
        const auth = await signed();
        const told = page.evaluate(
          ([url, given, by]) =>
            new Promise((resolve, reject) => {
              const socket = Reflect.get(globalThis, 'io')(url, { auth: given, transports: by });
              socket.on('ready', () => Reflect.set(globalThis, 'isReady', true));
              socket.on('position', resolve);
              socket.on('connect_error', reject);
            }),
          [root, auth, transports] as const,
        );
        await page.waitForFunction(() => Reflect.get(globalThis, 'isReady') === true);
        const { id } = await createPosition('20');
        expect(await told).toMatchObject({ id });
      } finally {
        await browser.close();
      }
    },
  );
});
