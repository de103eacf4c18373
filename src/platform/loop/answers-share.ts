import { currentScope } from '../log/scope.ts';
import { createLoopShare, type LoopShare } from './loop-share.ts';

export function createAnswerTurn(share: Pick<LoopShare, 'turn'>): () => Promise<void> {
  return async () => {
    const requestId = currentScope()?.requestId ?? null;
    if (requestId === null) return;
    const turn = share.turn(() => requestId);
    if (turn !== null) await turn;
  };
}

/**
 * Must be awaited before a reply of a node or provider is parsed. When many replies for client requests arrive together, they are then
 * parsed one after another, and other work can run in between. Replies for the node's own work (ticks, effects, event subscribers) do not
 * wait. There is one instance for the whole process, since the process has only one event loop.
 */
export const answerTurn = createAnswerTurn(createLoopShare());
