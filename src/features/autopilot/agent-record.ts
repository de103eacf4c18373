import type { Address, ByAddress } from '../../values/address.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { Outcome, OutcomeKind, TradeIntent } from '../../values/autopilot/outcome.ts';
import type { AgentToken, AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { AgentLink } from '../../values/autopilot/trade.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { Hash } from '../../values/hash.ts';
import type { PublicAgent } from './routes/autopilot-schemas.ts';

/** The data with which an agent is created. Amounts are in base units of the budget token. */
export type NewAgent = {
  readonly recordId: string;
  readonly policy: AutopilotPolicy;
  readonly policyHash: Hash;
  readonly policySignature: string;
  readonly limits: OnChainAgent['limits'];
  /** Symbol and decimals of all tokens in the policy's `allowTokens`, by token address. */
  readonly tokens: ByAddress<AgentToken>;
  /** The simulated budget that a dry run (an agent with simulated money) starts with; null for an agent that trades real funds. */
  readonly paperBudget: BaseUnits | null;
  /**
   * The fee of each trade of a dry run (an agent with simulated money), in hundredths of a percent of the amount spent; null when the fee
   * could not be read.
   */
  readonly paperFeeBps?: number | null;
};

export type PolicyUpdate = Pick<NewAgent, 'policy' | 'policyHash' | 'policySignature' | 'limits' | 'tokens'>;

/** The state of one strategy of an agent: its last outcome and its counters. */
export type StrategyReading = {
  readonly id: string;
  readonly type: string;
  readonly outcome: OutcomeKind | null;
  readonly outcomeSince: string | null;
  readonly runs: number;
  readonly lastFillAt: string | null;
  readonly nextAt: string | null;
  readonly cooldownUntil: string | null;
};

/** An agent's state as read from its actor. `record` is the part that clients can see. */
export type AgentReading = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly policyHash: Hash;
  readonly link: AgentLink | null;
  readonly isPaper: boolean;
  readonly isPaused: boolean;
  readonly policy: AutopilotPolicy;
  /** Keys of the facts (external data such as prices) that an evaluation of the agent needs. */
  readonly factKeys: readonly string[];
  readonly record: AgentRecord;
};

/** An agent's record as clients see it (API specification, "Autopilot agent record"). */
export type AgentRecord = PublicAgent & { readonly limits: ShownLimits };

/**
 * The limits of an agent's trades under the names used in its policy; `expiry` is in unix seconds. Amounts are in base units of the budget
 * token.
 */
export type ShownLimits = Omit<OnChainAgent['limits'], 'expirySec'> & { readonly expiry: number };

/** The result of evaluating an agent's strategies without making a trade or storing anything. */
export type Explanation = {
  /** What each strategy would do, by strategy id. `sentence` describes it in words for clients and operators. */
  readonly outcomes: Readonly<Record<string, Outcome & { readonly sentence: string }>>;
  /** The trade that the agent would make now; null when there is none. */
  readonly trade: TradeIntent | null;
  /** Why the agent as a whole waits now, as a code, as a sentence, and as details. Operators read the same texts. */
  readonly why: { readonly code: string; readonly sentence: string; readonly details: readonly string[] };
};
