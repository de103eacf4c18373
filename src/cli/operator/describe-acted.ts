import type { Acted } from '../../runtime/operator/bulk-act.ts';
import { stateText } from '../table.ts';

/** Describes on one line what a message to an actor has changed in that actor, or that the actor did not accept the message. */
export function describeActed({ record, changed, accepted }: Acted, event: string, isJson: boolean): string {
  const { id, revision, snapshot } = record;
  const state = stateText(snapshot.value);
  if (isJson) return JSON.stringify({ id, revision, changed, accepted, state: snapshot.value });
  if (!accepted) return `${id} ignores ${event} in state ${state}; nothing was changed.`;
  return `${id} is ${changed ? '' : 'still '}at revision ${revision}, in state ${state}.`;
}
