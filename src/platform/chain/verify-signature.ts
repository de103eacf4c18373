import type { Address } from '../../values/address.ts';
import type { Hex } from './chain.ts';

export type SignedMessage = {
  readonly wallet: Address;
  /** The text that the wallet was asked to sign by `personal_sign` (EIP-191). */
  readonly message: string;
  readonly signature: Hex;
  /**
   * The chain to ask whether the wallet is a contract that accepts the signature; asked for only when the key alone does not answer.
   * Without one, or on a chain that this node does not read, only keys can sign.
   */
  readonly chainIdOf?: () => number | undefined | Promise<number | undefined>;
};

/**
 * Whether a wallet signed a message: by its key (ECDSA), or as a contract (ERC-1271), also as one that is yet to be deployed (ERC-6492).
 * Nothing but a clear yes is true.
 * @throws RetryableError, or TerminalError `rpc-refused`, when the chain that would have to be asked does not answer
 */
export type VerifySignature = (signed: SignedMessage) => Promise<boolean>;
