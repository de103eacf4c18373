import type { RecordStore, Stored } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { asJson, type Json } from '../../../values/json.ts';
import type { Audit, Caller } from '../../admin/create-audit.ts';
import { type Rating, TRAINING_CANDIDATES, TRAINING_STATUSES, type TrainingCandidate, type TrainingStatus } from './training-candidate.ts';

export type CandidateFilter = {
  readonly status?: TrainingStatus | undefined;
  readonly rating?: Rating | undefined;
  readonly intent?: string | undefined;
};

/**
 * A reviewer's decision about a training candidate (a user's feedback on an answer). Fields that are absent are not changed, and null
 * removes a text.
 */
export type Decision = {
  readonly status: TrainingStatus;
  readonly replacement?: string | null | undefined;
  readonly note?: string | null | undefined;
};

/**
 * A training candidate (a user's feedback on an answer) that is to be reviewed. If `revision` is set, the review is refused when the
 * candidate has changed since that revision.
 */
export type Reviewed = { readonly id: string; readonly revision?: number | undefined };

/** The result of one of several reviews of answers of the assistant in a request. If the review was refused, `code` states why. */
export type ReviewResult = Reviewed & {
  readonly outcome: 'done' | 'refused';
  readonly code: string | null;
  readonly message: string | null;
  readonly before: Json;
  readonly after: Json;
};

/** The review of training candidates (users' feedback on answers) by admins and operators. */
export type Training = {
  /** Lists training candidates (users' feedback on answers), newest first. */
  readonly list: (
    filter: CandidateFilter,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly candidates: readonly Stored<TrainingCandidate>[]; readonly cursor: string | null }>;
  /** Returns a training candidate (a user's feedback on an answer). @throws TerminalError 404 `training-not-found` */
  readonly find: (id: string) => Promise<Stored<TrainingCandidate>>;
  readonly counts: () => Promise<{ readonly [Status in TrainingStatus | 'total']: number }>;
  /**
   * Reviews a training candidate (a user's feedback on an answer), and records the review in the audit log.
   * @throws TerminalError 404 `training-not-found`; 409 `training-changed`, `training-needs-answer`
   */
  readonly review: (caller: Caller, reviewed: Reviewed, decision: Decision) => Promise<Stored<TrainingCandidate>>;
  /**
   * Reviews several training candidates (users' feedback on answers) one after the other. A review that is refused does not affect the
   * other reviews.
   */
  readonly reviewAll: (caller: Caller, reviewed: readonly Reviewed[], decision: Decision) => Promise<readonly ReviewResult[]>;
};

export function createTraining(deps: {
  readonly records: RecordStore;
  readonly audit: Pick<Audit, 'record'>;
  readonly clock: Clock;
}): Training {
  const { audit, clock } = deps;
  const candidates = deps.records.collection<TrainingCandidate>(TRAINING_CANDIDATES);

  async function find(id: string): Promise<Stored<TrainingCandidate>> {
    const found = await candidates.get(id);
    if (found !== null) return found;
    const message = 'No training candidate with this id exists. Its conversation may have been deleted.';
    throw new TerminalError({ code: 'training-not-found', status: 404, message });
  }

  async function decide(by: string, { id, revision }: Reviewed, decision: Decision) {
    for (;;) {
      const { _id, rev, ...before } = await find(id);
      if (revision !== undefined && revision !== rev) throw changedMeanwhile();
      const { status, replacement = before.replacement, note = before.note } = decision;
      const after = { ...before, status, replacement, note, reviewedBy: by, reviewedAtMs: clock.now() };
      if (status === 'approved' && before.rating === 'down' && before.correction === null && replacement === null) throw needsAnswer();
      if (await candidates.update(_id, rev, after)) return { before, after: { ...after, _id, rev: rev + 1 } };
    }
  }

  async function review(caller: Caller, reviewed: Reviewed, decision: Decision) {
    const { status, note, replacement } = decision;
    const asked = {
      status,
      ...(note === undefined ? {} : { note }),
      ...(replacement === undefined ? {} : { hasReplacement: replacement !== null }),
    };
    const of = { ...caller, act: 'review-training', subject: reviewed.id, asked: asJson(asked) };
    return await audit.record(of, async () => {
      const { before, after } = await decide(caller.by, reviewed, decision);
      return { before: audited(before), after: audited(after), candidate: after };
    });
  }

  return {
    async list({ status, rating, intent }, { limit, cursor }) {
      const { rows, cursor: next } = await candidates.find({
        where: {
          ...(status === undefined ? {} : { status }),
          ...(rating === undefined ? {} : { rating }),
          ...(intent === undefined ? {} : { intent }),
        },
        sort: { field: 'createdAtMs', order: 'descending' },
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { candidates: rows, cursor: next };
    },

    find,

    async counts() {
      const [pending = 0, approved = 0, rejected = 0] = await Promise.all(TRAINING_STATUSES.map((status) => candidates.count({ status })));
      return { pending, approved, rejected, total: pending + approved + rejected };
    },

    review: async (caller, reviewed, decision) => (await review(caller, reviewed, decision)).candidate,

    async reviewAll(caller, all, decision) {
      const results: ReviewResult[] = [];
      for (const reviewed of all) {
        try {
          const { before, after } = await review(caller, reviewed, decision);
          results.push({ ...reviewed, outcome: 'done', code: null, message: null, before, after });
        } catch (error) {
          // A failure of the store would affect all following reviews as well, so the error is thrown and ends the request.
          if (!(error instanceof CoxswainError) || error.kind !== 'terminal') throw error;
          results.push({ ...reviewed, outcome: 'refused', code: error.code, message: error.message, before: null, after: null });
        }
      }
      return results;
    },
  };
}

/**
 * Returns the fields of a user's feedback (a training candidate) that the audit log records. Entries of the log are never deleted, so they
 * must not contain text that a user has written, because such text is deleted with the conversation.
 */
function audited({ status, note, replacement }: TrainingCandidate): Json {
  return { status, note, hasReplacement: replacement !== null };
}

function changedMeanwhile(): TerminalError {
  const message =
    'The candidate was changed since it was read: the user may have changed the feedback. Read it again before you review it.';
  return new TerminalError({ code: 'training-changed', status: 409, message });
}

function needsAnswer(): TerminalError {
  const message =
    'The user rated this answer as bad and gave no correction, so it would teach a bad answer. Give a better one in `replacement`, or reject it.';
  return new TerminalError({ code: 'training-needs-answer', status: 409, message });
}
