import type { Address } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import type { ChainReads, Hex } from '../chain.ts';

/**
 * How a proxy contract forwards its calls to another contract. `eip-1167`: the other address is in the proxy's code. `eip-7702`: the proxy
 * is a wallet whose calls run the code of a contract. For the other kinds, the address is in a fixed storage slot.
 */
export type ProxyKind = 'eip-1967' | 'eip-1967-beacon' | 'eip-1822' | 'openzeppelin-2018' | 'eip-1167' | 'eip-7702';

export type ProxyTarget = {
  readonly kind: ProxyKind;
  readonly implementation: Address;
  /** The beacon contract that returns the implementation's address; null when there is none. */
  readonly beacon: Address | null;
  /** The address that may replace the implementation, as EIP-1967 stores it; null when none is stored. */
  readonly admin: Address | null;
};

/** The values that a contract returns about itself; null for each value that it does not return. */
export type ContractAnswers = {
  readonly owner: Address | null;
  readonly isPaused: boolean | null;
  readonly name: string | null;
  readonly symbol: string | null;
};

/** The kind of account behind an address that has power over a contract. */
export type Holder =
  | { readonly kind: 'nobody' | 'wallet' | 'contract' }
  | { readonly kind: 'multisig'; readonly threshold: number; readonly owners: number }
  | { readonly kind: 'timelock'; readonly delaySec: number };

/** Reads facts about contracts that may be untrusted, so every call has a gas limit. All methods throw the errors of `ChainReads`. */
export type ContractFacts = {
  /** Computes the keccak256 hash of a contract's code, as `EXTCODEHASH` does. */
  readonly codeHash: (code: Hex) => Hash;
  /** Computes the selector of a function: four bytes, such as `0xa9059cbb` for `transfer(address,uint256)`. */
  readonly selectorOf: (signature: string) => Hex;
  /** Returns the contract to which a proxy forwards its calls; null when the contract is not a proxy of a known kind. */
  readonly proxyTarget: (reads: ChainReads, address: Address, code: Hex) => Promise<ProxyTarget | null>;
  readonly answersOf: (reads: ChainReads, address: Address) => Promise<ContractAnswers>;
  /** Returns those of the functions, which take an address, that answer a call by anybody with true or false. */
  readonly yesOrNo: (reads: ChainReads, address: Address, signatures: readonly string[]) => Promise<readonly string[]>;
  readonly holderOf: (reads: ChainReads, address: Address) => Promise<Holder>;
};
