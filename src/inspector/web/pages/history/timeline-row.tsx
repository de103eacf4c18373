import './timeline-row.css';
import type { HistoryEntry } from '../../data/actor-record.ts';
import { formatDuration, formatNumber, formatState } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { useTitleOf } from '../../kit/titles.ts';
import { causeWords, effectsAsked, eventWords } from './describe-entry.ts';
import type { Found } from './revision-cache.ts';
import type { StepDuration } from './step-duration.ts';

type TimelineRowProps = {
  readonly id: string;
  readonly revision: number;
  readonly place: { readonly at: number; readonly of: number };
  readonly found: Found;
  /** Name of the effect whose result caused the revision; null when no effect caused it. */
  readonly effectName: string | null;
  /** How long the actor's step to the revision took; null while the revision is not loaded. */
  readonly duration: StepDuration | null;
  /**
   * Highlight of the row. `at`: the row is the revision shown in detail. `with`: the row is the revision with which the revision shown in
   * detail is compared.
   */
  readonly mark: 'at' | 'with' | null;
  readonly onSelect: (event: MouseEvent) => void;
};

/** A row of the list of revisions: the event, the change of state, the cause, and the requested effects. */
export function TimelineRow({ id, revision, place, found, effectName, duration, mark, onSelect }: TimelineRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all its options.
    <div
      id={id}
      class={`timeline-row ${mark === null ? '' : `timeline-row-${mark}`}`}
      role="option"
      tabIndex={-1}
      aria-selected={mark === 'at'}
      aria-posinset={place.at}
      aria-setsize={place.of}
      onClick={onSelect}
    >
      <span class="timeline-row-number number">{formatNumber(revision)}</span>
      {found === undefined && <span class="timeline-row-quiet">…</span>}
      {found === null && <span class="timeline-row-quiet">not kept</span>}
      {found !== undefined && found !== null && (
        <Told entry={found} effectName={effectName} duration={duration} isCompared={mark === 'with'} />
      )}
    </div>
  );
}

type ToldProps = Pick<TimelineRowProps, 'effectName' | 'duration'> & { readonly entry: HistoryEntry; readonly isCompared: boolean };

function Told({ entry, effectName, duration, isCompared }: ToldProps) {
  const { name, meaning } = eventWords(entry.event.type);
  const effects = effectsAsked(entry);
  const { text, actorId } = causeWords(entry.cause, effectName);
  const title = useTitleOf(actorId);
  const [from, to] = [entry.from === null ? null : formatState(entry.from), formatState(entry.to)];
  return (
    <>
      <span class="timeline-row-event" title={meaning ?? name}>
        {name}
      </span>
      <span class="timeline-row-time">
        {isCompared && <span class="timeline-row-compared">compared · </span>}
        <Time atMs={entry.atMs} />
        {duration?.sinceBeforeMs != null && (
          <span class="timeline-row-took" title="Time since the previous revision">
            {' '}
            after {formatDuration(duration.sinceBeforeMs)}
          </span>
        )}
      </span>
      <span class="timeline-row-more">
        <span class="timeline-row-states">{from === null || from === to ? to : `${from} → ${to}`}</span>
        <span title={actorId ?? undefined}> · {title ?? text}</span>
        {duration?.effectMs != null && <span> took {formatDuration(duration.effectMs)}</span>}
        {effects.length > 0 && <span> · requests {effects.join(', ')}</span>}
      </span>
    </>
  );
}
