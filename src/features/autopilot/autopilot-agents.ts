import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { AgentLink, TradeCorrection } from '../../values/autopilot/trade.ts';
import type { AgentReading, Explanation, NewAgent, PolicyUpdate } from './agent-record.ts';

/** The agents' actors, as the service talks to them. All but `create` and `read` throw TerminalError `agent-not-found` (404). */
export type AutopilotAgents = {
  /** The same id again gives the same agent. */
  create(agent: NewAgent): Promise<AgentReading>;
  read(recordId: string): Promise<AgentReading | null>;
  /** All of a wallet, newest first. */
  listOf(wallet: string): Promise<readonly AgentReading[]>;
  /** Of a wallet's agents that may trade the oldest ones' records, at most `limit`. */
  oldestRunningOf(wallet: string, limit: number): Promise<readonly string[]>;
  pause(recordId: string): Promise<AgentReading>;
  resume(recordId: string): Promise<AgentReading>;
  update(recordId: string, update: PolicyUpdate): Promise<AgentReading>;
  link(recordId: string, link: AgentLink, chain: OnChainAgent): Promise<AgentReading>;
  /** Takes a link back, if it is this one. */
  unlink(recordId: string, link: AgentLink): Promise<AgentReading>;
  sync(recordId: string, chain: OnChainAgent): Promise<AgentReading>;
  /** The same `eventId` again changes nothing. */
  correct(recordId: string, correction: TradeCorrection, eventId: string): Promise<AgentReading>;
  /** What it would do at `atMs`, knowing `facts` (by fact key), and why not. */
  explain(recordId: string, facts: ReadonlyMap<string, unknown>, atMs: number): Promise<Explanation>;
};
