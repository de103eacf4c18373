import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { ActivityNote } from '../../values/autopilot/activity.ts';
import type { JsonObject } from '../../values/json.ts';

/** One line of an agent's activity feed. */
export type Activity = ActivityNote & { readonly recordId: string; readonly atMs: number };

export type ActivityBook = {
  /** The same id again changes nothing. */
  add(id: string, activity: Activity): Promise<void>;
  /** Newest first. @throws TerminalError `invalid-cursor` */
  list(
    recordId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly items: readonly JsonObject[]; readonly cursor: string | null }>;
};

export const AUTOPILOT_ACTIVITY: CollectionSpec = { name: 'autopilot-activity', indexes: [['recordId', 'atMs']] };

export function createActivityBook(deps: { records: RecordStore }): ActivityBook {
  const activity = deps.records.collection<Activity>(AUTOPILOT_ACTIVITY);
  return {
    async add(id, value) {
      await activity.insert(id, value);
    },
    async list(recordId, { limit, cursor }) {
      const sort = { field: 'atMs', order: 'descending' } as const;
      const page = await activity.find({ where: { recordId }, sort, limit, ...(cursor === undefined ? {} : { cursor }) });
      const items = page.rows.map(({ _id, kind, strategyId, reason, data, atMs }) => ({
        ...data,
        id: _id,
        kind,
        strategyId,
        reason,
        at: new Date(atMs).toISOString(),
      }));
      return { items, cursor: page.cursor };
    },
  };
}
