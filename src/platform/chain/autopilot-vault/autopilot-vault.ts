import type { Address } from '../../../values/address.ts';
import type { OnChainAgent } from '../../../values/autopilot/facts.ts';
import type { CostEstimate } from '../../../values/cost-estimate.ts';
import type { Hash } from '../../../values/hash.ts';
import type { PriceBound } from '../../../values/owner-bounds.ts';
import type { ChainEventLog, ChainReceipt, Hex, OneEndpointOptions } from '../chain.ts';

/**
 * The limits that the vault enforces for an agent. Amounts are in base units of the budget token; `expirySec` is in unix seconds,
 * `maxTradesPerDay` from 1 to 200.
 */
export type VaultLimits = {
  readonly maxPerTrade: bigint;
  readonly maxPerDay: bigint;
  readonly maxTradesPerDay: number;
  readonly expirySec: number;
};

/** Arguments of one trade for `executeTrade`. One of the tokens is the agent's budget token; `amountOutMin` is never 0. */
export type VaultTrade = {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly amountOutMin: bigint;
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  /**
   * Hash of the policy that was in force when the trade was decided. Null for a vault of an older version, which does not accept a hash.
   */
  readonly policyHash: Hash | null;
};

/** Arguments of one trade of a batch for `executeTrades`. `gasLimit` is the maximum gas for the trade. */
export type VaultTradeItem = {
  readonly agentId: number;
  readonly tradeId: Hash;
  /** The policy hash is required in a batch, because every vault version that accepts batches also accepts the hash. */
  readonly trade: VaultTrade & { readonly policyHash: Hash };
  readonly gasLimit: bigint;
};

/**
 * The owner's limits for one token of an agent: limits of purchases and sales, and the maximum amount sold in 24 hours. Amounts are in base
 * units, times in unix seconds.
 */
export type TokenBounds = {
  readonly token: Address;
  readonly buy: PriceBound;
  readonly sell: PriceBound;
  /** The maximum amount sold in 24 hours; null for no limit. */
  readonly sellCap: { readonly maxPerDay: bigint; readonly soldToday: bigint; readonly freesAtSec: number } | null;
};

/**
 * Arguments of the vault's `createAgent`, which the owner calls after approving the deposit. `allowTokens` must contain the budget token.
 */
export type CreateAgentCall = {
  readonly policyHash: Hash;
  readonly budgetToken: Address;
  readonly allowTokens: readonly Address[];
  readonly limits: VaultLimits;
  /** The deposit in base units of the budget token; may be 0. */
  readonly depositAmount: bigint;
};

export type UpdatePolicyCall = {
  readonly agentId: number;
  readonly policyHash: Hash;
  readonly allowTokens: readonly Address[];
  readonly limits: VaultLimits;
};

/**
 * An agent as the vault stores it, with the tokens that it may trade. `balances` also contains tokens that it may no longer trade but still
 * holds.
 */
export type VaultAgent = OnChainAgent & { readonly allowTokens: readonly Address[] };

type Happened<T> = T & { readonly agentId: number; readonly log: ChainEventLog };

export type AgentCreated = Happened<{
  readonly kind: 'created';
  readonly wallet: Address;
  readonly policyHash: Hash;
  readonly budgetToken: Address;
  readonly limits: VaultLimits;
  /** The amount that arrived in the vault. It is less than the amount sent when the token takes a fee on transfers. */
  readonly depositAmount: bigint;
}>;

export type TradeExecuted = Happened<{
  readonly kind: 'trade';
  readonly tradeId: Hash;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** The amounts that left and entered the vault, as measured by the vault; `amountIn` includes the fee. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly isBuy: boolean;
  readonly target: Address;
  /** The part of `amountIn` that was paid to the vault's treasury; missing when there was no fee. */
  readonly fee?: bigint;
}>;

/** A protective change in the vault by an owner or by the owner's guardian, such as a pause. */
export type GuardChange =
  | { readonly what: 'paused' | 'all-paused'; readonly by: Address }
  | { readonly what: 'unpaused' | 'all-unpaused' }
  | { readonly what: 'price-bound'; readonly tokenIn: Address; readonly tokenOut: Address }
  | { readonly what: 'sell-cap'; readonly token: Address; readonly maxPerDay: bigint };

export type AutopilotVaultEvent =
  | AgentCreated
  | TradeExecuted
  /**
   * A trade of a batch that failed without affecting the other trades. `reason` is the name of the contract error (`OutputBelowMinimum`),
   * or its text.
   */
  | Happened<{ readonly kind: 'trade-failed'; readonly tradeId: Hash; readonly reason: string }>
  | Happened<{ readonly kind: 'policy-updated'; readonly policyHash: Hash; readonly limits: VaultLimits }>
  | Happened<{ readonly kind: 'active-changed'; readonly active: boolean }>
  /** The agent was paused or resumed, or one of its limits was set. Read the agent for its current state. */
  | Happened<{ readonly kind: 'guarded'; readonly change?: GuardChange | undefined }>
  /** A change for all agents of a wallet: a new guardian, or a pause of all. */
  | { readonly kind: 'wallet-guarded'; readonly wallet: Address; readonly change?: GuardChange | undefined; readonly log: ChainEventLog }
  /** A deposit (`in`, as the vault measured it) or a withdrawal (`out`) by the agent's owner. */
  | Happened<{ readonly kind: 'moved'; readonly direction: 'in' | 'out'; readonly token: Address; readonly amount: bigint }>;

/** The effects of a mined transaction on the vault. A transaction that reverted has no events. */
export type AutopilotTransaction = {
  readonly events: readonly AutopilotVaultEvent[];
  readonly status: ChainReceipt['status'];
  /** The transaction's sender. */
  readonly from: Address;
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly timeSec: number;
  /** False while a reorg may still remove the transaction's block. */
  readonly isFinal: boolean;
  /** The transaction's gas cost in wei; null when the node does not report it. */
  readonly feeWei: bigint | null;
};

/** A block. `topics` are those event topics of owners' actions that, according to the block's bloom filter, the block may contain. */
export type AgentsBlock = { readonly number: number; readonly hash: Hash; readonly timeSec: number; readonly topics?: readonly Hex[] };

/** Reads through a single endpoint, so that blocks and events come from the same view of the chain. */
export type AutopilotEventReader = {
  /** Returns the block; null when the endpoint does not have it. */
  block(number: number | 'latest'): Promise<AgentsBlock | null>;
  /**
   * Maximum number of blocks for one `events` call, which the client has learned from the endpoint's refusals. When this method is missing,
   * the maximum is 2,000.
   */
  blocksAtOnce?(): number;
  /**
   * Returns events about agents in chain order; both ends of the range are included. @throws RetryableError `log-range-refused`: request at
   * most `blocksAtOnce` blocks
   */
  events(fromBlock: number, toBlock: number): Promise<readonly AutopilotVaultEvent[]>;
  /** Returns the events of one block, selected by its hash. */
  eventsOf?(block: { readonly number: number; readonly hash: Hash }): Promise<readonly AutopilotVaultEvent[]>;
  /** Returns the current agents in the order of `ids`; null for an id without an agent. */
  agents(ids: readonly number[]): Promise<readonly (VaultAgent | null)[]>;
};

/** A trade found on the chain, with the time of its block in unix seconds. */
export type FoundTrade = { readonly event: TradeExecuted; readonly timeSec: number };

/** One deployed `AutopilotVault` (src/contracts/AutopilotVault.sol). Reads throw the same errors as `ChainReads`. */
export type AutopilotVault = {
  readonly address: Address;
  readonly chainId: number;
  /** Returns the agents in the order of `ids` (null for an id without an agent), and the time of the latest block in unix seconds. */
  agents(ids: readonly number[]): Promise<{ readonly blockTimeSec: number; readonly agents: readonly (VaultAgent | null)[] }>;
  /** Returns the token limits in the order of `tokens`; null for a vault of an older version, which has no such limits. */
  tokenBounds(agentId: number, tokens: readonly Address[]): Promise<readonly TokenBounds[] | null>;
  /** Returns the number of agents in the vault. Agent ids start at 1. */
  agentCount(): Promise<number>;
  /** Fee of a newly created agent, in hundredths of a percent of the amount that it spends; 0 for a vault of a version without fees. */
  newAgentFeeBps(): Promise<number>;
  /** Whether a trade with this id was executed. The vault refuses to execute it again. */
  hasTrade(tradeId: Hash): Promise<boolean>;
  /** Finds the event of a trade executed after a given time (unix seconds), in any transaction; null when no endpoint has the event. */
  findTrade(tradeId: Hash, sinceSec: number): Promise<FoundTrade | null>;
  /** Time of the latest block in unix seconds, which is the clock of the vault. */
  timeSec(): Promise<number>;
  /**
   * Estimates the cost of a trade that the vault's executor would send.
   * @throws TerminalError `execution-reverted` with the vault's or the router's reason in `details.reason`
   */
  estimateTrade(agentId: number, tradeId: Hash, trade: VaultTrade, deadlineSec: number, executor: Address): Promise<CostEstimate>;
  encodeExecuteTrade(agentId: number, tradeId: Hash, trade: VaultTrade, deadlineSec: number): Hex;
  /** Encodes a batch of at most 32 trades. Only vaults of version 2 or later accept batches. */
  encodeExecuteTrades(items: readonly VaultTradeItem[], deadlineSec: number): Hex;
  encodeCreateAgent(call: CreateAgentCall): Hex;
  encodeUpdatePolicy(call: UpdatePolicyCall): Hex;
  /** Returns the vault's own events in a mined transaction; null when the transaction is not mined. */
  eventsOf(txHash: Hash): Promise<AutopilotTransaction | null>;
  /**
   * Runs several reads on a single endpoint, so that their results are consistent. When a read fails or the result is doubtful, all of them
   * are restarted on another endpoint.
   */
  readEvents<T>(work: (reader: AutopilotEventReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
