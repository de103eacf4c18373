import type { ActivityNote } from '../../src/values/autopilot/activity.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import type { AgentLink, AgentTrade } from '../../src/values/autopilot/trade.ts';
import type { PaperVault } from './paper-vault.ts';
import type { Standing } from './standing.ts';

/** What a strategy's last evaluation said, kept when its kind changes; the numbers are worked out when somebody asks. */
export type StoredOutcome = { readonly kind: OutcomeKind; readonly sinceMs: number };

/** JSON; amounts in base units as decimal text, times in UTC ms. */
export type AutopilotAgentContext = {
  readonly recordId: string;
  /** Of the stored policy; the engine acts only while the vault has the same. */
  readonly policyHash: string;
  readonly policySignature: string;
  /** What the USD limits came to when the policy was stored. */
  readonly limits: OnChainAgent['limits'];
  readonly isPaused: boolean;
  readonly standing: Standing;
  /** Null until confirmed, and for good in a dry run. */
  readonly link: AgentLink | null;
  /** As the vault was last seen; null: never. */
  readonly chain: OnChainAgent | null;
  readonly chainSeenAtMs: number | null;
  /** When a look was last kept that did not read the vault: of a dry run, which has none, or of a chain that could not be read. */
  readonly lookedAtMs?: number;
  /** The vault of a dry run; null for an agent that trades. */
  readonly paper: PaperVault | null;
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
  readonly trade: AgentTrade | null;
  /** What this very step has to tell of the protections: gone by its end, so that no stored context has it. */
  readonly untold?: readonly ActivityNote[] | undefined;
  /** Trades started so far. */
  readonly tradeNo: number;
  readonly lastFailure: { readonly message: string; readonly atMs: number } | null;
  /** The expiry (unix seconds) that the wallet was warned of; a later one is warned of again. */
  readonly warnedOfExpirySec: number | null;
};

export type AutopilotAgentInput = {
  readonly recordId: string;
  readonly policyHash: string;
  readonly policySignature: string;
  readonly limits: OnChainAgent['limits'];
  readonly standing: Standing;
  /** Base units of the budget token that a dry run begins with; null for an agent that trades. */
  readonly paperBudget: string | null;
};
