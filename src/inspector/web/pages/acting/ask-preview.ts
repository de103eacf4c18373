import type { ActorRecord, HistoryEntry } from '../../data/actor-record.ts';
import { ApiError, getData, postData } from '../../data/api.ts';
import { hrefOf } from '../../data/router.ts';
import type { RestorePoint } from './restore-point.ts';

/** What `POST .../restore` with `dryRun` answers. */
export type RestorePreviewData = {
  /** As it would be; null when it would be refused. */
  readonly record: ActorRecord | null;
  readonly current: ActorRecord;
  readonly revision: number | null;
  readonly isAllowed: boolean;
  readonly why: string | null;
};

/**
 * What a restore would make of an actor. Whether the revision is kept is seen in its history first, where "no" is an answer.
 * @throws ApiError
 */
export async function askPreview(id: string, point: RestorePoint, signal: AbortSignal): Promise<RestorePreviewData> {
  const path = `/api/operator/actors/${encodeURIComponent(id)}`;
  if ('revision' in point) {
    const { revision } = point;
    const newest = hrefOf(`${path}/history`, { before: String(revision + 1), limit: '1' });
    const [entry] = await getData<readonly HistoryEntry[]>(newest, signal);
    if (entry?.revision !== revision) {
      const message = `${id} has no revision ${revision} in its history (it may be past retention).`;
      throw new ApiError({ status: 404, code: 'revision-not-found', message });
    }
  }
  return await postData<RestorePreviewData>(`${path}/restore`, { ...point, dryRun: true }, signal);
}
