import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

/** A deployed contract and its sources, in the format of verification services. */
export type Submission = {
  readonly chainId: number;
  readonly address: Address;
  /** Fully qualified contract name: `DcaVault.sol:DcaVault`. */
  readonly contract: string;
  /** Compiler version: `0.8.37+commit.f401782d`. */
  readonly compiler: string;
  readonly standardJson: string;
  /** The encoded constructor arguments. */
  readonly constructorArgs: Hex;
};

export type VerifyOutcome = { readonly isVerified: boolean; readonly message: string };

/** A service that verifies and shows the sources of contracts. */
export type Verifier = {
  readonly name: string;
  /** Submits the sources and waits for the result. @throws ProviderFailure */
  verify(submission: Submission): Promise<VerifyOutcome>;
};

/** Pause between two checks for a result, and maximum number of checks. */
export const RESULT_POLL_MS = 3_000;
export const MOST_RESULT_POLLS = 60;
export const REQUEST_TIMEOUT_MS = 30_000;
