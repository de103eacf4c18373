import type { Address } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import type { ChainReads, Hex } from '../chain.ts';

/**
 * How a contract passes its calls on to another one. `eip-1167`: the address is in its code; `eip-7702`: a wallet whose calls run the code
 * of a contract; the others keep the address in a fixed word of storage.
 */
export type ProxyKind = 'eip-1967' | 'eip-1967-beacon' | 'eip-1822' | 'openzeppelin-2018' | 'eip-1167' | 'eip-7702';

export type ProxyTarget = {
  readonly kind: ProxyKind;
  readonly implementation: Address;
  /** The beacon that names the implementation; null when there is none. */
  readonly beacon: Address | null;
  /** The address that may replace the implementation, as EIP-1967 stores it; null when none is stored. */
  readonly admin: Address | null;
};

/** What a contract says about itself when it is asked; null for what it does not answer. */
export type ContractAnswers = {
  readonly owner: Address | null;
  readonly isPaused: boolean | null;
  readonly name: string | null;
  readonly symbol: string | null;
};

/** What stands behind an address that has power over a contract. */
export type Holder =
  | { readonly kind: 'nobody' | 'wallet' | 'contract' }
  | { readonly kind: 'multisig'; readonly threshold: number; readonly owners: number }
  | { readonly kind: 'timelock'; readonly delaySec: number };

/** Reads facts about contracts of strangers. Every call has a gas limit. All methods throw as `ChainReads`. */
export type ContractFacts = {
  /** Computes keccak256 of the code, as `EXTCODEHASH` does. */
  readonly codeHash: (code: Hex) => Hash;
  /** Computes the four bytes by which a function is called, such as `0xa9059cbb` for `transfer(address,uint256)`. */
  readonly selectorOf: (signature: string) => Hex;
  /** Returns where the contract passes its calls on; null when it has none of the known forms of a proxy. */
  readonly proxyTarget: (reads: ChainReads, address: Address, code: Hex) => Promise<ProxyTarget | null>;
  readonly answersOf: (reads: ChainReads, address: Address) => Promise<ContractAnswers>;
  readonly holderOf: (reads: ChainReads, address: Address) => Promise<Holder>;
};
