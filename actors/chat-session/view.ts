import type { ChatContext } from '../../machines/chat-session/context.ts';
import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import type { ChatSessionView } from '../../src/values/assistant/chat-turn.ts';

export type ChatSnapshot = { readonly value: unknown; readonly context: ChatContext };

export function viewOf({ value, context }: ChatSnapshot, meta: ViewMeta): ChatSessionView {
  const { wallet, name, pending, activeDappProjectId, turns, answered, current, waiting, known, lastAction, recent, held } = context;
  return {
    chatId: meta.key,
    state: String(value),
    ...{ wallet, name, pending, activeDappProjectId, turns, answered, known, lastAction, recent, held },
    unanswered: current === null ? waiting : [current, ...waiting],
    createdAtMs: meta.createdAtMs,
    updatedAtMs: meta.updatedAtMs,
  };
}
