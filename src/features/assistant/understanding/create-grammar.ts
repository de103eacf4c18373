import type { Clock } from '../../../values/clock.ts';
import type { AgentService, Question } from './agent-service.ts';
import { understandMessage } from './understand-message.ts';

/**
 * The embedded agent service: a grammar of slots over a scored set of intents. It needs no model, reads no records, and understands the
 * same message in the same way each time. English; Spanish, Portuguese, Turkish and Hindi in Latin letters for the usual intents.
 */
export function createGrammar({ clock }: { readonly clock: Pick<Clock, 'now'> }): AgentService {
  return {
    async understand(question: Question, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const understood = understandMessage(question, clock.now());
      const isUnknown = understood.missing.some((name) => name === 'fromToken' || name === 'toToken') || understood.intent === 'fallback';
      const renewed = isUnknown ? await question.tokens.renewed() : null;
      signal?.throwIfAborted();
      return renewed === null ? understood : understandMessage({ ...question, tokens: renewed }, clock.now());
    },
  };
}
