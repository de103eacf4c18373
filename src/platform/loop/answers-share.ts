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
 * Await it before a reply of a node or provider is parsed. Replies that many requests wait for and that arrive together are then
 * parsed in turns, between which other work runs. Replies for the node's own work (ticks, effects, followers) do not wait. There is
 * one for the process, which has one event loop.
 */
export const answerTurn = createAnswerTurn(createLoopShare());
