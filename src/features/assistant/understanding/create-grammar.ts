import type { Clock } from '../../../values/clock.ts';
import type { AgentService, Question, Understood } from './agent-service.ts';
import { understandMessage } from './understand-message.ts';

/**
 * Creates the agent service that is built into the program: a grammar that scores intents and fills their slots. It needs no model, reads
 * no records, and understands the same message in the same way each time. It understands English, and the usual intents in Spanish,
 * Portuguese, Turkish and Hindi in Latin letters.
 */
export function createGrammar({ clock }: { readonly clock: Pick<Clock, 'now'> }): AgentService {
  return {
    understandAtOnce(question) {
      const understood = understandMessage(question, clock.now());
      return mayMissToken(understood) ? null : understood;
    },
    async understand(question: Question, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const understood = understandMessage(question, clock.now());
      const renewed = mayMissToken(understood) ? await question.tokens.renewed() : null;
      signal?.throwIfAborted();
      return renewed === null ? understood : understandMessage({ ...question, tokens: renewed }, clock.now());
    },
  };
}

/** Whether the message may name a token that is not in the list of tokens. */
function mayMissToken({ missing, intent }: Understood): boolean {
  return intent === 'fallback' || missing.some((name) => name === 'fromToken' || name === 'toToken');
}
