import type { Consequence } from '../../../../values/inspection/consequence.ts';
import type { ActorRecord, HistoryEntry } from '../../data/actor-record.ts';
import { ApiError, getData, postData } from '../../data/api.ts';
import { hrefOf } from '../../data/router.ts';
import type { RestorePoint } from './restore-point.ts';

/** The data of the reply to `POST /api/operator/actors/:id/restore` with `dryRun`. */
export type RestorePreviewData = {
  /** The actor as it would be after the restore; null when the restore would be refused. */
  readonly record: ActorRecord | null;
  readonly current: ActorRecord;
  readonly revision: number | null;
  readonly isAllowed: boolean;
  readonly why: string | null;
  /** The consequences of the restore. Those that prevent the actor from acting come first. */
  readonly consequences: readonly Consequence[];
};

/**
 * Reads the preview of a restore. It first checks in the history whether the revision is still stored: the history reports a missing
 * revision with status 200, which the browser does not log as an error.
 * @throws ApiError
 */
export async function askPreview(id: string, point: RestorePoint, signal: AbortSignal): Promise<RestorePreviewData> {
  const path = `/api/operator/actors/${encodeURIComponent(id)}`;
  if ('revision' in point) {
    const { revision } = point;
    const newest = hrefOf(`${path}/history`, { before: String(revision + 1), limit: '1' });
    const [entry] = await getData<readonly HistoryEntry[]>(newest, signal);
    if (entry?.revision !== revision) {
      const message = `${id} has no revision ${revision} in its history. It may have been deleted after the retention period.`;
      throw new ApiError({ status: 404, code: 'revision-not-found', message });
    }
  }
  return await postData<RestorePreviewData>(`${path}/restore`, { ...point, dryRun: true }, signal);
}
