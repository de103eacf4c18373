import type { CollectionSpec } from '../../../platform/store/record-store.ts';
import type { ChainAddress } from '../../../values/address.ts';
import { documentForm, nullable, number, oneOf, text, time } from '../../../values/document-form.ts';

export const RATINGS = ['up', 'down'] as const;
export const TRAINING_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type Rating = (typeof RATINGS)[number];
export type TrainingStatus = (typeof TRAINING_STATUSES)[number];

/**
 * A user's feedback on an answer of the assistant, with copies of the message and the answer. It is a candidate for training data until an
 * admin approves or rejects it. Its id is the id of the answer, so there is at most one for each answer.
 */
export type TrainingCandidate = {
  /** The id of the conversation that contains the rated answer. */
  readonly session: string;
  /** The wallet that owns the conversation; null while the conversation has no owner. */
  readonly wallet: ChainAddress | null;
  /** The user's message. */
  readonly message: string;
  /** The assistant's answer that the user has rated. */
  readonly answer: string;
  readonly action: string;
  /** The intent that was understood from the message; null when none was. */
  readonly intent: string | null;
  readonly rating: Rating;
  /** The answer that the user would have expected; null when the user did not give one. */
  readonly correction: string | null;
  readonly status: TrainingStatus;
  /** The answer that a reviewer wrote; null when there is none. It replaces the user's correction and the assistant's answer in exports. */
  readonly replacement: string | null;
  readonly note: string | null;
  /** The person who reviewed the feedback last: an admin's wallet, or an operator's name; null before the first review. */
  readonly reviewedBy: string | null;
  readonly reviewedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /**
   * Time (UTC ms) at which the assistant's answer expires. The training candidate (the answer, proposed as an example for training a model)
   * expires at the same time.
   */
  readonly expiresAtMs: number;
};

export const TRAINING_CANDIDATES: CollectionSpec = {
  name: 'training-candidates',
  // A wallet's data export contains its feedback, but not who reviewed the feedback and what reviewers noted.
  ofWallet: { by: 'wallet', mayBeDeleted: true, withheld: ['reviewedBy', 'note', 'replacement'] },
  indexes: [
    ['session'],
    ['wallet'],
    ['createdAtMs'],
    ['status', 'createdAtMs'],
    ['rating', 'createdAtMs'],
    ['intent', 'createdAtMs'],
    ['status', 'rating', 'createdAtMs'],
    ['status', 'intent', 'createdAtMs'],
    ['rating', 'intent', 'createdAtMs'],
    ['status', 'rating', 'intent', 'createdAtMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<TrainingCandidate>({
    ...{ session: text, wallet: nullable(text), message: text, answer: text, action: text, intent: nullable(text) },
    ...{ rating: oneOf(...RATINGS), correction: nullable(text), status: oneOf(...TRAINING_STATUSES) },
    ...{ replacement: nullable(text), note: nullable(text), reviewedBy: nullable(text), reviewedAtMs: nullable(time) },
    ...{ createdAtMs: time, updatedAtMs: time, expiresAtMs: number },
  }),
};
