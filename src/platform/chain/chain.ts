import type { Abi, AbiEvent, AbiStateMutability, ContractFunctionParameters, MulticallContracts, MulticallResults } from 'viem';
import type { Address } from '../../values/address.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Hash } from '../../values/hash.ts';

export type Hex = `0x${string}`;

/** A block. Block numbers, times, nonces and log positions are numbers (they stay far below 2^53); amounts, gas and prices are bigint. */
export type ChainBlock = {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** Block time in unix seconds, UTC, by the chain's own clock. */
  readonly timestampSec: number;
  /** Base fee of the block in wei per gas; null on a chain without EIP-1559. */
  readonly baseFeePerGas: bigint | null;
  /** The block's bloom filter of logs; null when the node does not report it. Some chains report a filter that consists of zeros. */
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
  /** Gas used by the transaction; null when the node does not report it. */
  readonly gasUsed: bigint | null;
  /** Paid gas price in wei per gas; null when the node does not report it. */
  readonly effectiveGasPrice: bigint | null;
  /**
   * Additional fees in wei, which rollups charge for data on the layer-1 chain. Missing when there are none; null when they cannot be
   * determined.
   */
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
  /** The transaction's block; null while the transaction is pending in the pool. */
  readonly blockNumber: number | null;
  /** True when the transaction pays for its gas in a token instead of the native asset, as is possible on Celo. */
  readonly paysGasInToken?: boolean;
};

export type ChainCall = {
  readonly from?: Address;
  /** The called contract. Without it, `data` is deployed as code, and the result is the value that its constructor returns. */
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
  /**
   * The state on which the call is simulated: a block number, `latest`, or `pending` (as if in the next block). On an idle devnet, whose
   * newest block may be old, only `pending` has the present time. Old blocks need an archive node, and Anvil loses them when it restarts.
   */
  readonly at?: number | 'latest' | 'pending';
  /** Accounts whose code or balance is replaced during the call; only for `call`. Most nodes support this; other nodes refuse the call. */
  readonly overrides?: readonly { readonly address: Address; readonly code?: Hex; readonly balance?: bigint }[];
};

/** A call of a contract that may be untrusted. `gas` is the maximum gas that the call may use. */
export type ProbedCall = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly gas: bigint };
/** Calls to one contract by one sender, as calldata. `gas` is the maximum gas that each call may use. */
export type MeasuredCalls = { readonly from: Address; readonly to: Address; readonly calls: readonly Hex[]; readonly gas: bigint };
/** The measured gas of a call. `hasDataGas` is true when it includes the gas that Arbitrum charges for calldata. */
export type GasProbe = { readonly gas: bigint; readonly hasDataGas: boolean };

/** The result of one of several calls that were simulated in order. */
export type SimulatedCall = {
  /** Why the call fails in the simulation; null when it succeeds. */
  readonly reason: string | null;
  readonly gasUsed: bigint;
  /** Events of the call. A transfer of the native asset appears as a token transfer of the address 0xeeee...eeee. */
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[];
};

/** The fees of a transaction, in wei per gas. */
export type Fees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly kind: 'legacy'; readonly gasPrice: bigint };

export type LogQuery = {
  /** The contracts whose logs are read. When missing, logs of all addresses are read, and `topics` is required. */
  readonly address?: Address | readonly Address[];
  /** The events to read; when missing, all events of the contracts are read. */
  readonly events?: readonly AbiEvent[];
  /** Reads logs with these topics instead of `events`. Each position holds one topic, a list of alternatives, or null for any topic. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[];
  /** The first block of the range. Both ends of the range are included. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Hash of a single block whose logs are read instead of those of a range. A node that does not have the block refuses the query. */
  readonly blockHash?: Hex;
};

/**
 * How nodes answer when a signed transaction is sent. Only after `refused` and `underpriced` is it certain that no node has the transaction
 * in its pool.
 */
export type SendAnswer =
  | { readonly kind: 'accepted' }
  /** The node already has this transaction. This counts as sent, not as an error. */
  | { readonly kind: 'already-known' }
  /**
   * A transaction with the same nonce is already mined: the sent transaction itself, a replacement of it, or one that this program did not
   * send. The receipts show which one.
   */
  | { readonly kind: 'nonce-too-low'; readonly reason: string }
  | { readonly kind: 'nonce-too-high'; readonly reason: string }
  /** The fee is too low to enter the pool, or to replace the pooled transaction that has the same nonce. */
  | { readonly kind: 'underpriced'; readonly reason: string }
  /** The node refused the transaction. `code` is `insufficient-funds` or `rejected`. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/**
 * Kinds of rollups, by how a transaction pays for its data on the layer-1 chain. `none`: not a rollup, or a rollup whose gas price includes
 * the data.
 */
export type RollupKind = 'none' | 'op-stack' | 'arbitrum';

/**
 * The results of several contract calls, one result for each call. If one call reverts, the results of the other calls are not affected.
 */
export type ReadResults<TCalls extends readonly unknown[]> = MulticallResults<
  TCalls,
  true,
  { error: CoxswainError; mutability: AbiStateMutability }
>;

/**
 * Reads of a chain. Every method may throw RetryableError `rpc-unavailable`, `rpc-timeout` or `rpc-rate-limited` (after every endpoint was
 * tried), TerminalError `rpc-refused` when no node accepts the request, and `rpc-rejected` when the request is invalid on every node.
 */
export type ChainReads = {
  readonly chainId: number;
  /** Returns the chain id that the node reports, for checking an endpoint against the configuration. */
  getChainId(): Promise<number>;
  /** Returns the number of the newest block, never from a cache. */
  getBlockNumber(): Promise<number>;
  /** Returns a block by its number; null when the chain has no such block, because the chain is shorter or a reorg removed the block. */
  getBlock(at: 'latest'): Promise<ChainBlock>;
  getBlock(at: 'latest' | number): Promise<ChainBlock | null>;
  /** Returns the transaction's receipt; null when the transaction is not mined, or a reorg removed it. */
  getReceipt(hash: Hash): Promise<ChainReceipt | null>;
  /** Returns the transaction; null when the node has it neither in a block nor in its pool. */
  getTransaction(hash: Hash): Promise<ChainTransaction | null>;
  /**
   * Returns the number of transactions that the address has sent: those that are mined (`latest`), also those in the pool (`pending`), or
   * those mined up to an old block (a number).
   */
  getNonce(address: Address, at: 'latest' | 'pending' | number): Promise<number>;
  /**
   * Returns the balance in wei, at the latest block or after the block with the number `at`. Most nodes keep old states only for some
   * minutes.
   */
  getBalance(address: Address, at?: number): Promise<bigint>;
  /** Returns the contract's code; `0x` for an address without a contract. */
  getCode(address: Address): Promise<Hex>;
  /** Returns one 32-byte word of the contract's storage; all zeros when nothing was stored in this slot. `slot` is 32 bytes. */
  getStorageAt(address: Address, slot: Hex): Promise<Hex>;
  /** Returns logs in chain order. @throws TerminalError `log-range-too-large`: request fewer blocks at a time */
  getLogs(query: LogQuery): Promise<readonly ChainEventLog[]>;
  /**
   * Whether the receipt's block is still part of the chain and is followed by at least `depth` blocks. False after a reorg has removed the
   * block.
   */
  isFinal(receipt: ChainReceipt, depth: number): Promise<boolean>;
  /**
   * Runs a call without sending a transaction and returns the raw data. The state is `latest` unless the call specifies another.
   * @throws TerminalError `execution-reverted` with `details.reason` (`RouterNotAllowed`, a require text, a panic) and `details.args`
   */
  call(call: ChainCall): Promise<Hex>;
  /** Simulates a call with its gas limit, on the state (latest or pending) on which gas is estimated. @throws the errors of `call` */
  simulate(call: ChainCall): Promise<Hex>;
  /**
   * Simulates calls in order. Each call runs on the state that the calls before it leave behind (`eth_simulateV1`). Returns null when the
   * node does not have this method.
   */
  simulateInOrder(calls: readonly ChainCall[]): Promise<readonly SimulatedCall[] | null>;
  /** Estimates gas at `latest`, or at `pending` on the devnet. @throws the errors of `call`; TerminalError `insufficient-funds` */
  estimateGas(call: ChainCall): Promise<bigint>;
  /**
   * Measures the gas of several calls in one request, on the state that `estimateGas` uses. Each call runs as if it were the only one. The
   * result does not include the gas that Arbitrum charges for data. A result is null when its call failed or its gas could not be measured;
   * the caller then estimates that call alone.
   * @throws the errors of `call` when the request as a whole failed; TerminalError `rpc-refused` when the node does not support state
   * overrides
   */
  measureGas(calls: MeasuredCalls): Promise<readonly (bigint | null)[]>;
  /**
   * Suggests transaction fees: twice the base fee plus the tip (which is enough even if six full blocks in a row raise the base fee), or
   * the legacy gas price plus a tenth. If the node reports the fees of recent blocks, a suggested tip far above the tips in them is
   * ignored.
   */
  estimateFees(): Promise<Fees>;
  /**
   * Runs all calls in as few `eth_call`s as possible: through the contract Multicall3 where it is deployed, otherwise one by one. Functions
   * that are not `view` (such as those of a quoter) can be called too. A call to an address without code fails with code `no-contract`.
   * `gasEach` limits the gas of each call, in gas units; it must be set for calls of untrusted contracts.
   */
  readContracts<const TCalls extends readonly unknown[]>(
    calls: MulticallContracts<TCalls, { mutability: AbiStateMutability }>,
    options?: { readonly at?: number; readonly gasEach?: bigint },
  ): Promise<ReadResults<TCalls>>;
};

export type OneEndpointOptions<T> = {
  /**
   * Whether a result is doubtful, for example because nothing was found. The work is then repeated on another endpoint. If all endpoints
   * return doubtful results, one of these results is accepted.
   */
  readonly isDoubtful?: (answer: T) => boolean;
};

/** The current state of one RPC endpoint of a chain. */
export type EndpointState = {
  readonly chainId: number;
  /** The host of the endpoint's URL. The other parts of the URL are left out, because they may contain a key. */
  readonly host: string;
  /** Why the endpoint is used last or not at all; null when the endpoint works. */
  readonly trouble: string | null;
};

/**
 * One network, read through all its endpoints. Invariant: `sendRawTransaction` may be called only by the transaction-sender actor and by
 * the commands that deploy and administer contracts. These commands refuse to use the key of the executor, whose transactions only the
 * actor may send.
 */
export type Chain = ChainReads & {
  /**
   * Number of blocks that must follow a transaction's block before the transaction counts as final. With 0 (the devnet), it is final as
   * soon as it is mined.
   */
  readonly confirmations: number;
  /** Number of milliseconds that a transaction may wait in the pool before its fee is raised. */
  readonly stuckAfterMs: number;
  /**
   * Determines how transactions pay for their data on this chain. The result is read from the chain once, unless the Network record
   * specifies the kind of rollup. @throws RetryableError
   */
  rollupKind(): Promise<RollupKind>;
  /**
   * Reads the current fee for the data of a transaction with a gas limit of `gas`. The fee can rise until the transaction is mined.
   * @throws RetryableError; TerminalError when the chain is not the kind of rollup that its Network record specifies
   */
  dataFees(call: Pick<ChainCall, 'to' | 'data' | 'value'>, gas: bigint): Promise<DataFees>;
  /**
   * Estimates the gas of a call. Calls that are requested at the same moment may share one request to the node. @throws the errors of
   * `estimateGas`
   */
  probeGas(call: ProbedCall): Promise<GasProbe>;
  /**
   * Sends the signed transaction to all endpoints at the same time, except those that report a rate limit, and returns the best answer.
   * This method never retries: the caller has stored the bytes and sends the same bytes again.
   * @throws IndeterminateError `send-unknown` when no endpoint answered: the nodes may or may not have the transaction
   */
  sendRawTransaction(raw: Hex): Promise<SendAnswer>;
  /**
   * Runs reads that must be consistent with each other (such as the newest block and logs, or a nonce and receipts) on one endpoint. When a
   * read fails, all reads restart immediately on the next endpoint. A call that a contract reverted is an answer, so it restarts nothing.
   */
  onOneEndpoint<T>(work: (reads: ChainReads) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};

export type Chains = {
  readonly chainIds: readonly number[];
  has(chainId: number): boolean;
  /** Returns the client of the chain with the id `chainId`. @throws TerminalError `chain-not-configured` (422) */
  of(chainId: number): Chain;
};

/** The configured chains and the current state of their endpoints. */
export type WatchedChains = Chains & { readonly endpoints: () => readonly EndpointState[] };

/** A contract call without the types of its specific function, for internal use in the chain adapter. */
export type AnyContractCall = ContractFunctionParameters<Abi, AbiStateMutability>;
