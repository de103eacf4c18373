import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { PlainEvent } from '../../src/runtime/define/definition.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';

/** Sends a position the outcome of its order. The event id is the item's own id, so a repetition after a crash changes nothing. */
export async function tellPosition(actors: Pick<ActorClient, 'send'>, actorId: string, event: PlainEvent, eventId: string): Promise<void> {
  try {
    await actors.send(actorId, event, { eventId });
  } catch (error) {
    // An operator has removed the position's record, so no actor waits for the outcome.
    if (!(error instanceof TerminalError) || error.code !== 'actor-not-found') throw error;
  }
}
