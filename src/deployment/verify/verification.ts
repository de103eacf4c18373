import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

/** A deployed contract and its sources, in the format of verification services. */
export type Submission = {
  readonly chainId: number;
  readonly address: Address;
  /** Fully qualified contract name: `DcaVault.sol:DcaVault`. */
  readonly contract: string;
  /** Compiler version in full: `0.8.37+commit.f401782d`. */
  readonly compiler: string;
  readonly standardJson: string;
  /** The constructor arguments, ABI-encoded. */
  readonly constructorArgs: Hex;
};

export type VerifyOutcome = { readonly isVerified: boolean; readonly message: string };

/** A service that verifies the sources of contracts and publishes them. */
export type Verifier = {
  readonly name: string;
  /** Submits the sources of a contract and waits for the service's result. @throws ProviderFailure */
  verify(submission: Submission): Promise<VerifyOutcome>;
};

/**
 * Milliseconds between two requests for the result of a verification (`RESULT_POLL_MS`), and the maximum number of such requests for one
 * verification.
 */
export const RESULT_POLL_MS = 3_000;
export const MOST_RESULT_POLLS = 60;
export const REQUEST_TIMEOUT_MS = 30_000;
