import type { Abi, AbiEvent, AbiStateMutability, ContractFunctionParameters, MulticallContracts, MulticallResults } from 'viem';
import type { Address } from '../../values/address.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Hash } from '../../values/hash.ts';

export type Hex = `0x${string}`;

/** Block numbers, times, nonces and log positions are numbers (they stay far below 2^53); money, gas and prices are bigint. */
export type ChainBlock = {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** Block time in unix seconds, UTC, by the chain's own clock. */
  readonly timestampSec: number;
  /** Wei per gas; null on a chain without EIP-1559. */
  readonly baseFeePerGas: bigint | null;
  /** Null when the node does not report it; some chains set it to zeros. */
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
  /** Null when the node does not report it. */
  readonly gasUsed: bigint | null;
  /** Wei per gas that was paid; null when the node does not report it. */
  readonly effectiveGasPrice: bigint | null;
  /** Further fees in wei, on rollups for the data on the layer-1 chain. Absent: there are none. Null: they cannot be determined. */
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
  /** True when its gas is paid in a token (Celo). */
  readonly paysGasInToken?: boolean;
};

export type ChainCall = {
  readonly from?: Address;
  /** The called contract. Without it, `data` is code that is deployed, and the result is the value that its constructor returns. */
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
  /**
   * The state that the call runs on: a block number, `latest`, or `pending` (as if in the next block; on an idle devnet only
   * `pending` has the present time). Old blocks need an archive node, and Anvil loses them at a restart.
   */
  readonly at?: number | 'latest' | 'pending';
  /** Accounts whose code or balance is replaced during the call; only for `call`. Most nodes support this; the others refuse the call. */
  readonly overrides?: readonly { readonly address: Address; readonly code?: Hex; readonly balance?: bigint }[];
};

/** Wei per gas. */
export type Fees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly kind: 'legacy'; readonly gasPrice: bigint };

export type LogQuery = {
  readonly address: Address | readonly Address[];
  /** Reads these events; all events of the address when absent. */
  readonly events?: readonly AbiEvent[];
  /** The first block; both ends are included. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Reads this one block instead of the range. A node that does not have the block refuses. */
  readonly blockHash?: Hex;
};

/** The nodes' answer to a signed transaction. Only `refused` and `underpriced` mean that it is not in a pool. */
export type SendAnswer =
  | { readonly kind: 'accepted' }
  /** The node already has the transaction. That counts as an answer, not as an error. */
  | { readonly kind: 'already-known' }
  /** A transaction with this nonce is mined: this one, another version of it, or a foreign one. Look up the receipts. */
  | { readonly kind: 'nonce-too-low'; readonly reason: string }
  | { readonly kind: 'nonce-too-high'; readonly reason: string }
  /** The fee is too low to enter the pool, or to replace the pool's transaction with this nonce. */
  | { readonly kind: 'underpriced'; readonly reason: string }
  /** `code` is `insufficient-funds` or `rejected`. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** Kinds of rollups, by how a transaction pays for its data on the layer-1 chain. `none`: another chain, or a rollup that includes it. */
export type RollupKind = 'none' | 'op-stack' | 'arbitrum';

/** One result per call: a call that reverts does not affect the others. */
export type ReadResults<TCalls extends readonly unknown[]> = MulticallResults<
  TCalls,
  true,
  { error: CoxswainError; mutability: AbiStateMutability }
>;

/**
 * Reads of a chain. Every method may throw RetryableError `rpc-unavailable`, `rpc-timeout` or `rpc-rate-limited` (after every
 * endpoint was asked), TerminalError `rpc-refused` when no node accepts the request, and `rpc-rejected` when the request is invalid
 * on every node.
 */
export type ChainReads = {
  readonly chainId: number;
  /** The chain id that the node reports, for checking an endpoint against the configuration. */
  getChainId(): Promise<number>;
  /** The newest block's number, never cached. */
  getBlockNumber(): Promise<number>;
  /** The block, or null when the chain has none at this number (it is shorter, or a reorg removed it). */
  getBlock(at: 'latest'): Promise<ChainBlock>;
  getBlock(at: 'latest' | number): Promise<ChainBlock | null>;
  /** The receipt; null when the transaction is not mined, or a reorg removed it. */
  getReceipt(hash: Hash): Promise<ChainReceipt | null>;
  /** The transaction; null when the node has it neither mined nor in its pool. */
  getTransaction(hash: Hash): Promise<ChainTransaction | null>;
  /** The number of mined transactions of the address, including those in the pool (`pending`), or at an old block. */
  getNonce(address: Address, at: 'latest' | 'pending' | number): Promise<number>;
  /** The balance in wei, at `latest` or after an old block (most nodes keep old state for some minutes only). */
  getBalance(address: Address, at?: number): Promise<bigint>;
  /** The contract's code; `0x` where there is no contract. */
  getCode(address: Address): Promise<Hex>;
  /** Logs in chain order. @throws TerminalError `log-range-too-large`: ask for fewer blocks at a time */
  getLogs(query: LogQuery): Promise<readonly ChainEventLog[]>;
  /** Whether the receipt's block is still part of the chain and has `depth` blocks on top of it (0: none needed); false after a reorg. */
  isFinal(receipt: ChainReceipt, depth: number): Promise<boolean>;
  /**
   * Runs a call without sending it, at `latest` unless the call names another state, and returns the raw data.
   * @throws TerminalError `execution-reverted` with `details.reason` (`RouterNotAllowed`, a require text, a panic) and
   * `details.args`
   */
  call(call: ChainCall): Promise<Hex>;
  /** Estimates gas at `latest`, on the devnet at `pending`. @throws as `call`; TerminalError `insufficient-funds` */
  estimateGas(call: ChainCall): Promise<bigint>;
  /**
   * Suggests fees: twice the base fee plus the tip, enough for six full blocks, or the legacy price plus a tenth. A suggested tip far
   * above what recent blocks paid is not followed, where the node has a fee history.
   */
  estimateFees(): Promise<Fees>;
  /**
   * Runs all the calls in as few `eth_call`s as possible, through Multicall3 where it is deployed, else one by one. Functions that
   * are not views (a quoter) may be called too. A call of an address without code fails with code `no-contract`. `gasEach` limits
   * the gas of each call; pass it for every call of an untrusted contract.
   */
  readContracts<const TCalls extends readonly unknown[]>(
    calls: MulticallContracts<TCalls, { mutability: AbiStateMutability }>,
    options?: { readonly at?: number; readonly gasEach?: bigint },
  ): Promise<ReadResults<TCalls>>;
};

export type OneEndpointOptions<T> = {
  /**
   * Whether another endpoint may have a better answer, for example when this one found nothing. A doubtful answer is returned when
   * all endpoints agree.
   */
  readonly isDoubtful?: (answer: T) => boolean;
};

/** The current state of an endpoint. */
export type EndpointState = {
  readonly chainId: number;
  /** Only the host: the rest of an address may contain a key. */
  readonly host: string;
  /** Why other endpoints are asked first or instead; null when the endpoint works. */
  readonly trouble: string | null;
};

/**
 * One network, read over all its endpoints. Invariant: only the transaction-sender actor may call `sendRawTransaction`, and the commands that
 * deploy and administer contracts, which refuse the executor's key.
 */
export type Chain = ChainReads & {
  /** Blocks on top of a transaction's own before it counts as final; 0 means at once (the devnet). */
  readonly confirmations: number;
  /** Milliseconds that a transaction may wait in the pool before its fee is raised. */
  readonly stuckAfterMs: number;
  /** Finds out how transactions pay for their data. Asked once, unless the Network record says it. @throws RetryableError */
  rollupKind(): Promise<RollupKind>;
  /**
   * Reads what a transaction of `gas` gas would pay for its data at present. It may rise until the transaction is mined.
   * @throws RetryableError; TerminalError when the chain is not the kind of rollup that its record says
   */
  dataFees(call: Pick<ChainCall, 'to' | 'data' | 'value'>, gas: bigint): Promise<DataFees>;
  /**
   * Sends the signed transaction to every endpoint at once, except those that limit the rate, and returns the best answer. This
   * method never retries: the caller has stored the bytes and sends the same bytes again.
   * @throws IndeterminateError `send-unknown` when no endpoint answered: the nodes may or may not have the transaction
   */
  sendRawTransaction(raw: Hex): Promise<SendAnswer>;
  /**
   * Runs reads that must agree with each other (head and logs; nonce and receipts) on one endpoint. When a read fails, the work
   * starts again on the next endpoint at once, unless a contract refused a call.
   */
  onOneEndpoint<T>(work: (reads: ChainReads) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};

export type Chains = {
  readonly chainIds: readonly number[];
  has(chainId: number): boolean;
  /** @throws TerminalError `chain-not-configured` (422) */
  of(chainId: number): Chain;
};

/** The configured chains and the current state of their endpoints. */
export type WatchedChains = Chains & { readonly endpoints: () => readonly EndpointState[] };

/** A contract call without its specific types, for use inside the adapter. */
export type AnyContractCall = ContractFunctionParameters<Abi, AbiStateMutability>;
