import './limit-bars.css';
import { useId } from 'preact/hooks';
import type { LimitBar } from '../../../../values/inspection/actor-details.ts';

/** Limits, and how much of each is used. */
export function LimitBars({ limits }: { limits: readonly LimitBar[] }) {
  return (
    <ul class="limit-bars">
      {limits.map((limit) => (
        <Bar key={limit.name} limit={limit} />
      ))}
    </ul>
  );
}

function Bar({ limit }: { limit: LimitBar }) {
  const id = useId();
  const { name, used, of, share } = limit;
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10;
  const tone = share >= 1 ? 'limit-bars-full' : share >= 0.8 ? 'limit-bars-near' : '';
  return (
    <li class={tone}>
      <div class="limit-bars-text">
        <span id={id}>{name}</span>
        <span class="number">
          {used} <span class="limit-bars-of">of {of}</span>
        </span>
      </div>
      <meter class="visually-hidden" aria-labelledby={id} min={0} max={100} value={percent} aria-valuetext={`${used} of ${of}`} />
      <div class="limit-bars-track" aria-hidden="true">
        <div class="limit-bars-fill" style={{ width: `${percent}%` }} />
      </div>
    </li>
  );
}
