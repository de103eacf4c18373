import type { Address } from '../../values/address.ts';
import type { Hex } from './chain.ts';

export type SignedMessage = {
  readonly wallet: Address;
  /** The text that the wallet was asked to sign by `personal_sign` (EIP-191). */
  readonly message: string;
  readonly signature: Hex;
  /**
   * Gives the chain on which the wallet may be a contract that accepts the signature; called only when the signature is not a key's.
   * Without a chain, or on a chain without an endpoint here, only keys can sign.
   */
  readonly chainIdOf?: () => number | undefined | Promise<number | undefined>;
};

/**
 * Checks whether a wallet signed a message: by its key (ECDSA), or as a contract (ERC-1271), which may not be deployed yet
 * (ERC-6492). True only for a clear yes.
 * @throws RetryableError, or TerminalError `rpc-refused`, when the wallet's chain does not answer
 */
export type VerifySignature = (signed: SignedMessage) => Promise<boolean>;
