import * as v from 'valibot';
import type { Stored } from '../../../platform/store/record-store.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { maybeWallet, page, writtenText } from '../routes/chat-schemas.ts';
import { RATINGS, TRAINING_STATUSES, type TrainingCandidate } from './training-candidate.ts';

const MOST_AT_ONCE = 100;
const MOST_NOTE_CHARACTERS = 500;

const answerId = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f-]{36}\.[1-9][0-9]{0,4}\.(user|bot)$/, 'Expected the id of an answer, as returned in `messageId`.'),
);
/** An optional text. An empty text counts as missing. */
const maybeText = v.nullable(
  v.pipe(
    writtenText,
    v.transform((text) => (text === '' ? null : text)),
  ),
);
const revision = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

export const feedbackBody = v.object({
  messageId: v.pipe(answerId, v.description('The id of the rated answer, as the reply with the answer returned it in `messageId`.')),
  /** The wallet that owns the conversation with the rated answer. */
  wallet: maybeWallet,
  rating: v.picklist(RATINGS),
  /** The answer that the user would have expected instead of the assistant's answer. */
  correction: v.optional(maybeText, null),
});

export const feedbackSchema = v.object({
  messageId: v.pipe(v.string(), v.description('The id of the rated answer.')),
  ...{ chatId: v.string(), rating: v.picklist(RATINGS), correction: v.nullable(v.string()) },
  ...{ createdAt: v.string(), updatedAt: v.string() },
});

export const candidatesQuery = v.object({
  status: v.optional(v.picklist(TRAINING_STATUSES)),
  rating: v.optional(v.picklist(RATINGS)),
  intent: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/, 'Expected an intent, such as quotes.'))),
  ...page,
});

export const candidateId = v.object({ id: answerId });

const decision = {
  status: v.pipe(v.picklist(TRAINING_STATUSES), v.description('The status that the candidate gets by this review.')),
  /** The answer that training uses instead of the assistant's answer and the user's correction. */
  replacement: v.exactOptional(maybeText),
  note: v.exactOptional(
    v.nullable(v.pipe(writtenText, v.maxLength(MOST_NOTE_CHARACTERS, `Expected at most ${MOST_NOTE_CHARACTERS} characters.`))),
  ),
};
export const decisionBody = v.strictObject({ ...decision, revision });
export const bulkBody = v.strictObject({
  ids: v.pipe(
    v.array(v.union([answerId, v.strictObject({ id: answerId, revision })])),
    v.minLength(1, 'Expected at least one id.'),
    v.maxLength(MOST_AT_ONCE, `Expected at most ${MOST_AT_ONCE} ids.`),
  ),
  status: decision.status,
  note: decision.note,
});

export const candidateSchema = v.object({
  ...{ _id: v.string(), id: v.string(), chatId: v.string(), message: v.string(), answer: v.string(), action: v.string() },
  ...{ intent: v.nullable(v.string()), rating: v.picklist(RATINGS), correction: v.nullable(v.string()) },
  ...{ status: v.picklist(TRAINING_STATUSES), replacement: v.nullable(v.string()), note: v.nullable(v.string()) },
  ...{ reviewedBy: v.nullable(v.string()), reviewedAt: v.nullable(v.string()) },
  /** The revision of the feedback (the training candidate), which increases with each change of the feedback. */
  revision: v.number(),
  ...{ createdAt: v.string(), updatedAt: v.string() },
});
export const countsSchema = v.object({ pending: v.number(), approved: v.number(), rejected: v.number(), total: v.number() });
export const bulkSchema = v.object({
  updated: v.number(),
  results: v.array(
    v.object({
      ...{ id: v.string(), outcome: v.picklist(['done', 'refused']), code: v.nullable(v.string()), message: v.nullable(v.string()) },
      ...{ before: v.unknown(), after: v.unknown() },
    }),
  ),
});

export function presentFeedback(row: Stored<TrainingCandidate>): v.InferOutput<typeof feedbackSchema> {
  const { _id, session, rating, correction, createdAtMs, updatedAtMs } = row;
  return { messageId: _id, chatId: session, rating, correction, createdAt: isoOf(createdAtMs), updatedAt: isoOf(updatedAtMs) };
}

export function presentCandidate(row: Stored<TrainingCandidate>): v.InferOutput<typeof candidateSchema> {
  const { _id, rev, session, message, answer, action, intent, rating, correction, status, replacement, note, reviewedBy } = row;
  return {
    ...{ _id, id: _id, chatId: session, message, answer, action, intent, rating, correction, status, replacement, note, reviewedBy },
    reviewedAt: row.reviewedAtMs === null ? null : isoOf(row.reviewedAtMs),
    ...{ revision: rev, createdAt: isoOf(row.createdAtMs), updatedAt: isoOf(row.updatedAtMs) },
  };
}
