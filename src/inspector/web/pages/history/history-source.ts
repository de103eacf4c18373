import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { HistoryEntry } from '../../data/actor-record.ts';
import type { Units } from '../record/describe-value.ts';

/** A source of an actor's revisions: the service, or a downloaded file. */
export type HistorySource = {
  readonly id: string;
  readonly type: ActorTypeInfo | null;
  /**
   * The lowest revision number that may be stored. Some higher revisions may be missing too, because retention has deleted them or an
   * import has skipped them.
   */
  readonly oldest: number;
  readonly newest: number;
  /** Returns a page of revisions below `before`, newest first. */
  readonly page: (before: number, limit: number) => Promise<readonly HistoryEntry[]>;
  readonly units: Units;
};
