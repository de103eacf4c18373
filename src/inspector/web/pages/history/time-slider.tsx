import './time-slider.css';
import type { ComponentChildren } from 'preact';
import { Button } from '../../kit/button.tsx';
import { formatNumber, formatState } from '../../kit/format.ts';
import { Icon } from '../../kit/icon.tsx';
import { Time } from '../../kit/time.tsx';
import type { Found } from './revision-cache.ts';
import type { Travel } from './use-travel.ts';

type TimeSliderProps = {
  readonly travel: Travel;
  readonly oldest: number;
  readonly newest: number;
  readonly entry: Found;
  readonly children?: ComponentChildren;
};

/** Selects one of an actor's revisions with a slider, with buttons, or with the keys `[` and `]`. */
export function TimeSlider({ travel, oldest, newest, entry, children }: TimeSliderProps) {
  const { at, goTo } = travel;
  return (
    <section class="time-slider" aria-label="Time travel">
      <div class="time-slider-controls">
        <Button look="quiet" aria-label="Older revision" title="Older ([)" disabled={at <= oldest} onClick={() => goTo(at - 1)}>
          <Icon name="left" />
        </Button>
        <input
          type="range"
          min={oldest}
          max={newest}
          step={1}
          value={at}
          aria-label="Revision"
          aria-valuetext={spoken(at, newest, entry)}
          onInput={({ currentTarget }) => goTo(Number(currentTarget.value))}
        />
        <Button look="quiet" aria-label="Newer revision" title="Newer (])" disabled={at >= newest} onClick={() => goTo(at + 1)}>
          <Icon name="right" />
        </Button>
        <Button disabled={at >= newest} onClick={() => goTo(newest)}>
          Now
        </Button>
      </div>
      <p class="time-slider-where">
        <strong class="number">
          Revision {formatNumber(at)} of {formatNumber(newest)}
        </strong>
        {entry !== undefined && entry !== null && (
          <>
            <span class="time-slider-state">{formatState(entry.to)}</span>
            <span class="time-slider-when">
              <Time atMs={entry.atMs} show="both" />
            </span>
          </>
        )}
        {entry === undefined && <span class="time-slider-when">…</span>}
        {entry === null && <span class="time-slider-when">not kept</span>}
        <span class="time-slider-more">{children}</span>
      </p>
    </section>
  );
}

function spoken(at: number, newest: number, entry: Found): string {
  const where = `Revision ${at} of ${newest}`;
  return entry === undefined || entry === null ? where : `${where}: ${entry.event.type}, ${formatState(entry.to)}`;
}
