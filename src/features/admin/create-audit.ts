import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, optional, text, time } from '../../values/document-form.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { Json } from '../../values/json.ts';

/** Who made a change: an admin's wallet, or an operator's name. */
export type Caller = { readonly by: string; readonly via: 'admin' | 'operator' };

/** The changed value as JSON, before and after the change; null when there was no value before, or there is none after. */
export type Changed = { readonly before: Json; readonly after: Json };

/** An entry of the audit log: a change with its outcome. `unknown` means that the node stopped before it could record the outcome. */
export type AuditEntry = Changed &
  Caller & {
    readonly id: string;
    readonly act: string;
    readonly subject: string;
    /** The change that the admin or operator requested. */
    readonly asked: Json;
    readonly at: string;
    readonly outcome: 'done' | 'refused' | 'unknown';
    /** Code of the reason for which the change was refused; null when it was not refused. */
    readonly code: string | null;
  };

/**
 * A document of the audit log. There are two for each change: the request, which is stored before anything is changed, and the outcome.
 * Neither document is ever changed or removed.
 */
type StoredEntry = {
  readonly log: 'asked' | 'outcome';
  readonly atMs: number;
  readonly by: string;
  readonly via: string;
  readonly act: string;
  readonly subject: string;
  /** The requested value as JSON text. It is stored as text, because a setting's value may be an object with any field names. */
  readonly askedText?: string;
  readonly changedText?: string;
  readonly code?: string;
};

export const ADMIN_AUDIT: CollectionSpec = {
  name: 'admin-audit',
  // The field `by` contains a wallet for an admin, and a name for an operator.
  ofWallet: { by: 'by' },
  indexes: [['log', 'atMs'], ['by']],
  form: documentForm<StoredEntry>({
    ...{ log: text, atMs: time, by: text, via: text, act: text, subject: text },
    ...{ askedText: optional(text), changedText: optional(text), code: optional(text) },
  }),
};

export type Audit = {
  /** Stores the request for a change, calls `change` to make the change, and stores the outcome. @throws the errors of `change` */
  readonly record: <Made extends Changed>(
    of: Caller & { readonly act: string; readonly subject: string; readonly asked: Json },
    change: () => Promise<Made>,
  ) => Promise<Made>;
  /** Lists the entries of the audit log, newest first. */
  readonly list: (page: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<{
    readonly entries: readonly AuditEntry[];
    readonly cursor: string | null;
  }>;
};

export function createAudit(deps: { readonly records: RecordStore; readonly clock: Clock; readonly ids: IdSource }): Audit {
  const { clock, ids } = deps;
  const audit = deps.records.collection<StoredEntry>(ADMIN_AUDIT);

  async function record<Made extends Changed>(
    { by, via, act, subject, asked }: Caller & { readonly act: string; readonly subject: string; readonly asked: Json },
    change: () => Promise<Made>,
  ): Promise<Made> {
    const id = ids();
    const shared = { by, via, act, subject };
    await audit.insert(id, { ...shared, log: 'asked', atMs: clock.now(), askedText: JSON.stringify(asked) });
    const note = (outcome: Pick<StoredEntry, 'changedText' | 'code'>) =>
      audit.insert(outcomeOf(id), { ...shared, log: 'outcome', atMs: clock.now(), ...outcome });
    let made: Made;
    try {
      made = await change();
    } catch (error) {
      await note({ code: error instanceof CoxswainError ? error.code : 'internal' });
      throw error;
    }
    const { before, after } = made;
    await note({ changedText: JSON.stringify({ before, after }) });
    return made;
  }

  return {
    record,

    async list({ limit, cursor }) {
      const { rows, cursor: next } = await audit.find({
        ...{ where: { log: 'asked' }, sort: { field: 'atMs', order: 'descending' }, limit },
        ...(cursor === undefined ? {} : { cursor }),
      });
      const outcomes = new Map((await audit.getMany(rows.map(({ _id }) => outcomeOf(_id)))).map((row) => [row._id, row]));
      return { entries: rows.map((row) => present(row, outcomes.get(outcomeOf(row._id)) ?? null)), cursor: next };
    },
  };
}

function outcomeOf(id: string): string {
  return `${id}/outcome`;
}

function present({ _id, by, via, act, subject, askedText, atMs }: Stored<StoredEntry>, outcome: StoredEntry | null): AuditEntry {
  const changed: Changed = outcome?.changedText === undefined ? { before: null, after: null } : JSON.parse(outcome.changedText);
  const code = outcome?.code ?? null;
  return {
    ...{ id: _id, by, via: via === 'operator' ? 'operator' : 'admin', act, subject, asked: JSON.parse(askedText ?? 'null') },
    ...{ at: isoOf(atMs), before: changed.before, after: changed.after, code },
    outcome: outcome === null ? 'unknown' : code === null ? 'done' : 'refused',
  };
}
