import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { PlainEvent } from '../../src/runtime/define/definition.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';

/**
 * Sends a DCA position the outcome of its order or pay-out. The event id is the batch item's own id, so repeating the call after a crash
 * has no effect.
 */
export async function tellPosition(actors: Pick<ActorClient, 'send'>, actorId: string, event: PlainEvent, eventId: string): Promise<void> {
  try {
    await actors.send(actorId, event, { eventId });
  } catch (error) {
    // The code `actor-not-found` means that the position's actor does not exist any more, because an operator has deleted its record. Then
    // the outcome need not be delivered.
    if (!(error instanceof TerminalError) || error.code !== 'actor-not-found') throw error;
  }
}
