import type { Abi, AbiEvent, AbiStateMutability, ContractFunctionParameters, MulticallContracts, MulticallResults } from 'viem';
import type { Address } from '../../values/address.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Hash } from '../../values/hash.ts';

export type Hex = `0x${string}`;

/** Block numbers, times, nonces and log positions are numbers (they stay far below 2^53); money, gas and prices are bigint. */
export type ChainBlock = {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** Unix seconds, UTC, as the chain's own clock says. */
  readonly timestampSec: number;
  /** Wei per gas; null on a chain without EIP-1559. */
  readonly baseFeePerGas: bigint | null;
  /** Null where the node does not say; some chains leave it all zeros. */
  readonly logsBloom?: Hex | null;
};

export type ChainEventLog = {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly txHash: Hash;
  readonly logIndex: number;
};

export type ChainReceipt = {
  readonly txHash: Hash;
  readonly status: 'success' | 'reverted';
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly from: Address;
  readonly to: Address | null;
  readonly contractAddress: Address | null;
  /** Null where the node does not tell. */
  readonly gasUsed: bigint | null;
  /** Wei per gas that was paid; null where the node does not tell. */
  readonly effectiveGasPrice: bigint | null;
  /** Wei that the sender paid beside that (on rollups for the data on the chain below); none when absent, null where it cannot be told. */
  readonly otherFees?: bigint | null;
  readonly logs: readonly ChainEventLog[];
};

export type ChainTransaction = {
  readonly hash: Hash;
  readonly from: Address;
  readonly to: Address | null;
  readonly nonce: number;
  readonly value: bigint;
  readonly data: Hex;
  /** Null while it waits in the pool. */
  readonly blockNumber: number | null;
  /** Its gas is paid in a token (Celo). */
  readonly paysGasInToken?: boolean;
};

export type ChainCall = {
  readonly from?: Address;
  /** Without it, `data` is the code of a contract that is made, and what its constructor returns is given. */
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
  /**
   * The state it runs on: of a block, `latest`, or as if it were in the next block (`pending`: on an idle devnet only that one has
   * the present time). Old blocks need an archive node, and Anvil forgets them at a restart.
   */
  readonly at?: number | 'latest' | 'pending';
  /** Only for `call`: accounts that have another code or balance while it runs. Most nodes know this; one that does not refuses. */
  readonly overrides?: readonly { readonly address: Address; readonly code?: Hex; readonly balance?: bigint }[];
};

/** Wei per gas. */
export type Fees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly kind: 'legacy'; readonly gasPrice: bigint };

export type LogQuery = {
  readonly address: Address | readonly Address[];
  /** Any of these; all events of the address when absent. */
  readonly events?: readonly AbiEvent[];
  /** Both ends are included. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Of this one block instead: a node that does not have it refuses. */
  readonly blockHash?: Hex;
};

/** What the nodes said about signed bytes. Only `refused` and `underpriced` mean that the pool does not have them. */
export type SendAnswer =
  | { readonly kind: 'accepted' }
  /** Sent before: that is an answer, not an error. */
  | { readonly kind: 'already-known' }
  /** The nonce is mined: by these bytes, by another version of ours, or by somebody else. Look the receipts up. */
  | { readonly kind: 'nonce-too-low'; readonly reason: string }
  | { readonly kind: 'nonce-too-high'; readonly reason: string }
  /** Too cheap to enter the pool, or to replace what is in it at this nonce. */
  | { readonly kind: 'underpriced'; readonly reason: string }
  /** `code` is `insufficient-funds` or `rejected`. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** One result per call: a call that reverts does not harm the others. */
export type ReadResults<TCalls extends readonly unknown[]> = MulticallResults<
  TCalls,
  true,
  { error: CoxswainError; mutability: AbiStateMutability }
>;

/**
 * What can be read of a chain. Every method may throw RetryableError `rpc-unavailable`, `rpc-timeout` or `rpc-rate-limited`
 * (after every endpoint was asked), TerminalError `rpc-refused` when no node takes the request, and `rpc-rejected` when
 * it can be done nowhere.
 */
export type ChainReads = {
  readonly chainId: number;
  /** As the node reports it: for checking that an endpoint is what the configuration says. */
  getChainId(): Promise<number>;
  /** Head, never cached. */
  getBlockNumber(): Promise<number>;
  /** Null when there is no such block (the chain is shorter than that, or went back). */
  getBlock(at: 'latest'): Promise<ChainBlock>;
  getBlock(at: 'latest' | number): Promise<ChainBlock | null>;
  /** Null when it is not mined (or no longer: a reorg took it back). */
  getReceipt(hash: Hash): Promise<ChainReceipt | null>;
  /** Null when the node does not know it, neither mined nor in its pool. */
  getTransaction(hash: Hash): Promise<ChainTransaction | null>;
  /** Number of mined transactions of the address, with those in the pool (`pending`), or at an old block. */
  getNonce(address: Address, at: 'latest' | 'pending' | number): Promise<number>;
  /** Wei, at `latest` or after an old block (of which most nodes keep only some minutes). */
  getBalance(address: Address, at?: number): Promise<bigint>;
  /** `0x` where there is no contract. */
  getCode(address: Address): Promise<Hex>;
  /** In chain order. @throws TerminalError `log-range-too-large`: ask for fewer blocks at a time */
  getLogs(query: LogQuery): Promise<readonly ChainEventLog[]>;
  /** Whether the receipt has `depth` blocks on top of its own (0: none) and its block is still the chain's; false after a reorg. */
  isFinal(receipt: ChainReceipt, depth: number): Promise<boolean>;
  /**
   * Runs it without sending it (at `latest` unless it says otherwise), and gives the raw return data.
   * @throws TerminalError `execution-reverted` with `details.reason` (`RouterNotAllowed`, a require text, a panic) and `details.args`
   */
  call(call: ChainCall): Promise<Hex>;
  /** Runs at `latest`, on the devnet at `pending`. @throws as `call`; TerminalError `insufficient-funds` */
  estimateGas(call: ChainCall): Promise<bigint>;
  /** Twice the base fee plus the tip (it survives six full blocks), or the legacy price plus a tenth. */
  estimateFees(): Promise<Fees>;
  /**
   * All the calls in as few `eth_call`s as fit, through Multicall3 where it is deployed, else one by one. Functions that are not
   * views (a quoter) may be called too. A call of an address without code is a failure with code `no-contract`. `gasEach` bounds what
   * each may use: it goes with every call of contracts that anybody may have written.
   */
  readContracts<const TCalls extends readonly unknown[]>(
    calls: MulticallContracts<TCalls, { mutability: AbiStateMutability }>,
    options?: { readonly at?: number; readonly gasEach?: bigint },
  ): Promise<ReadResults<TCalls>>;
};

export type OneEndpointOptions<T> = {
  /** An answer that another endpoint may know better, such as that there is nothing: it is believed when all say so. */
  readonly isDoubtful?: (answer: T) => boolean;
};

/** An endpoint as it is seen now. */
export type EndpointState = {
  readonly chainId: number;
  /** The rest of an address may be a key. */
  readonly host: string;
  /** Why others are asked before it, or instead of it; null: nothing is the matter. */
  readonly trouble: string | null;
};

/** One network, over all its endpoints. Invariant: nothing but the transaction-sender actor may call `sendRawTransaction`. */
export type Chain = ChainReads & {
  /** Blocks on top of a transaction's own before it counts as final; 0: at once (the devnet). */
  readonly confirmations: number;
  /** How long a transaction may wait in the pool before its fee is raised. */
  readonly stuckAfterMs: number;
  /**
   * Hands the bytes to every endpoint at once (but those that ask to be left alone) and gives the best answer. Never retried in here: the caller has stored the bytes
   * and sends the same ones again.
   * @throws IndeterminateError `send-unknown` when no endpoint answered: they may or may not have it
   */
  sendRawTransaction(raw: Hex): Promise<SendAnswer>;
  /**
   * Reads that must agree with each other (head and logs; nonce and receipts) from one endpoint. The next endpoint starts the
   * work from its beginning at once when one fails, unless a contract refused a call.
   */
  onOneEndpoint<T>(work: (reads: ChainReads) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};

export type Chains = {
  readonly chainIds: readonly number[];
  has(chainId: number): boolean;
  /** @throws TerminalError `chain-not-configured` (422) */
  of(chainId: number): Chain;
};

/** With what is known of their endpoints. */
export type WatchedChains = Chains & { readonly endpoints: () => readonly EndpointState[] };

/** A call whose types were erased, as the adapter handles it. */
export type AnyContractCall = ContractFunctionParameters<Abi, AbiStateMutability>;
