import { tokenKey } from '../../../market/tokens/token.ts';
import type { Hex, SimulatedCall } from '../../../platform/chain/chain.ts';
import { type Address, NO_ADDRESS } from '../../../values/address.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { addressIn, TRANSFER_TOPIC, unitsIn } from '../lookup/token-moves.ts';

/** Topics of the events `Deposit(address,uint256)` and `Withdrawal(address,uint256)`, which the wrapped form of a native asset emits. */
const DEPOSIT_TOPIC: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL_TOPIC: Hex = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

type Of = { readonly chainId: number; readonly wallet: Address; readonly wrappedNative: Address | null };
type Log = SimulatedCall['logs'][number];

/** Adds what the logs of a simulated call moved to a wallet (positive) or from it (negative), in base units, by the key of the token. */
export function addMoves(moves: Map<string, bigint>, logs: readonly Log[], of: Of): void {
  for (const log of logs) {
    const units = movedBy(log, logs, of);
    if (units === 0n) continue;
    const key = tokenKey(of.chainId, isNative(log.address) ? NATIVE_ADDRESS : log.address);
    moves.set(key, (moves.get(key) ?? 0n) + units);
  }
}

function movedBy({ address, topics, data }: Log, logs: readonly Log[], { wallet, wrappedNative }: Of): bigint {
  const [topic, first, second, ...more] = topics;
  const units = unitsIn(data);
  if (first === undefined || units === null || more.length > 0) return 0n;
  if (topic === TRANSFER_TOPIC && second !== undefined)
    return (addressIn(second) === wallet ? units : 0n) - (addressIn(first) === wallet ? units : 0n);
  if (address !== wrappedNative || second !== undefined || addressIn(first) !== wallet) return 0n;
  const isDeposit = topic === DEPOSIT_TOPIC;
  if (!isDeposit && topic !== WITHDRAWAL_TOPIC) return 0n;
  // Most such contracts emit only this event. Where they emit a transfer from or to the zero address too, the transfer counts.
  const isTransferred = logs.some(({ address: other, topics: [kind, from, to] }) => {
    if (other !== address || kind !== TRANSFER_TOPIC || from === undefined || to === undefined) return false;
    const [zero, own] = isDeposit ? [from, to] : [to, from];
    return addressIn(zero) === NO_ADDRESS && addressIn(own) === wallet;
  });
  if (isTransferred) return 0n;
  return isDeposit ? units : -units;
}
