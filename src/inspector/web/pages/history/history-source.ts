import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { HistoryEntry } from '../../data/actor-record.ts';
import type { Units } from '../record/describe-value.ts';

/** Where revisions come from: the service, or a file. */
export type HistorySource = {
  readonly id: string;
  readonly type: ActorTypeInfo | null;
  /** The first revision that may be there. From it on some may be missing: past retention, or skipped by an import. */
  readonly oldest: number;
  readonly newest: number;
  /** Those under `before`, newest first. */
  readonly page: (before: number, limit: number) => Promise<readonly HistoryEntry[]>;
  readonly units: Units;
};
