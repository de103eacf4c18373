import { describe, expect, test } from 'bun:test';
import { base58 } from '@scure/base';
import { isAddress, parseAddress } from '../../../src/values/address.ts';
import { isBaseUnits, parseBaseUnits, toBaseUnits } from '../../../src/values/base-units.ts';
import { decodeBase58 } from '../../../src/values/base58.ts';
import { isEvmChain, SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../src/values/chain-ids.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { isNative } from '../../../src/values/native.ts';
import { parseChainAddress } from '../../../src/values/parse-chain-address.ts';
import { isTransactionHash } from '../../../src/values/parse-transaction-hash.ts';
import { isSolanaAddress } from '../../../src/values/solana-address.ts';
import { isTronAddress, tronFromHex, tronToHex } from '../../../src/values/tron-address.ts';
import { asChainAddress } from '../../support/branded.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const USDT_TRON = asChainAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const USDC_SOLANA = asChainAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

test('a hash of a transaction is in the form of its chain, and in no other notation', () => {
  expect(isTransactionHash(`0x${'ab'.repeat(32)}`)).toBe(true);
  expect(isTransactionHash('ab'.repeat(32))).toBe(true);
  expect(isTransactionHash(base58.encode(new Uint8Array(64).fill(7)))).toBe(true);
  for (const other of [`0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(31)}`, '', null]) expect(isTransactionHash(other)).toBe(false);
});

describe('EVM addresses', () => {
  test('any casing becomes lowercase', () => {
    expect(String(parseAddress('0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'))).toBe('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
    expect(String(parseAddress('0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'))).toBe('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
    expect(isAddress('0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48')).toBe(false);
  });

  test.each([
    '',
    '0x',
    '0x12',
    `0x${'g'.repeat(40)}`,
    `0x${'a'.repeat(41)}`,
    `${'a'.repeat(40)}`,
    ` 0x${'a'.repeat(40)}`,
    `0x${'a'.repeat(40)}\n`,
  ])('%p is refused', (text) => {
    expect(() => parseAddress(text)).toThrow(/40 hex digits/);
  });

  test('a hash is 32 bytes', () => {
    expect(String(parseHash(`0x${'AB'.repeat(32)}`))).toBe(`0x${'ab'.repeat(32)}`);
    expect(() => parseHash(`0x${'ab'.repeat(20)}`)).toThrow(/64 hex digits/);
  });
});

describe('the native asset', () => {
  test.each([
    '0x0000000000000000000000000000000000000000',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0x0000000000000000000000000000000000001010',
  ])('%s means native', (text) => {
    expect(isNative(text)).toBe(true);
  });
  test('a token does not', () => {
    expect(isNative('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')).toBe(false);
  });
});

describe('chain ids', () => {
  test.each([
    [1, true],
    [137, true],
    [31337, true],
    [SOLANA_CHAIN_ID, false],
    [TRON_CHAIN_ID, false],
    [0, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
  ])('%p speaks EVM: %p', (id, expected) => {
    expect(isEvmChain(id)).toBe(expected);
  });
});

describe('TRON addresses', () => {
  test('go to hex and back', () => {
    expect(tronToHex(USDT_TRON)).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(tronFromHex('0x41A614F803B6FD780986A42C78EC9C7F77E6DED13C')).toBe(USDT_TRON);
  });

  test('one wrong character breaks the check sum', () => {
    expect(isTronAddress(USDT_TRON)).toBe(true);
    expect(isTronAddress(USDT_TRON.replace('8q8', '8q9'))).toBe(false);
    expect(isTronAddress(USDT_TRON.toLowerCase())).toBe(false);
    expect(() => tronToHex('TR7')).toThrow(/checksum/);
    expect(() => tronFromHex('a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toThrow(/41/);
  });
});

describe('Solana addresses', () => {
  test('are 32 bytes of base58', () => {
    expect(isSolanaAddress(USDC_SOLANA)).toBe(true);
    expect(isSolanaAddress('11111111111111111111111111111111')).toBe(true);
    expect(isSolanaAddress(USDT_TRON)).toBe(false);
    expect(isSolanaAddress('0OIl')).toBe(false);
    expect(isSolanaAddress('1'.repeat(100_000))).toBe(false);
  });
});

test('base58 gives the bytes that it was made of, and nothing for text that it cannot be or that is too long to decode', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 90 }), (bytes) => {
      expect(decodeBase58(base58.encode(bytes))).toEqual(Uint8Array.from(bytes));
    }),
  );
  expect(decodeBase58('1'.repeat(128))).toHaveLength(128);
  for (const text of ['', '1'.repeat(129), '0', 'O', 'I', 'l', 'abc!', ' 1', '1\n', 'é', '\u0000']) expect(decodeBase58(text)).toBeNull();
});

describe('an address by the rules of its chain', () => {
  test('keeps base58 casing and lowers hex', () => {
    expect(parseChainAddress(SOLANA_CHAIN_ID, USDC_SOLANA)).toBe(USDC_SOLANA);
    expect(parseChainAddress(TRON_CHAIN_ID, USDT_TRON)).toBe(USDT_TRON);
    expect(parseChainAddress(1, `0x${'AB'.repeat(20)}`)).toBe(asChainAddress(`0x${'ab'.repeat(20)}`));
  });
  test('refuses one of another chain', () => {
    expect(() => parseChainAddress(SOLANA_CHAIN_ID, USDT_TRON)).toThrow(/Solana/);
    expect(() => parseChainAddress(TRON_CHAIN_ID, USDC_SOLANA)).toThrow(/TRON/);
    expect(() => parseChainAddress(1, USDC_SOLANA)).toThrow(/EVM/);
  });
});

describe('base units as text', () => {
  test('hold 0 to 2^256 - 1 and nothing else', () => {
    expect(String(toBaseUnits(2n ** 256n - 1n))).toHaveLength(78);
    expect(() => toBaseUnits(2n ** 256n)).toThrow(/2\^256/);
    expect(() => toBaseUnits(-1n)).toThrow(/without sign/);
    for (const text of ['01', '1.0', '', '1e5', '+1', ' 1']) expect(isBaseUnits(text)).toBe(false);
    expect(String(parseBaseUnits('0'))).toBe('0');
  });
});
