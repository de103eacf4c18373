import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../values/address.ts';

/**
 * Calls a view function that returns one number, boolean, hash or address. @throws the errors of `ChainReads.call`; SyntaxError when
 * nothing is returned
 */
export async function readWord(reads: Pick<ChainReads, 'call'>, to: Address, data: Hex): Promise<bigint> {
  return BigInt(await reads.call({ to, data }));
}

/** Calls a view function that returns one address. @throws the errors of `readWord` */
export async function readAddress(reads: Pick<ChainReads, 'call'>, to: Address, data: Hex): Promise<Address> {
  return parseAddress(`0x${(await readWord(reads, to, data)).toString(16).padStart(40, '0')}`);
}
