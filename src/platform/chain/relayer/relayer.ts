import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** The struct argument of `Relayer.executeMetaTransactionSwap`; src/contracts/Relayer.sol documents its fields. */
export type MetaTransaction = {
  readonly from: Address;
  readonly fromToken: Address;
  readonly amountIn: bigint;
  readonly toToken: Address;
  readonly amountOutMin: bigint;
  readonly recipient: Address;
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly nonce: bigint;
  /** Deadline of the meta-transaction in unix seconds. After the deadline, the Relayer contract rejects it. */
  readonly deadline: bigint;
};

export type RelayerSigner = {
  /** Returns the address that signs on a chain; null when this node has no key for it. */
  addressOf(chainId: number): Address | null;
  /**
   * Signs a meta-transaction (EIP-712) without checking its contents; the caller must have checked them. @throws TerminalError
   * `signer-missing` (422)
   */
  sign(request: { chainId: number; relayer: Address; metaTx: MetaTransaction }): Promise<Hex>;
};

export type RelayerCalls = {
  /** Encodes calldata of `executeMetaTransactionSwap`, a call that `metaTx.from` sends to the relayer. */
  encodeExecute(metaTx: MetaTransaction, signature: Hex): Hex;
  /** Encodes calldata of an ERC-20 approval, a call that is sent to the token. */
  encodeApprove(spender: Address, amount: bigint): Hex;
};
