import { useComputed, useSignal } from '@preact/signals';
import { formatIso, formatLocal, formatRelative, isTime } from './format.ts';
import { now } from './now.ts';

/** A time, relative and ticking, with the local time in its title. Only its text changes as time goes by: the component is not run again. */
export function Time({ atMs, show = 'relative' }: { atMs: number; show?: 'relative' | 'local' | 'both' }) {
  const at = useSignal(atMs);
  if (at.peek() !== atMs) at.value = atMs;
  const relative = useComputed(() => formatRelative(at.value, now.value));
  if (!isTime(atMs)) return <span>no valid time</span>;
  const local = formatLocal(atMs);
  return (
    <time dateTime={formatIso(atMs)} title={local} class="number">
      {show === 'local' ? local : relative}
      {show === 'both' && ` (${local})`}
    </time>
  );
}
