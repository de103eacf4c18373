import { MOST_UNPROVED, SIGNED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { AgentLinks } from './agent-links.ts';

/**
 * Counts agent records without an on-chain agent towards the limit on stored data of unauthenticated clients. Anyone can create such
 * records, because creating one needs only a wallet's signature, and a signature costs nothing.
 */
export function autopilotStrangers({ links }: { readonly links: Pick<AgentLinks, 'count' | 'letGo'> }): StrangersActors {
  return {
    ...{ type: 'autopilot-agent', statuses: ['active', 'paused'], isListExact: false },
    ...{ keptMs: SIGNED_KEPT_MS, most: MOST_UNPROVED },
    isUnproved: ({ snapshot }) => snapshot.context.link == null,
    // When a dry run (an agent with simulated money) is stopped, the time until it is deleted starts again, so that its owner has time to
    // resume it.
    sinceMs: ({ createdAtMs, updatedAtMs, snapshot }) => (snapshot.context.paper == null ? createdAtMs : updatedAtMs),
    count: links.count,
    letGo: ({ key }) => links.letGo(key),
  };
}
