import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { OutcomeKind, TradeFill } from '../../src/values/autopilot/outcome.ts';
import type { AgentToken, AutopilotPolicy } from '../../src/values/autopilot/policy.ts';
import type { AgentLink, KnownFill, SettledTx, TradeCorrection, TradePlan } from '../../src/values/autopilot/trade.ts';

type Timed<T> = T & { readonly at: number };
type OfTrade<TType extends string> = { readonly type: TType; readonly tradeId: string };

export type AutopilotAgentEvent =
  | Timed<{
      readonly type: 'TICK';
      /** Null where the chain has no vault (any more). */
      readonly facts: AgentFacts | null;
    }>
  // From the wallet, through the routes.
  | Timed<{ readonly type: 'PAUSE' }>
  | Timed<{ readonly type: 'RESUME' }>
  | Timed<{
      readonly type: 'UPDATE';
      readonly policy: AutopilotPolicy;
      readonly policyHash: string;
      readonly policySignature: string;
      readonly limits: OnChainAgent['limits'];
      readonly tokens: Readonly<Record<string, AgentToken>>;
    }>
  // From the chain.
  | Timed<{ readonly type: 'LINKED'; readonly link: AgentLink; readonly chain: OnChainAgent }>
  /** The chain went back behind the agent that this record was linked to. */
  | Timed<{ readonly type: 'UNLINKED'; readonly link: AgentLink }>
  | Timed<{ readonly type: 'SYNCED'; readonly chain: OnChainAgent }>
  // Of the trade that is on its way.
  | Timed<OfTrade<'TRADE_PLANNED'> & { readonly plan: TradePlan }>
  | Timed<
      OfTrade<'TRADE_SKIPPED'> & {
        readonly kind: OutcomeKind;
        readonly detail: string;
        /** UTC ms before which it is not tried again, where that is known. */
        readonly untilMs?: number;
        /** How long the pause may grow while the same goes on; missing: as after any failure. */
        readonly parksForMinutes?: number;
      }
    >
  | Timed<{
      readonly type: 'TX_SETTLED';
      readonly requestKey: string;
      readonly outcome: SettledTx['outcome'];
      readonly txHash?: string | undefined;
      readonly blockNumber?: number | undefined;
      readonly blockHash?: string | undefined;
      readonly reason?: string | undefined;
    }>
  | Timed<OfTrade<'TRADE_SETTLED'> & { readonly fill: TradeFill; readonly txHash: string | null; readonly chain: OnChainAgent | null }>
  | Timed<OfTrade<'TRADE_FAILED'> & { readonly reason: string }>
  /** It was not sent after all, and cost nothing: paused, too late, no executor. */
  | Timed<OfTrade<'TRADE_RETURNED'> & { readonly reason: string }>
  /** The chain went back behind the receipt: the sender was asked to look again. */
  | Timed<OfTrade<'RECEIPT_GONE'>>
  /** Of a trade that had its end: the chain has taken that back. */
  | Timed<{ readonly type: 'TRADE_CORRECTED' } & TradeCorrection>
  /** An operator went back to an older state. */
  | Timed<{ readonly type: 'RESTORED' }>
  | Timed<{ readonly type: 'RECONCILED'; readonly fills: readonly KnownFill[]; readonly chain: OnChainAgent | null }>;
