import type { DcaSchedule } from '../dca-schedule.ts';
import type { AgentDetails, RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';

/** What an actor says of itself, before the books and the chain are asked: each kind of actor draws its own (`actors/<name>/sketch.ts`). */
export type ActorSketch = {
  /** How it counts its tokens itself: the token list is asked for the others. */
  readonly tokens: readonly TokenNote[];
  readonly related: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions: readonly TransactionSketch[];
  readonly domain: DomainSketch | null;
  /** The chain on which it has things sent; null: on none. */
  readonly sendsOn: number | null;
  /** What it asked its sender for and is not settled yet: the key that the sender knows it by, and what it is. */
  readonly requests: readonly { readonly key: string; readonly what: string }[];
};

export type TransactionSketch = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

export type DomainSketch = AgentSketch | DcaSketch | TradeSketch;

export type AgentSketch = Omit<AgentDetails, 'series' | 'fills'> & {
  readonly recordId: string;
  readonly chainId: number;
  /** Tokens whose prices tell why it trades. */
  readonly charted: readonly string[];
};

export type DcaSketch = {
  readonly kind: 'dca';
  readonly chainId: number;
  readonly wallet: string;
  readonly link: { readonly vault: string; readonly positionId: number } | null;
  readonly fromToken: string;
  readonly toToken: string;
  readonly perOrder: string;
  readonly total: number;
  readonly plan: DcaPlan | null;
};

/** Where a position is in its schedule; times in UTC ms. */
export type DcaPlan = {
  readonly processed: number;
  readonly schedule: DcaSchedule;
  /** Null when there is none: complete, cancelled, or not known. */
  readonly nextAtMs: number | null;
  readonly isUnderWay: boolean;
  readonly isCancelled: boolean;
};

export type TradeSketch = {
  readonly kind: 'trade';
  readonly provider: string | null;
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  readonly amountIn: string;
  /** What arrived, else what was expected, else the least that it must be. */
  readonly amountOut: string | null;
  readonly isBridge: boolean;
  readonly status: 'pending' | 'success' | 'failed';
  readonly hash: string | null;
  readonly destinationHash: string | null;
  readonly isSeen: boolean;
  readonly settledAtMs: number | null;
};

/** @returns null for an actor of a kind that has no sketch, or that is gone. @throws what reading it throws */
export type SketchActor = (id: string) => Promise<ActorSketch | null>;

/** What an actor's sender has in hand for it: what is signed and sent, and not settled yet. @throws what reading the sender throws */
export type TransactionsInHand = (id: string, sketch: Pick<ActorSketch, 'sendsOn' | 'requests'>) => Promise<readonly TransactionSketch[]>;
