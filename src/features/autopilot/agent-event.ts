import type { WalletEvent } from '../../module/wallet-event.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';

/**
 * Declares the notifications that an agent's owner can receive.
 * @param type the actor type of agents
 */
export function agentEvent(type: string, agents: Pick<AutopilotAgents, 'read'>): WalletEvent {
  return {
    ...{ name: 'agent', type },
    async read(key) {
      const found = await agents.read(key);
      return found === null ? null : { wallet: found.wallet, record: found.record };
    },
  };
}
