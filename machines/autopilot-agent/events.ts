import type { ByAddress } from '../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { OutcomeKind, TradeFill } from '../../src/values/autopilot/outcome.ts';
import type { AgentToken, AutopilotPolicy } from '../../src/values/autopilot/policy.ts';
import type { AgentLink, KnownFill, TradeCorrection, TradePlan } from '../../src/values/autopilot/trade.ts';
import type { Hash } from '../../src/values/hash.ts';
import type { RouteTrail } from '../../src/values/route-trail.ts';
import type { TxSettled } from '../../src/values/tx-settled.ts';

type Timed<T> = T & { readonly at: number };
type OfTrade<TType extends string> = { readonly type: TType; readonly tradeId: string };

export type AutopilotAgentEvent =
  | Timed<{
      readonly type: 'TICK';
      /** The external data of this tick; null when the chain has no vault, or its vault was removed. */
      readonly facts: AgentFacts | null;
    }>
  // Events that the wallet's owner sends through the HTTP routes.
  | Timed<{ readonly type: 'PAUSE' }>
  | Timed<{ readonly type: 'RESUME' }>
  | Timed<{
      readonly type: 'UPDATE';
      readonly policy: AutopilotPolicy;
      readonly policyHash: Hash;
      readonly policySignature: string;
      readonly limits: OnChainAgent['limits'];
      readonly tokens: ByAddress<AgentToken>;
    }>
  // Events that are sent to an agent when something about it changed on the chain.
  | Timed<{ readonly type: 'LINKED'; readonly link: AgentLink; readonly chain: OnChainAgent }>
  /** A reorg removed the on-chain agent to which the agent's record was linked. */
  | Timed<{ readonly type: 'UNLINKED'; readonly link: AgentLink }>
  | Timed<{ readonly type: 'SYNCED'; readonly chain: OnChainAgent }>
  // Events that are sent by the effects of the trade in flight.
  | Timed<OfTrade<'TRADE_PLANNED'> & { readonly plan: TradePlan }>
  | Timed<
      OfTrade<'TRADE_SKIPPED'> & {
        readonly kind: OutcomeKind;
        readonly detail: string;
        /** When the next attempt at the trade can succeed (UTC ms). Missing when the time is unknown. */
        readonly untilMs?: number;
        /** Longest pause between attempts at a trade, in minutes. When missing, the usual longest pause after failed trades applies. */
        readonly parksForMinutes?: number;
        readonly routes?: RouteTrail;
      }
    >
  | Timed<
      TxSettled & {
        /** True when a batch reports the trade's outcome; missing when the transaction sender itself reports the outcome. */
        readonly inBatch?: boolean | undefined;
      }
    >
  | Timed<OfTrade<'TRADE_SETTLED'> & { readonly fill: TradeFill; readonly txHash: Hash | null; readonly chain: OnChainAgent | null }>
  | Timed<OfTrade<'TRADE_FAILED'> & { readonly reason: string }>
  /**
   * The trade was not sent and caused no cost, because the agent was paused, the deadline had passed, or this node has no key to sign the
   * transaction.
   */
  | Timed<OfTrade<'TRADE_RETURNED'> & { readonly reason: string }>
  /** A reorg removed the receipt of the trade's transaction. The transaction sender was asked to check the transaction again. */
  | Timed<OfTrade<'RECEIPT_GONE'>>
  /** A reorg changed the outcome of a finished trade. */
  | Timed<{ readonly type: 'TRADE_CORRECTED' } & TradeCorrection>
  /** An operator restored an older state of the actor. */
  | Timed<{ readonly type: 'RESTORED' }>
  | Timed<{ readonly type: 'RECONCILED'; readonly fills: readonly KnownFill[]; readonly chain: OnChainAgent | null }>;
