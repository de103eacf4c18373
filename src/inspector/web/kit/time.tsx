import { useComputed, useSignal } from '@preact/signals';
import { formatIso, formatLocal, formatRelative, isTime } from './format.ts';
import { now } from './now.ts';

/**
 * Shows a relative time that updates itself, with the local time as its tooltip. Only the text node changes; the component is not rendered
 * again.
 */
export function Time({ atMs, show = 'relative' }: { atMs: number; show?: 'relative' | 'local' | 'both' }) {
  const at = useSignal(atMs);
  if (at.peek() !== atMs) at.value = atMs;
  const relative = useComputed(() => formatRelative(at.value, now.value));
  if (!isTime(atMs)) return <span>invalid time</span>;
  const local = formatLocal(atMs);
  return (
    <time dateTime={formatIso(atMs)} title={local} class="number">
      {show === 'local' ? local : relative}
      {show === 'both' && ` (${local})`}
    </time>
  );
}
