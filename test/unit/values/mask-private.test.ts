import { expect, test } from 'bun:test';
import { createMaskPrivate } from '../../../src/values/mask-private.ts';

const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const HASH = `0x${'4e'.repeat(32)}`;
const SOLANA = '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

test.each<[string, string, string]>([
  ['an EVM address', `send 5 usdc to ${EVM} now`, 'send 5 usdc to [address-1] now'],
  ['an address in another case', `${EVM} is ${EVM.toLowerCase()}`, '[address-1] is [address-1]'],
  ['two addresses', `${EVM},${`0x${'1'.repeat(40)}`}`, '[address-1],[address-2]'],
  ['an address next to letters', `wallet${EVM}`, 'wallet[address-1]'],
  ['an address with a digit too many', `${EVM}0`, '[address-1]'],
  ['an address without 0x', EVM.slice(2), '[address-1]'],
  ['an address with an invisible character in it', `${EVM.slice(0, 9)}\u200b${EVM.slice(9)}`, '[address-1]'],
  [
    'a shortened address',
    `${EVM}: 0x7099…79C8 and 0x7099...79C8, not 0x1234…5678`,
    '[address-1]: [address-1] and [address-1], not [address-2]',
  ],
  ['a hash', `what happened in ${HASH}?`, 'what happened in [hash-1]?'],
  ['a hash that was cut', `"${HASH}" or "${HASH.slice(0, 43)}…"`, '"[hash-1]" or "[hash-1]"'],
  ['a private key', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '[hash-1]'],
  ['addresses of other chains', `${SOLANA} ${TRON} bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`, '[address-1] [address-2] [address-3]'],
  ['a Solana signature', 'A1b2'.repeat(22), '[hash-1]'],
  ['a name', 'pay vitalik.eth, erin.base.eth and 🦊.ETH!', 'pay [name-1], [name-2] and [name-3]!'],
  ['an e-mail address', 'write to erin.o+x@mail.example.org.', 'write to [email-1].'],
])('%s is masked', (_what, text, masked) => {
  expect(createMaskPrivate()(text)).toBe(masked);
});

test.each([
  'swap 0.5 weth to USDC.e on base for 1234567890123456789012345678 wei…',
  'is 0xBTC safe? Wait…',
  'Donaudampfschifffahrtsgesellschaft',
  'price of eth. Then go to uniswap.org',
  '5 usdc...ok',
])('%p stays as it is', (text) => {
  expect(createMaskPrivate()(text)).toBe(text);
});

test('texts of one function share placeholders, and long hostile texts are masked in time', () => {
  const mask = createMaskPrivate();
  expect([mask(`to ${EVM}`), mask(`from ${EVM}`)]).toEqual(['to [address-1]', 'from [address-1]']);
  for (const piece of ['a.', 'a', 'a@', '0x', '…', 'a…', 'aA1']) expect(createMaskPrivate()(piece.repeat(4_000)).length).toBeGreaterThan(0);
});
