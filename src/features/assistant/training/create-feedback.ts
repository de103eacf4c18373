import type { RecordStore, Stored } from '../../../platform/store/record-store.ts';
import type { ChainAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { chatOfMessage, messageId as idOfMessage, type StoredMessage } from '../chat-message.ts';
import { isHidden } from '../chat-refusals.ts';
import type { Messages } from '../create-messages.ts';
import type { ReadConversation } from '../read-conversation.ts';
import { type Rating, TRAINING_CANDIDATES, type TrainingCandidate } from './training-candidate.ts';

export type GivenFeedback = {
  readonly messageId: string;
  readonly wallet: ChainAddress | null;
  readonly rating: Rating;
  readonly correction: string | null;
};

export type Feedback = {
  /**
   * Stores a user's feedback on an answer. New feedback on the same answer replaces the earlier feedback, and is reviewed again.
   * @throws TerminalError 404 `message-not-found` when the answer is unknown or belongs to another wallet; InvalidInputError when the
   * message is one of the user
   */
  readonly submit: (feedback: GivenFeedback) => Promise<Stored<TrainingCandidate>>;
  /** Deletes the feedback on all answers of a conversation. */
  readonly removeAll: (chatId: string) => Promise<number>;
};

export function createFeedback(deps: {
  readonly records: RecordStore;
  readonly read: ReadConversation;
  readonly messages: Pick<Messages, 'find'>;
  readonly clock: Clock;
}): Feedback {
  const { read, messages, clock } = deps;
  const candidates = deps.records.collection<TrainingCandidate>(TRAINING_CANDIDATES);

  /** Returns the bot's answer that feedback is about, the user's message before it, and the owner of the conversation. */
  async function found({ messageId, wallet }: GivenFeedback) {
    const session = await read(chatOfMessage(messageId));
    if (session === null || isHidden(session, wallet)) throw messageNotFound();
    const bot = await messages.find(messageId);
    if (bot === null) throw messageNotFound();
    if (bot.senderType !== 'bot') {
      const message = 'Feedback can be given only on answers of the assistant, and this message is from the user.';
      throw new InvalidInputError([{ path: 'body.messageId', code: 'not-an-answer', message }]);
    }
    const user = await messages.find(idOfMessage(bot.session, bot.turn, 'user'));
    if (user === null) throw messageNotFound();
    return { bot, user, owner: session.wallet };
  }

  /** Stores the feedback. When another request changes the same feedback at the same time, it tries again. */
  async function keep(id: string, first: TrainingCandidate): Promise<Stored<TrainingCandidate>> {
    for (;;) {
      const inserted = await candidates.insert(id, first);
      if (inserted.inserted) return { ...first, _id: id, rev: 1 };
      const { _id, rev, ...known } = inserted.exists;
      const { rating, correction, wallet, updatedAtMs } = first;
      const isSame = known.rating === rating && known.correction === correction;
      if (isSame && known.wallet === wallet) return inserted.exists;
      // A reviewer has approved or rejected the earlier feedback, so changed feedback has to be reviewed again.
      const reopened = isSame ? {} : ({ status: 'pending', replacement: null, note: null, reviewedBy: null, reviewedAtMs: null } as const);
      const next: TrainingCandidate = { ...known, ...reopened, rating, correction, wallet, updatedAtMs };
      if (await candidates.update(_id, rev, next)) return { ...next, _id, rev: rev + 1 };
    }
  }

  return {
    async submit(feedback) {
      const { bot, user, owner } = await found(feedback);
      const { rating, correction } = feedback;
      const nowMs = clock.now();
      const kept = await keep(bot._id, {
        ...{ session: bot.session, wallet: owner, message: user.text, answer: bot.text, action: bot.action ?? 'text' },
        ...{ intent: intentOf(bot), rating, correction, status: 'pending', replacement: null, note: null },
        ...{ reviewedBy: null, reviewedAtMs: null, createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs: bot.expiresAtMs },
      });
      // Deleting a conversation removes its messages first and its feedback afterwards. If the message is gone, the deletion may have
      // missed this new feedback, so the feedback is removed here.
      if ((await messages.find(bot._id)) !== null) return kept;
      await candidates.remove(bot._id);
      throw messageNotFound();
    },
    removeAll: (chatId) => candidates.removeWhere({ session: chatId }),
  };
}

function intentOf({ data }: StoredMessage): string | null {
  const understood = data?.understood;
  if (typeof understood !== 'object' || understood === null || !('intent' in understood)) return null;
  return typeof understood.intent === 'string' ? understood.intent : null;
}

function messageNotFound(): TerminalError {
  const message = 'No answer with this id exists in a conversation of this wallet.';
  return new TerminalError({ code: 'message-not-found', status: 404, message });
}
