import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { encodeAbiParameters, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createRelayerSigner } from '../../../../src/platform/chain/relayer/create-relayer-signer.ts';
import type { SignerResult } from '../../../../src/platform/chain/remote-signer/ask-signer.ts';
import { createSigners, signingKeyOf, type UnsignedTransaction } from '../../../../src/platform/chain/signer.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { type Behaviour, startStandInSigner, withLargerS } from '../../../support/stand-in-signer.ts';

const KEY = `0x${'4c'.repeat(32)}` as const;
const OTHER_KEY = `0x${'5d'.repeat(32)}` as const;
const TOKEN = 'sesame-open-sesame';
const to = parseAddress(`0x${'00'.repeat(19)}aa`);
const thief = `0x${'66'.repeat(20)}` as const;
const call = { to, data: '0xa9059cbb01', value: 5n, nonce: 3, gas: 90_000n } as const;
const transaction: UnsignedTransaction = { ...call, fees: { kind: 'eip1559', maxFeePerGas: 30n, maxPriorityFeePerGas: 2n } };
const legacy: UnsignedTransaction = { ...call, fees: { kind: 'legacy', gasPrice: 7n } };

const standIn = startStandInSigner(KEY, { token: TOKEN });
const address = parseAddress(standIn.address);
afterAll(() => standIn[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(standIn.state, { behave: (_: unknown, honest: () => unknown) => honest(), answer: null, accounts: [standIn.address] });
  standIn.calls.length = 0;
});

const counted: SignerResult[] = [];
const remote = { token: TOKEN, timeoutMs: 300, onAnswer: ({ result }: { result: SignerResult }) => void counted.push(result) };
const signer = (more: object = {}) => createSigners([signingKeyOf(10, standIn.key)], { ...remote, ...more }).of(10, address);

/** Returns the error that signing throws, after checking that it contains neither the token nor the URL. */
async function failure(work: Promise<unknown>): Promise<CoxswainError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoxswainError)) throw new Error(`Expected a refusal, got ${String(error)}`);
  expect(error.message).not.toContain(TOKEN);
  expect(error.message).not.toContain('http://');
  return error;
}

describe('a key behind a URL', () => {
  test('gives the same bytes as the key itself, and sends the token', async () => {
    const own = createSigners([{ chainId: 10, privateKey: KEY }]).of(10, address);
    for (const each of [transaction, legacy, { ...transaction, nonce: 0, value: 0n, data: '0x' } as const]) {
      expect(await signer().signTransaction(each)).toEqual(await own.signTransaction(each));
    }
    expect(new Set(standIn.calls.map(({ method, authorization }) => `${method} ${authorization}`))).toEqual(
      new Set([`eth_signTransaction Bearer ${TOKEN}`]),
    );
    expect(standIn.calls[0]?.params).toEqual([
      {
        ...{ from: address, to, data: call.data, value: '0x5', nonce: '0x3', gas: '0x15f90', chainId: '0xa' },
        ...{ maxFeePerGas: '0x1e', maxPriorityFeePerGas: '0x2' },
      },
    ]);
  });

  test('may answer with an object that holds the bytes, in any casing, as Clef does', async () => {
    standIn.state.behave = async (_, honest) => ({ raw: (await honest()).toUpperCase().replace('0X', '0x'), tx: {} });
    const own = createSigners([{ chainId: 10, privateKey: KEY }]).of(10, address);
    expect(await signer().signTransaction(transaction)).toEqual(await own.signTransaction(transaction));
  });

  const LIES: readonly (readonly [string, Behaviour, string])[] = [
    ['another nonce', (_, honest) => honest({ nonce: 4 }), 'its nonce is 4 instead of 3'],
    ['another recipient', (_, honest) => honest({ to: thief }), `its recipient is ${thief} instead of ${to}`],
    ['a contract to create', (_, honest) => honest({ to: undefined }), 'its recipient is missing'],
    ['another value', (_, honest) => honest({ value: 6n }), 'its value is 6 instead of 5'],
    ['other data', (_, honest) => honest({ data: '0xa9059cbb02' }), 'its data is 0xa9059cbb02'],
    ['no data', (_, honest) => honest({ data: '0x' }), 'its data is 0x instead'],
    ['another gas limit', (_, honest) => honest({ gas: 90_001n }), 'its gas limit is 90001 instead of 90000'],
    ['a higher fee', (_, honest) => honest({ maxFeePerGas: 31n }), 'its highest fee is 31 instead of 30'],
    ['a higher tip', (_, honest) => honest({ maxPriorityFeePerGas: 3n }), 'its highest tip is 3 instead of 2'],
    ['another chain', (_, honest) => honest({ chainId: 1 }), 'its chain id is 1 instead of 10'],
    [
      'another type',
      (_, honest) => honest({ type: 'legacy', gasPrice: 30n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }),
      'its type is legacy instead of eip1559',
    ],
    [
      'an access list',
      (_, honest) => honest({ accessList: [{ address: thief, storageKeys: [] }] }),
      'it contains fields that were not requested',
    ],
    ['more bytes', async (_, honest) => `${await honest()}00`, "the signer's answer is not a transaction"],
    ['another key', (_, honest) => honest({}, OTHER_KEY), 'it is signed by'],
    ['the larger s', (asked) => withLargerS(asked, KEY), 'its signature is not in the form with the smaller s'],
    ['an unsigned one', async () => '0x02c0', "the signer's answer is not a transaction"],
    ['no transaction', () => '0x1234', "the signer's answer is not a transaction"],
    ['nothing', () => null, 'it is not a signed transaction'],
    ['text', () => 'signed', 'it is not a signed transaction'],
    ['half a byte', () => '0x123', 'it is not a signed transaction'],
  ];
  test.each(LIES)('that gives %s is not used', async (_, behave, reason) => {
    standIn.state.behave = behave;
    counted.length = 0;
    const error = await failure(signer().signTransaction(transaction));
    expect([error.kind, error.code]).toEqual(['terminal', 'signer-wrong-answer']);
    expect(error.message).toContain(reason);
    expect(error.message).toContain('Nothing was sent.');
    expect(counted).toEqual(['wrong']);
  });

  test('that binds a legacy transaction to no chain, or to another one, is not used', async () => {
    for (const chainId of [undefined, 1]) {
      standIn.state.behave = (_, honest) => honest({ chainId });
      expect((await failure(signer().signTransaction(legacy))).message).toContain(`its chain id is ${chainId ?? 'missing'} instead of 10`);
    }
  });

  const OUTAGES: readonly (readonly [string, () => Response | Promise<Response>, string, string])[] = [
    ['answers 500', () => new Response('boom', { status: 500 }), 'retryable', 'answers with HTTP 500'],
    ['answers 429', () => new Response('', { status: 429 }), 'retryable', 'answers with HTTP 429'],
    ['answers too late', () => new Promise<Response>(() => {}), 'retryable', 'did not answer within 0.3 s'],
    ['answers 401', () => new Response('', { status: 401 }), 'terminal', 'does not accept this node (HTTP 401). Correct SIGNER_URL_TOKEN'],
    ['answers 404', () => new Response('<html>', { status: 404 }), 'terminal', 'answers with HTTP 404. Check its URL'],
    ['answers with a page', () => new Response('<html>'), 'terminal', 'did not answer in JSON-RPC'],
    ['answers with very much', () => new Response('1'.repeat(2_000_000)), 'terminal', 'more than 1048576 bytes'],
    [
      'refuses',
      () => Response.json({ id: 1, error: { code: -32_000, message: 'policy: too\n much' } }, { status: 400 }),
      'terminal',
      'refuses eth_signTransaction: policy: too much',
    ],
  ];
  test.each(OUTAGES)('that %s is named, and nothing is signed', async (_, answer, kind, reason) => {
    standIn.state.answer = answer;
    const error = await failure(signer().signTransaction(transaction));
    expect(`${error.kind}: ${error.message}`).toMatch(new RegExp(`^${kind}: .*${reason.replace(/[()]/g, '.')}`));
    const trouble = await signer().trouble?.();
    if (kind === 'retryable') expect(trouble).toContain('Nothing can be signed with this key until the signer answers.');
    else expect(trouble).not.toBeNull();
  });

  test('that redirects gets no token at the other place', async () => {
    const seen: (string | null)[] = [];
    const other = Bun.serve({
      port: 0,
      fetch(request) {
        seen.push(request.headers.get('authorization'));
        return new Response('{}');
      },
    });
    standIn.state.answer = () => Response.redirect(`http://127.0.0.1:${other.port}/`, 307);
    expect((await failure(signer().signTransaction(transaction))).message).toContain('answers with HTTP 307');
    await other.stop(true);
    expect(seen).toEqual([]);
  });

  test('that is gone cannot be reached', async () => {
    const gone = startStandInSigner(KEY);
    await gone[Symbol.asyncDispose]();
    const away = createSigners([signingKeyOf(10, gone.key)]).of(10, address);
    expect(await failure(away.signTransaction(transaction))).toMatchObject({ kind: 'retryable', code: 'signer-away' });
    expect(await away.trouble?.()).toContain('cannot be reached');
  });

  test('says whether it has the key; a key of this node needs no question', async () => {
    expect(await signer().trouble?.()).toBeNull();
    standIn.state.accounts = [thief];
    expect(await signer().trouble?.()).toContain(`does not have the key of ${address}. Add the key to the signer, or correct the setting.`);
    standIn.state.answer = () => Response.json({ id: 1, error: { code: -32_601, message: 'no such method' } });
    expect(await signer().trouble?.()).toBeNull();
    standIn.state.answer = null;
    expect(await signer({ token: undefined }).trouble?.()).toContain('Set SIGNER_URL_TOKEN');
    expect(createSigners([{ chainId: 10, privateKey: KEY }]).of(10, address).trouble).toBeUndefined();
  });

  test('of the public test mnemonic is refused on a real chain', () => {
    const executor = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
    expect(() => createSigners([signingKeyOf(10, `http://127.0.0.1#${executor}`)])).toThrow('public test mnemonic');
  });
});

describe('a meta-transaction', () => {
  const zero = parseAddress(`0x${'00'.repeat(20)}`);
  const metaTx = {
    ...{
      from: to,
      fromToken: to,
      toToken: zero,
      recipient: to,
      target: to,
      spender: zero,
      data: encodeAbiParameters([{ type: 'uint256' }], [7n]),
    },
    ...{ amountIn: 10n ** 30n, amountOutMin: 1n, value: 0n, nonce: 9n, deadline: 2n ** 40n },
  };
  const asked = { chainId: 10, relayer: to, metaTx } as never;
  const relayer = (token: string | undefined = TOKEN) =>
    createRelayerSigner({ brand: 'Acme', keyOf: () => standIn.key, remote: { token } });

  test('is signed as by the key itself', async () => {
    const own = createRelayerSigner({ brand: 'Acme', keyOf: () => KEY });
    expect(await relayer().sign(asked)).toBe(await own.sign(asked));
    expect(relayer().addressOf(10)).toBe(address);
    expect(standIn.calls.map(({ method, params }) => [method, params[0]])).toEqual([['eth_signTypedData', address]]);
  });

  test('whose signature is of another key, or of something else, is refused', async () => {
    const signature = await privateKeyToAccount(OTHER_KEY).signMessage({ message: 'x' });
    for (const result of [signature, '0x12', null, toHex(new Uint8Array(65))]) {
      standIn.state.answer = () => Response.json({ id: 1, result });
      const error = await failure(relayer().sign(asked));
      expect([error.code, error.message.includes('is not a signature of')]).toEqual(['signer-wrong-answer', true]);
    }
    standIn.state.answer = null;
    expect((await failure(relayer('wrong').sign(asked))).code).toBe('signer-refused');
  });

  test('with a last byte of 0 or 1 is given as contracts want it', async () => {
    const own = await createRelayerSigner({ brand: 'Acme', keyOf: () => KEY }).sign(asked);
    standIn.state.answer = () => Response.json({ id: 1, result: own.replace(/1b$/, '00').replace(/1c$/, '01') });
    expect(await relayer().sign(asked)).toBe(own);
  });
});
