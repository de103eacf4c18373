import type { Address } from '../../values/address.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { AgentLink, TradeCorrection } from '../../values/autopilot/trade.ts';
import type { AgentReading, Explanation, NewAgent, PolicyUpdate } from './agent-record.ts';

/**
 * Gives the Autopilot service access to the agents' actors. All functions except `create` and `read` throw TerminalError `agent-not-found`
 * (404).
 */
export type AutopilotAgents = {
  /** Creates an agent. If an agent with the same record id exists, the existing agent is returned. */
  create(agent: NewAgent): Promise<AgentReading>;
  read(recordId: string): Promise<AgentReading | null>;
  /** Lists a wallet's agents, newest first. */
  listOf(wallet: Address): Promise<readonly AgentReading[]>;
  /** Returns the record ids of the oldest agents of a wallet that are allowed to trade, at most `limit`. */
  oldestRunningOf(wallet: Address, limit: number): Promise<readonly string[]>;
  pause(recordId: string): Promise<AgentReading>;
  resume(recordId: string): Promise<AgentReading>;
  update(recordId: string, update: PolicyUpdate): Promise<AgentReading>;
  link(recordId: string, link: AgentLink, chain: OnChainAgent): Promise<AgentReading>;
  /** Removes the record's link to its on-chain agent if the record's current link equals `link`. */
  unlink(recordId: string, link: AgentLink): Promise<AgentReading>;
  sync(recordId: string, chain: OnChainAgent): Promise<AgentReading>;
  /** Corrects the recorded result of an agent's trade. Repeating a call with the same `eventId` has no effect. */
  correct(recordId: string, correction: TradeCorrection, eventId: string): Promise<AgentReading>;
  /**
   * Evaluates the agent's strategies at the time `atMs` with the facts (external data such as prices, by key) in `facts`, without side
   * effects. Returns what the agent would do, or why it would do nothing.
   */
  explain(recordId: string, facts: ReadonlyMap<string, unknown>, atMs: number): Promise<Explanation>;
};
