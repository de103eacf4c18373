import './timeline.css';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { effectNameOf } from './describe-entry.ts';
import type { RevisionCache } from './revision-cache.ts';
import { stepDuration } from './step-duration.ts';
import { TimelineRow } from './timeline-row.tsx';
import type { Travel } from './use-travel.ts';
import { scrollToRow, windowRows } from './window-rows.ts';

/** The height of a row in pixels; it must equal that of `.timeline-row` in the style sheet. */
const ROW_HEIGHT = 58;

type TimelineProps = {
  readonly travel: Travel;
  readonly oldest: number;
  readonly newest: number;
  readonly cache: RevisionCache;
  /** Called with the range of revision numbers whose rows are visible, so that the caller can load these revisions. */
  readonly onSeen: (from: number, to: number) => void;
};

/** Lists all revisions of an actor, newest first. Only visible rows are rendered, so that a hundred thousand rows scroll as fast as ten. */
export function Timeline({ travel, oldest, newest, cache, onSeen }: TimelineProps) {
  const { at, goTo, compareWith, comparedWith } = travel;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [viewHeight, setViewHeight] = useState(600);
  const count = newest - oldest + 1;
  const rows = windowRows(count, ROW_HEIGHT, scrollTop, viewHeight);
  const [from, to] = [newest - rows.end + 1, newest - rows.first];
  useEffect(() => onSeen(from, to), [from, to]);

  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => setViewHeight(list.clientHeight));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  // New revisions are inserted at the top of the list. The scroll position is corrected, so that the visible rows do not move.
  const newestBefore = useRef(newest);
  useLayoutEffect(() => {
    const list = ref.current;
    const more = newest - newestBefore.current;
    newestBefore.current = newest;
    if (list !== null && more > 0 && list.scrollTop > ROW_HEIGHT) list.scrollTop += more * ROW_HEIGHT;
  }, [newest]);
  useLayoutEffect(() => {
    const list = ref.current;
    const top = list === null ? null : scrollToRow(newest - at, count, ROW_HEIGHT, list.scrollTop, list.clientHeight);
    if (list !== null && top !== null) list.scrollTop = top;
  }, [at]);

  const nameOf = (revision: number) => {
    const cause = cache.entry(revision)?.cause;
    return cause === undefined ? null : effectNameOf(cause, cache.entry);
  };

  const durationOf = (revision: number) => {
    const entry = cache.entry(revision);
    return entry === undefined || entry === null ? null : stepDuration(entry, cache.entry);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, at, oldest, newest, Math.floor(viewHeight / ROW_HEIGHT));
    if (target === null) return;
    event.preventDefault();
    goTo(target);
  };
  const revisions = Array.from({ length: rows.end - rows.first }, (_, i) => newest - rows.first - i);
  return (
    <div
      ref={ref}
      class="timeline"
      role="listbox"
      tabIndex={0}
      aria-label="Revisions, newest first"
      aria-activedescendant={`${id}-${at}`}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="timeline-all" style={`height: ${rows.height}px`}>
        <div class="timeline-seen" style={`transform: translateY(${rows.offset}px)`}>
          {revisions.map((revision) => (
            <TimelineRow
              key={revision}
              id={`${id}-${revision}`}
              revision={revision}
              place={{ of: count, at: newest - revision + 1 }}
              found={cache.entry(revision)}
              effectName={nameOf(revision)}
              duration={durationOf(revision)}
              mark={revision === at ? 'at' : revision === comparedWith ? 'with' : null}
              onSelect={(event) => {
                ref.current?.focus({ preventScroll: true });
                if (event.shiftKey) compareWith(revision);
                else goTo(revision);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function targetOf(key: string, at: number, oldest: number, newest: number, page: number): number | null {
  if (key === 'ArrowDown' || key === 'j') return Math.max(oldest, at - 1);
  if (key === 'ArrowUp' || key === 'k') return Math.min(newest, at + 1);
  if (key === 'PageDown') return Math.max(oldest, at - page);
  if (key === 'PageUp') return Math.min(newest, at + page);
  if (key === 'Home') return newest;
  return key === 'End' ? oldest : null;
}
