import './blocked-totals.css';
import type { BlockedGroup, BlockedTotals } from '../../../../values/inspection/blocked-totals.ts';
import { actorsHref, Link } from '../../data/router.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { formatCount, formatNumber } from '../../kit/format.ts';

/** Minimum time in milliseconds between two reads of the totals. The service reads many records for each of them. */
const READ_EVERY_MS = 15_000;
const MOST_SHOWN = 8;

/**
 * Shows how many actors are blocked and for which reasons. Each number links to the list of these actors. Shows nothing when no actor is
 * blocked.
 */
export function BlockedTotalsBar({ type = '', current = '' }: { type?: string; current?: string }) {
  const { data, reload } = useData<BlockedTotals>('/api/operator/blocked');
  useLiveReload({}, reload, READ_EVERY_MS);
  const groups = (data?.groups ?? []).filter((group) => type === '' || group.type === type);
  if (data === null || groups.length === 0) return null;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="blocked-totals" aria-label="What is blocked">
      <h2>
        <Link href={actorsHref({ type, held: '1' })}>{formatCount(total, data.isMore)} blocked</Link>
      </h2>
      <ul>
        {groups.slice(0, MOST_SHOWN).map((group) => (
          <li key={`${group.type} ${group.code}`}>
            <Link
              class={`blocked-totals-group blocked-totals-${group.tone}`}
              href={actorsHref({ type: group.type, blockedBy: group.code })}
              title={group.sentence}
              {...(current === group.code ? { 'aria-current': 'true' as const } : {})}
            >
              <b class="number">{formatNumber(group.count)}</b> {wordsOf(group)}
              {type === '' && <span class="blocked-totals-type">{group.type}</span>}
            </Link>
          </li>
        ))}
        {groups.length > MOST_SHOWN && <li class="blocked-totals-more">and {groups.length - MOST_SHOWN} more reasons</li>}
      </ul>
    </section>
  );
}

/** Converts a code to words. A code consists of words joined by dashes, such as `no-route`. */
function wordsOf({ code }: BlockedGroup): string {
  return code.replaceAll('-', ' ');
}
