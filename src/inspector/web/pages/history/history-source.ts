import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { HistoryEntry } from '../../data/actor-record.ts';
import type { Units } from '../record/describe-value.ts';

/** A source of revisions: the service, or a file. */
export type HistorySource = {
  readonly id: string;
  readonly type: ActorTypeInfo | null;
  /** The first revision that may exist. Later ones may be missing as well: older than the retention, or skipped by an import. */
  readonly oldest: number;
  readonly newest: number;
  /** Returns revisions below `before`, newest first. */
  readonly page: (before: number, limit: number) => Promise<readonly HistoryEntry[]>;
  readonly units: Units;
};
