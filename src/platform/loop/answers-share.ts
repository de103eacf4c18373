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
 * To be awaited before an answer of a node or provider is read. Many that requests have asked for, and that come together, are worked on in turns,
 * between which others are heard; what the node asked for itself (ticks, effects, followers) does not wait behind them. One for the process, which has
 * one event loop.
 */
export const answerTurn = createAnswerTurn(createLoopShare());
