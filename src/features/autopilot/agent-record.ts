import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { Outcome, OutcomeKind } from '../../values/autopilot/outcome.ts';
import type { AgentToken, AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { AgentLink } from '../../values/autopilot/trade.ts';
import type { JsonObject } from '../../values/json.ts';

/** What an agent is made of. Amounts in base units of the budget token. */
export type NewAgent = {
  readonly recordId: string;
  readonly policy: AutopilotPolicy;
  readonly policyHash: string;
  readonly policySignature: string;
  readonly limits: OnChainAgent['limits'];
  /** By token: all of `allowTokens`. */
  readonly tokens: Readonly<Record<string, AgentToken>>;
  /** What a dry run begins with; null for an agent that trades. */
  readonly paperBudget: string | null;
};

export type PolicyUpdate = Pick<NewAgent, 'policy' | 'policyHash' | 'policySignature' | 'limits' | 'tokens'>;

/** What a strategy is doing: its last outcome, and what it has done. */
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

/** An agent as it is read. `record` is what clients see. */
export type AgentReading = {
  readonly recordId: string;
  readonly wallet: string;
  readonly chainId: number;
  readonly policyHash: string;
  readonly link: AgentLink | null;
  readonly isPaper: boolean;
  readonly isPaused: boolean;
  readonly policy: AutopilotPolicy;
  /** Fact keys that an evaluation needs. */
  readonly factKeys: readonly string[];
  readonly record: JsonObject;
};

/** An evaluation that nothing follows from. */
export type Explanation = {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The trade that would be made now. */
  readonly trade: JsonObject | null;
};
