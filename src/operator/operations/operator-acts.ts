import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import { documentForm, nullable, recordOf, scalar, text, time } from '../../values/document-form.ts';

/**
 * An action of an operator that does not concern a single actor; actions on a single actor are stored in that actor's history. `subject` is
 * the actor type, the node or the filter; `details` are for a person.
 */
export type OperatorAct = {
  readonly act: 'pause' | 'resume' | 'drain' | 'bulk' | 'retry-deferred' | 'drop-deferred';
  readonly subject: string;
  readonly by: string;
  readonly reason: string | null;
  readonly atMs: number;
  readonly details: { readonly [name: string]: string | number | boolean | null };
};

type StoredAct = OperatorAct & { readonly log: 'operators' };

/**
 * The record collection of all operator actions, sorted by time. An index of a collection needs at least one field before the field for
 * sorting, so the field `log` has the same value in every document.
 */
export const OPERATOR_ACTS: CollectionSpec = {
  name: 'operator_acts',
  indexes: [['log', 'atMs']],
  form: documentForm<StoredAct>({
    ...{ act: text, subject: text, by: text, reason: nullable(text), atMs: time, log: text },
    details: recordOf(scalar),
  }),
};

export type OperatorActPage = { readonly acts: readonly OperatorAct[]; readonly cursor: string | null };

/** Stores the actions that operators have performed on any node of a store. Records are never deleted. */
export type OperatorActs = {
  /**
   * Stores an operator's action. When an action with the same id exists, it is overwritten, so that a repeated call never adds a second
   * record.
   */
  readonly put: (id: string, act: OperatorAct) => Promise<void>;
  /** Lists the recorded actions of operators, newest first. */
  readonly list: (page: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<OperatorActPage>;
};

export function createOperatorActs({ records }: { readonly records: RecordStore }): OperatorActs {
  const acts = records.collection<StoredAct>(OPERATOR_ACTS);
  return {
    put: (id, act) => acts.put(id, { ...act, log: 'operators' }),
    async list({ limit, cursor }) {
      const { rows, cursor: next } = await acts.find({
        where: { log: 'operators' },
        sort: { field: 'atMs', order: 'descending' },
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return {
        acts: rows.map(({ act, subject, by, reason, atMs, details }) => ({ act, subject, by, reason, atMs, details })),
        cursor: next,
      };
    },
  };
}
