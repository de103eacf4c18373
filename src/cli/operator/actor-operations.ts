import type { PlainEvent } from '../../runtime/define/definition.ts';
import type { BulkAct, BulkEvent } from '../../runtime/operator/bulk.ts';
import type { Acted } from '../../runtime/operator/bulk-act.ts';
import type { ImportCheck } from '../../runtime/operator/import-actors.ts';
import type { RestorePoint, RestorePreview } from '../../runtime/operator/restore-actor.ts';
import type { ActorRecord, Health, HistoryEntry } from '../../runtime/record/record.ts';
import type { Consequence } from '../../values/inspection/consequence.ts';
import type { Why } from '../../values/inspection/why.ts';

/** Filter that selects the actors to list. Without any condition, all actors are selected. */
export type ActorFilter = {
  readonly type?: string;
  readonly statuses?: readonly string[];
  /** Values of the actors' index keys, by the keys' names. */
  readonly keys?: { readonly [name: string]: string | number };
  readonly health?: Health['state'];
  readonly prefix?: string;
  /** Selects only actors that are overdue by at least two minutes. */
  readonly isOverdue?: boolean;
  /** Selects only blocked actors: quarantined, backing off, unreadable, with a failed effect, or blocked by the check of their type. */
  readonly isBlocked?: boolean;
};

export type ActorPageQuery = ActorFilter & { readonly order: 'oldest' | 'newest'; readonly limit: number; readonly cursor?: string };
export type ActorPage = { readonly actors: readonly ActorRecord[]; readonly cursor: string | null };

/**
 * The preview of restoring an actor. `consequences` are effects of the restore that a comparison of the actor's record before and after
 * does not show.
 */
export type ExplainedRestore = RestorePreview & { readonly consequences: readonly Consequence[] };

export type BulkOptions = {
  readonly act: BulkAct;
  readonly filter: ActorFilter;
  readonly limit?: number;
  readonly isDryRun: boolean;
  readonly reason: string | null;
};

/**
 * The operations on actors, for all commands. They work on a store or through a running node. Each change is stored in the actor's history
 * together with the operator's name. Errors have the codes of the runtime's functions for operators.
 */
export type ActorOperations = {
  /** Name of the store or node on which the operations run, for messages to the user. */
  readonly description: string;
  /** Lists one page of actors. A page may be shorter than its limit although more actors follow. */
  readonly list: (query: ActorPageQuery) => Promise<ActorPage>;
  readonly show: (id: string) => Promise<ActorRecord | null>;
  /**
   * Explains what an actor waits for and why it has not acted. A node reads prices and the chain for the explanation; without a node, only
   * the data of the actor's last evaluation is known.
   */
  readonly why: (id: string) => Promise<Why | null>;
  readonly history: (id: string, page: { readonly beforeRevision?: number; readonly limit: number }) => Promise<readonly HistoryEntry[]>;
  /** Returns an actor at a revision; null when the revision does not exist or was deleted. */
  readonly at: (id: string, revision: number) => Promise<ActorRecord | null>;
  /**
   * Restores an actor to an earlier state.
   * @param expected the revision that the operator saw; when the actor has a newer revision, nothing changes
   */
  readonly restore: (id: string, point: RestorePoint, expected: number) => Promise<ActorRecord>;
  /** Previews what `restore` would do, and changes nothing. */
  readonly previewRestore: (id: string, point: RestorePoint, expected: number) => Promise<ExplainedRestore>;
  /** Reads the titles of actors, by id. Actors without a title are left out. */
  readonly titles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly send: (id: string, event: PlainEvent) => Promise<Acted>;
  readonly tick: (id: string) => Promise<Acted>;
  readonly release: (id: string) => Promise<ActorRecord>;
  /** Tries the actor's effect with this key again. When the key is null, tries all waiting effects again. */
  readonly retry: (id: string, key: string | null) => Promise<ActorRecord>;
  /** Applies one action to all actors that match a filter, or previews the action. */
  readonly bulk: (request: BulkOptions) => AsyncIterable<BulkEvent>;
  /** Yields the newest record of every actor, in lists of several records, oldest actor first. */
  readonly records: (type: string | undefined) => AsyncIterable<readonly ActorRecord[]>;
  /** Imports actor records. Returns a result for each record, in order. */
  readonly import: (
    records: readonly unknown[],
    options: { readonly replace: boolean; readonly apply: boolean },
  ) => Promise<readonly ImportCheck[]>;
};
