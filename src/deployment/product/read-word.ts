import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** The reads with which view functions of a contract are called. */
export type ViewReads = Pick<ChainReads, 'call' | 'chainId' | 'getCode'>;

/**
 * Calls a view function and returns its encoded result. @throws TerminalError `no-contract` when nothing is returned, because there is no
 * contract at the address or because the contract does not have the function; the errors of `ChainReads`
 */
export async function callView(reads: ViewReads, to: Address, data: Hex): Promise<Hex> {
  const answer = await reads.call({ to, data });
  if (answer !== '0x') return answer;
  const message =
    (await reads.getCode(to)) === '0x'
      ? `There is no contract at ${to} on chain ${reads.chainId}.`
      : `The contract at ${to} on chain ${reads.chainId} returned nothing, so it is a contract of another kind.`;
  throw new TerminalError({ code: 'no-contract', message });
}

/** Calls a view function that returns one number, boolean, hash or address. @throws the errors of `callView` */
export async function readWord(reads: ViewReads, to: Address, data: Hex): Promise<bigint> {
  return BigInt(await callView(reads, to, data));
}

/** Calls a view function that returns one address. @throws the errors of `callView` */
export async function readAddress(reads: ViewReads, to: Address, data: Hex): Promise<Address> {
  return parseAddress(`0x${(await readWord(reads, to, data)).toString(16).padStart(40, '0')}`);
}
