import type { ActivityNote } from '../../src/values/autopilot/activity.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import type { AgentLink, AgentTrade } from '../../src/values/autopilot/trade.ts';
import type { BaseUnits } from '../../src/values/base-units.ts';
import type { Hash } from '../../src/values/hash.ts';
import type { RouteTrail } from '../../src/values/route-trail.ts';
import type { EngineState } from './engine-state.ts';
import type { PaperVault } from './paper-vault.ts';

/**
 * Kind of a strategy's last outcome, and the time (UTC ms) since which the strategy's outcomes have been of this kind. The text that
 * explains an outcome is computed when it is requested, and is not stored.
 */
export type StoredOutcome = { readonly kind: OutcomeKind; readonly sinceMs: number };

/** The stored state of an Autopilot agent, as JSON. Amounts are decimal strings of base units; times are in UTC ms. */
export type AutopilotAgentContext = {
  readonly recordId: string;
  /** Hash of the stored policy. The agent trades only while the vault contains the same hash. */
  readonly policyHash: Hash;
  readonly policySignature: string;
  /** The policy's USD limits, converted to base units when the policy was stored. */
  readonly limits: OnChainAgent['limits'];
  readonly isPaused: boolean;
  readonly engineState: EngineState;
  /** The on-chain agent of this record. Null until it is confirmed on chain, and always null in a dry run. */
  readonly link: AgentLink | null;
  /** The agent's data as last read from the vault and stored; null when the vault was never read. */
  readonly chain: OnChainAgent | null;
  readonly chainSeenAtMs: number | null;
  /**
   * Time (UTC ms) of the last stored tick at which the vault was not read, because the agent is a dry run or the chain could not be read.
   */
  readonly lookedAtMs?: number;
  /** The simulated vault of a dry run; null for an agent that trades real funds. */
  readonly paper: PaperVault | null;
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
  readonly trade: AgentTrade | null;
  /**
   * Notifications about protections that the current step must send. They are cleared before the step ends, so a stored state contains
   * none.
   */
  readonly untold?: readonly ActivityNote[] | undefined;
  /** Number of trades that the agent has started so far, including trades that failed. */
  readonly tradeNo: number;
  /** The quote sources that were queried for the route of the last planned trade. Missing when only Uniswap v3 was queried. */
  readonly lastRoutes?: RouteTrail | undefined;
  readonly lastFailure: { readonly message: string; readonly atMs: number } | null;
  /** The expiry (unix seconds) about which the wallet was already warned. If the policy gets a later expiry, the wallet is warned again. */
  readonly warnedOfExpirySec: number | null;
};

export type AutopilotAgentInput = {
  readonly recordId: string;
  readonly policyHash: Hash;
  readonly policySignature: string;
  readonly limits: OnChainAgent['limits'];
  readonly engineState: EngineState;
  /** Starting balance of a dry run, in base units of the budget token; null for an agent that trades real funds. */
  readonly paperBudget: BaseUnits | null;
  /**
   * The fee that a dry run subtracts from each trade, in hundredths of a percent of the spent amount. It equals the fee of the real vault.
   * Null or missing when the vault's fee is unknown.
   */
  readonly paperFeeBps?: number | null;
};
