import type { Examined } from '../../module/examination.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { createOperatorActs } from '../operations/operator-acts.ts';
import { createDeferredList } from './deferred-list.ts';

/** Reports vault events that could not be processed and are still deferred. */
export async function examineDeferred({ records, clock, followers }: Examined): Promise<readonly Finding[]> {
  const finding = await looked('deferred', '"deferred list" shows the events.', async () => {
    const totals = await createDeferredList({ followers, records, acts: createOperatorActs({ records }), clock }).totals();
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    if (count === 0) return ok('deferred', 'all vault events were processed');
    const oldest = Math.min(...totals.map(({ oldestAtMs }) => oldestAtMs ?? Number.POSITIVE_INFINITY));
    const since = `since ${new Date(oldest).toISOString()}`;
    return wrong('deferred', `${count} vault events could not be processed, the oldest ${since}: "deferred list" shows the reasons.`);
  });
  return [finding];
}
