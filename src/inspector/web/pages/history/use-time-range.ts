import { useEffect, useState } from 'preact/hooks';
import { location, navigate, withQuery } from '../../data/router.ts';
import { toast } from '../../kit/announce.tsx';
import { readTime } from '../../kit/format.ts';
import type { TimeRangeValue } from '../../kit/time-range.tsx';
import type { HistorySource } from './history-source.ts';
import { revisionBefore } from './revision-before.ts';

export type RangedHistory = {
  readonly range: TimeRangeValue;
  readonly setRange: (range: TimeRangeValue) => void;
  /** The source of revisions, limited to the revisions in the time range. Null when no revision is in that range. */
  readonly source: HistorySource | null;
};

/**
 * Limits a history to the time range in the page's URL (`from` and `to`). The first and the last revision of the range are found by binary
 * search.
 */
export function useTimeRange(source: HistorySource): RangedHistory {
  const { query } = location.value;
  const range = { from: readTime(query.get('from')), to: readTime(query.get('to')) };
  const [bounds, setBounds] = useState<{ readonly oldest: number; readonly newest: number } | null>(null);
  const { oldest, newest } = source;

  useEffect(() => {
    let isOver = false;
    setBounds(null);
    if (range.from === '' && range.to === '') return;
    const before = (time: string) => (time === '' ? null : revisionBefore(source, Date.parse(time)));
    Promise.all([before(range.from), before(range.to)])
      .then(([first, last]) => {
        if (!isOver) setBounds({ oldest: first === null ? oldest : first + 1, newest: range.to === '' ? newest : (last ?? oldest - 1) });
      })
      .catch(() => {
        if (!isOver) toast('The revisions of this time range could not be searched, so all revisions are shown.', 'bad');
      });
    return () => {
      isOver = true;
    };
  }, [source.page, oldest, newest, range.from, range.to]);

  return {
    range,
    setRange: ({ from, to }) => navigate(withQuery({ from, to, at: null, with: null }), { isReplaced: true }),
    source: bounds === null ? source : bounds.oldest > bounds.newest ? null : { ...source, ...bounds },
  };
}
