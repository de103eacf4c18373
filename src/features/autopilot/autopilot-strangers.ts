import { MOST_UNPROVED, SIGNED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { AgentLinks } from './agent-links.ts';

/** Agents that no chain has shown: their owners have signed, which costs nothing. */
export function autopilotStrangers({ links }: { readonly links: Pick<AgentLinks, 'count' | 'letGo'> }): StrangersActors {
  return {
    ...{ type: 'autopilot-agent', statuses: ['active', 'paused'], isListExact: false },
    ...{ keptMs: SIGNED_KEPT_MS, most: MOST_UNPROVED },
    isUnproved: ({ snapshot }) => snapshot.context.link == null,
    // Whoever stops a dry run has as long to go on with it.
    sinceMs: ({ createdAtMs, updatedAtMs, snapshot }) => (snapshot.context.paper == null ? createdAtMs : updatedAtMs),
    count: links.count,
    letGo: ({ key }) => links.letGo(key),
  };
}
