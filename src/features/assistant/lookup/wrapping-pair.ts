import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Token } from '../../../market/tokens/token.ts';
import { isNative } from '../../../values/native.ts';

type Place = Pick<Token, 'chainId' | 'address'>;

/** Whether one of two tokens is the wrapped form of the other, which is the native asset of their chain. */
export async function isWrappingPair(networks: Pick<Networks, 'get'>, a: Place, b: Place): Promise<boolean> {
  if (a.chainId !== b.chainId || isNative(a.address) === isNative(b.address)) return false;
  const wrapped = (await networks.get(a.chainId))?.contracts.wrappedNative ?? null;
  return wrapped !== null && (isNative(a.address) ? b.address : a.address) === wrapped;
}

/** Says how a pair is exchanged for which no offer is needed. */
export function wrappingWords(from: Token, to: Token): string {
  const [wrapped, native, call] = isNative(to.address) ? [from, to, 'withdraw'] : [to, from, 'deposit'];
  return (
    `${wrapped.symbol} is the wrapped form of ${native.symbol}: one ${from.symbol} is always exchanged for one ${to.symbol}, ` +
    `by the function ${call} of the contract ${wrapped.address}.`
  );
}
