import { expect, test } from 'bun:test';
import { encodeEventTopics, pad, parseAbi } from 'viem';
import { addMoves } from '../../../../../src/features/assistant/steps/simulated-moves.ts';
import type { Hex } from '../../../../../src/platform/chain/chain.ts';
import { parseAddress } from '../../../../../src/values/address.ts';

const ABI = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Deposit(address indexed to, uint256 amount)',
  'event Withdrawal(address indexed from, uint256 amount)',
]);
const addressOf = (byte: string) => parseAddress(`0x${byte.repeat(20)}`);
const [wallet, other, weth, zero] = [addressOf('a1'), addressOf('b2'), addressOf('0e'), addressOf('00')];
const log = (eventName: 'Transfer' | 'Deposit' | 'Withdrawal', args: object, address = weth) => ({
  ...{ address, data: pad('0x5') },
  topics: encodeEventTopics({ abi: ABI, eventName, args: args as never }) as Hex[],
});
const movesOf = (...logs: readonly ReturnType<typeof log>[]) => {
  const moves = new Map<string, bigint>();
  addMoves(moves, logs, { chainId: 1, wallet, wrappedNative: weth });
  return [...moves.values()];
};

test('transfers count for the wallet, and so do the events of the wrapped form of the native asset', () => {
  expect(movesOf(log('Transfer', { from: wallet, to: other }))).toEqual([-5n]);
  expect(movesOf(log('Transfer', { from: other, to: wallet }))).toEqual([5n]);
  expect(movesOf(log('Deposit', { to: wallet }))).toEqual([5n]);
  expect(movesOf(log('Withdrawal', { from: wallet }))).toEqual([-5n]);
  expect(movesOf(log('Deposit', { to: other }), log('Transfer', { from: other, to: other }))).toEqual([]);
});

test('an amount that two events tell counts once, and other contracts cannot claim a deposit', () => {
  expect(movesOf(log('Transfer', { from: zero, to: wallet }), log('Deposit', { to: wallet }))).toEqual([5n]);
  expect(movesOf(log('Withdrawal', { from: wallet }), log('Transfer', { from: wallet, to: zero }))).toEqual([-5n]);
  expect(movesOf(log('Deposit', { to: wallet }, other))).toEqual([]);
});
