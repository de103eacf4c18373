import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';

type Place = Pick<Token, 'chainId' | 'address'>;

/** Whether one of two tokens is the wrapped form of the other, which is the native asset of their chain. */
export async function isWrappingPair(networks: Pick<Networks, 'get'>, a: Place, b: Place): Promise<boolean> {
  if (a.chainId !== b.chainId || isNative(a.address) === isNative(b.address)) return false;
  const wrapped = (await networks.get(a.chainId))?.contracts.wrappedNative ?? null;
  return wrapped !== null && (isNative(a.address) ? b.address : a.address) === wrapped;
}

/** A call of the contract of a wrapped token that wraps or unwraps an amount; `verb` is the name of the action for a description. */
export type WrapCall = { readonly verb: 'Wrap' | 'Unwrap'; readonly to: Address; readonly data: `0x${string}`; readonly value: bigint };

export type WrapCallDeps = { readonly networks: Pick<Networks, 'get'>; readonly calls: Pick<WalletCalls, 'wrap' | 'unwrap'> };

/** Returns the call that exchanges the native asset for its wrapped form, or back, by the contract of the wrapped token; null for other pairs. */
export async function wrapCallOf({ networks, calls }: WrapCallDeps, from: Place, to: Place): Promise<((units: bigint) => WrapCall) | null> {
  const isWrap = isNative(from.address);
  const contract = isWrap ? to.address : from.address;
  if (!(await isWrappingPair(networks, from, to)) || !isAddress(contract)) return null;
  return (units) =>
    isWrap
      ? { verb: 'Wrap', to: contract, data: calls.wrap(), value: units }
      : { verb: 'Unwrap', to: contract, data: calls.unwrap(units), value: 0n };
}

/** Says how a pair is exchanged for which no offer is needed. */
export function wrappingWords(from: Token, to: Token): string {
  const [wrapped, native, call] = isNative(to.address) ? [from, to, 'withdraw'] : [to, from, 'deposit'];
  return (
    `${wrapped.symbol} is the wrapped form of ${native.symbol}: one ${from.symbol} is always exchanged for one ${to.symbol}, ` +
    `by the function ${call} of the contract ${wrapped.address}.`
  );
}
