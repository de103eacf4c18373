import type { PlainEvent } from '../../runtime/define/definition.ts';
import type { BulkAct, BulkEvent } from '../../runtime/operator/bulk.ts';
import type { Acted } from '../../runtime/operator/bulk-act.ts';
import type { ImportVerdict } from '../../runtime/operator/import-actors.ts';
import type { RestorePoint, RestorePreview } from '../../runtime/operator/restore-actor.ts';
import type { ActorRecord, Health, HistoryEntry } from '../../runtime/record/record.ts';
import type { Why } from '../../values/inspection/why.ts';

/** Which actors to list; all of them without a filter. */
export type ActorFilter = {
  readonly type?: string;
  readonly statuses?: readonly string[];
  /** Values of index keys, by their names. */
  readonly keys?: { readonly [name: string]: string | number };
  readonly health?: Health['state'];
  readonly prefix?: string;
  /** Only what should have been served two minutes ago and was not. */
  readonly isOverdue?: boolean;
  /** Only what something keeps from what it would do. */
  readonly isHeldBack?: boolean;
};

export type ActorPageQuery = ActorFilter & { readonly order: 'oldest' | 'newest'; readonly limit: number; readonly cursor?: string };
export type ActorPage = { readonly actors: readonly ActorRecord[]; readonly cursor: string | null };

export type BulkOptions = {
  readonly act: BulkAct;
  readonly filter: ActorFilter;
  readonly limit?: number;
  readonly isDryRun: boolean;
  readonly reason: string | null;
};

/**
 * What an operator can do to actors, wherever they are reached: in a store, or through a running node. Every command is written on this
 * alone. What changes an actor is in its history with the operator's name. Errors are ours, with the codes of the runtime's operator.
 */
export type ActorOperations = {
  /** For a person: where this works. */
  readonly description: string;
  /** A page may be shorter than its limit although there are more. */
  readonly list: (query: ActorPageQuery) => Promise<ActorPage>;
  readonly show: (id: string) => Promise<ActorRecord | null>;
  /** What it waits for, and why it did not act. A node asks prices and the chain for it; a store has what was known at the last look. */
  readonly why: (id: string) => Promise<Why | null>;
  readonly history: (id: string, page: { readonly beforeRevision?: number; readonly limit: number }) => Promise<readonly HistoryEntry[]>;
  /** An actor as it was at a revision; null when there is no such revision (any more). */
  readonly at: (id: string, revision: number) => Promise<ActorRecord | null>;
  /** @param expected the revision that the operator was shown: nothing is changed when the actor has moved on */
  readonly restore: (id: string, point: RestorePoint, expected: number) => Promise<ActorRecord>;
  /** What `restore` would make of it. */
  readonly previewRestore: (id: string, point: RestorePoint, expected: number) => Promise<RestorePreview>;
  readonly send: (id: string, event: PlainEvent) => Promise<Acted>;
  readonly tick: (id: string) => Promise<Acted>;
  readonly release: (id: string) => Promise<ActorRecord>;
  /** The effect of this key, or all that wait, now. */
  readonly retry: (id: string, key: string | null) => Promise<ActorRecord>;
  /** One act on all actors of a filter, or what it would come to. */
  readonly bulk: (request: BulkOptions) => AsyncIterable<BulkEvent>;
  /** Every actor's newest record, oldest actor first, some at a time. */
  readonly records: (type: string | undefined) => AsyncIterable<readonly ActorRecord[]>;
  /** A verdict for each record, in order. */
  readonly import: (
    records: readonly unknown[],
    options: { readonly replace: boolean; readonly apply: boolean },
  ) => Promise<readonly ImportVerdict[]>;
};
