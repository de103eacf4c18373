import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { mnemonicToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { signRequest } from '../../../src/client/coxswain.ts';
import { readEnvelope } from '../../integration/http/read-envelope.ts';
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
const open: Socket[] = [];

beforeAll(async () => {
  // No server listens at this URL, so that requests to price sources fail at once.
  const nobody = { COINGECKO_URL: 'http://127.0.0.1:9', DEFILLAMA_URL: 'http://127.0.0.1:9' };
  service = await spawnService({
    env: { DEVNET: '0', CRON: 'false', LOG_LEVEL: 'warn', CORS_ORIGINS: '*', AUTH_ORIGINS: 'https://app.example', ...nobody },
    until: 'health',
  });
  root = new URL(service.url).origin;
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await service[Symbol.asyncDispose]();
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
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    });
    const { status, data, message } = await readEnvelope(response);
    if (status !== 200) throw new Error(`${path}: ${status} ${message}`);
    return data;
  };
  const { nonce } = await post('/auth/nonce', {});
  const message = createSiweMessage({
    address: account.address,
    chainId: 137,
    domain: 'app.example',
    uri: 'https://app.example',
    version: '1',
    nonce,
  });
  const { accessToken } = await post('/auth/verify', { message, signature: await account.signMessage({ message }) });
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
