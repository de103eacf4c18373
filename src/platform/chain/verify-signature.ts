import type { Address } from '../../values/address.ts';
import type { Hex } from './chain.ts';

export type SignedMessage = {
  readonly wallet: Address;
  /** The text that the wallet was asked to sign by `personal_sign` (EIP-191). */
  readonly message: string;
  readonly signature: Hex;
  /**
   * Returns the chain on which the wallet may be a smart contract that accepts the signature. Called only when the signature was not made
   * by the wallet's own key. If it returns undefined, or a chain for which this node has no endpoint, the signature is not valid.
   */
  readonly chainIdOf?: () => number | undefined | Promise<number | undefined>;
};

/**
 * Checks whether a wallet signed a message: by its key (ECDSA), or as a contract (ERC-1271), which may not be deployed yet (ERC-6492).
 * Returns true only when the signature is certainly valid.
 * @throws RetryableError, or TerminalError `rpc-refused`, when the wallet's chain does not answer
 */
export type VerifySignature = (signed: SignedMessage) => Promise<boolean>;
