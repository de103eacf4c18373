import type { Address } from '../../../values/address.ts';
import type { OnChainAgent } from '../../../values/autopilot/facts.ts';
import type { Hash } from '../../../values/hash.ts';
import type { PriceBound } from '../../../values/owner-bounds.ts';
import type { ChainEventLog, ChainReceipt, Hex } from '../chain.ts';

/** What the vault enforces. Amounts in base units of the budget token, `expirySec` in unix seconds, `maxTradesPerDay` 1 to 200. */
export type VaultLimits = {
  readonly maxPerTrade: bigint;
  readonly maxPerDay: bigint;
  readonly maxTradesPerDay: number;
  readonly expirySec: number;
};

/** One trade as `executeTrade` takes it. One of the tokens is the agent's budget token; `amountOutMin` is never 0. */
export type VaultTrade = {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly amountOutMin: bigint;
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  /** Of the policy that it was decided by; null for a vault of the version that takes none. */
  readonly policyHash: Hash | null;
};

/** What an agent's owner set for a token: buys of it, sales of it, and how much of it may be sold in 24 hours. Base units, unix seconds. */
export type TokenBounds = {
  readonly token: Address;
  readonly buy: PriceBound;
  readonly sell: PriceBound;
  /** Null for no cap. */
  readonly sellCap: { readonly maxPerDay: bigint; readonly soldToday: bigint; readonly freesAtSec: number } | null;
};

/** `createAgent`, as its owner sends it; approve the deposit first. The budget token is among `allowTokens`. */
export type CreateAgentCall = {
  readonly policyHash: Hash;
  readonly budgetToken: Address;
  readonly allowTokens: readonly Address[];
  readonly limits: VaultLimits;
  /** May be 0. */
  readonly depositAmount: bigint;
};

export type UpdatePolicyCall = {
  readonly agentId: number;
  readonly policyHash: Hash;
  readonly allowTokens: readonly Address[];
  readonly limits: VaultLimits;
};

/** An agent, with what it may trade; `balances` also name tokens that it may no longer trade but still holds. */
export type VaultAgent = OnChainAgent & { readonly allowTokens: readonly Address[] };

type Happened<T> = T & { readonly agentId: number; readonly log: ChainEventLog };

export type AgentCreated = Happened<{
  readonly kind: 'created';
  readonly wallet: Address;
  readonly policyHash: Hash;
  readonly budgetToken: Address;
  readonly limits: VaultLimits;
  /** What arrived: less than what was sent for a token with a fee on transfer. */
  readonly depositAmount: bigint;
}>;

export type TradeExecuted = Happened<{
  readonly kind: 'trade';
  readonly tradeId: Hash;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** What left and what arrived, both measured by the vault. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly isBuy: boolean;
  readonly target: Address;
}>;

/** What an owner, or the owner's guardian, changed in the vault. */
export type GuardChange =
  | { readonly what: 'paused' | 'all-paused'; readonly by: Address }
  | { readonly what: 'unpaused' | 'all-unpaused' }
  | { readonly what: 'price-bound'; readonly tokenIn: Address; readonly tokenOut: Address }
  | { readonly what: 'sell-cap'; readonly token: Address; readonly maxPerDay: bigint };

export type AutopilotVaultEvent =
  | AgentCreated
  | TradeExecuted
  | Happened<{ readonly kind: 'policy-updated'; readonly policyHash: Hash; readonly limits: VaultLimits }>
  | Happened<{ readonly kind: 'active-changed'; readonly active: boolean }>
  /** Paused or not, or a bound was set: read the agent to see. */
  | Happened<{ readonly kind: 'guarded'; readonly change?: GuardChange | undefined }>
  /** Something that concerns all of a wallet's agents: its guardian, or a pause of all. */
  | { readonly kind: 'wallet-guarded'; readonly wallet: Address; readonly change?: GuardChange | undefined; readonly log: ChainEventLog }
  /** A deposit (`in`, as measured) or a withdrawal (`out`) by the agent's owner. */
  | Happened<{ readonly kind: 'moved'; readonly direction: 'in' | 'out'; readonly token: Address; readonly amount: bigint }>;

/** What a mined transaction did in the vault; a reverted one has no events. */
export type AutopilotTransaction = {
  readonly events: readonly AutopilotVaultEvent[];
  readonly status: ChainReceipt['status'];
  /** Who sent the transaction. */
  readonly from: Address;
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly timeSec: number;
  /** False while its block may still be taken back. */
  readonly isFinal: boolean;
  /** What its gas cost; null where the node does not tell. */
  readonly feeWei: bigint | null;
};

/** Reads of one endpoint, so that the blocks and events are of one view of the chain. */
export type AutopilotEventReader = {
  /** Null when the endpoint does not have it. */
  block(number: number | 'latest'): Promise<{ readonly number: number; readonly hash: string; readonly timeSec?: number } | null>;
  /** How many blocks `events` takes at once; it is learned, and 2,000 where it is not told. */
  blocksAtOnce?(): number;
  /** Of agents, in their order; both ends included. @throws RetryableError `log-range-refused`: ask for no more than `blocksAtOnce` */
  events(fromBlock: number, toBlock: number): Promise<readonly AutopilotVaultEvent[]>;
  /** As they are now, in the order asked for, null where there is none. */
  agents(ids: readonly number[]): Promise<readonly (VaultAgent | null)[]>;
};

/** A trade as the chain has it, and the time of its block (unix seconds). */
export type FoundTrade = { readonly event: TradeExecuted; readonly timeSec: number };

/** One deployed `AutopilotVault` (src/contracts/AutopilotVault.sol). Reads throw what `ChainReads` throws. */
export type AutopilotVault = {
  readonly address: Address;
  readonly chainId: number;
  /** The agents in the order asked for, null where there is none, and the time of the latest block, unix seconds. */
  agents(ids: readonly number[]): Promise<{ readonly blockTimeSec: number; readonly agents: readonly (VaultAgent | null)[] }>;
  /** In the order asked for; null for a vault of the version that has none. */
  tokenBounds(agentId: number, tokens: readonly Address[]): Promise<readonly TokenBounds[] | null>;
  /** How many there are; ids count from 1. */
  agentCount(): Promise<number>;
  /** Whether a trade of this id was executed: the vault refuses it a second time. */
  hasTrade(tradeId: Hash): Promise<boolean>;
  /** The event of a trade that was executed after a moment (unix seconds), wherever its transaction is; null: no endpoint shows it. */
  findTrade(tradeId: Hash, sinceSec: number): Promise<FoundTrade | null>;
  /** Time of the latest block, unix seconds: the vault's clock. */
  timeSec(): Promise<number>;
  /**
   * What the trade would use, in gas, as the vault's executor would send it.
   * @throws TerminalError `execution-reverted` with the vault's or the router's reason in `details.reason`
   */
  estimateTrade(agentId: number, tradeId: Hash, trade: VaultTrade, deadlineSec: number, executor: Address): Promise<bigint>;
  encodeExecuteTrade(agentId: number, tradeId: Hash, trade: VaultTrade, deadlineSec: number): Hex;
  encodeCreateAgent(call: CreateAgentCall): Hex;
  encodeUpdatePolicy(call: UpdatePolicyCall): Hex;
  /** Null when it is not mined. Only events that this vault emitted. */
  eventsOf(txHash: Hash): Promise<AutopilotTransaction | null>;
  /** Reads that belong together; starts again on another endpoint if one fails. */
  readEvents<T>(work: (reader: AutopilotEventReader) => Promise<T>): Promise<T>;
};
