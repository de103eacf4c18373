import './live-indicator.css';
import { isPaused, type LiveState, liveState } from '../data/live.ts';

const TEXTS: Readonly<Record<LiveState, { readonly word: string; readonly why: string }>> = {
  off: { word: 'Not live', why: 'What this page shows does not move by itself.' },
  connecting: { word: 'Connecting', why: 'The live feed is being opened.' },
  live: { word: 'Live', why: 'What happens is shown as it happens. Click to hold it still.' },
  reconnecting: { word: 'Reconnecting', why: 'The live feed is away; it goes on where it was once it is back.' },
  paused: { word: 'Paused', why: 'Held still by you. Click to go on where it was.' },
  gap: { word: 'Caught up', why: 'Some events were missed, so that everything shown was read again.' },
};

/** Shows whether the page is live, with a switch that pauses updates. */
export function LiveIndicator() {
  const state = liveState.value;
  const { word, why } = TEXTS[state];
  return (
    <button
      type="button"
      class={`live-indicator live-indicator-${state}`}
      title={why}
      aria-pressed={isPaused.value}
      aria-label={isPaused.value ? 'Paused: go on with live changes' : `${word}: hold live changes`}
      onClick={() => {
        isPaused.value = !isPaused.value;
      }}
    >
      <span class="live-indicator-dot" aria-hidden="true" />
      <span class="live-indicator-word">{word}</span>
    </button>
  );
}
