import './live-indicator.css';
import { isPaused, type LiveState, liveState } from '../data/live.ts';

const TEXTS: Readonly<Record<LiveState, { readonly word: string; readonly why: string }>> = {
  off: { word: 'Not live', why: 'This page is not updated automatically.' },
  connecting: { word: 'Connecting', why: 'Connecting to the live feed.' },
  live: { word: 'Live', why: 'Changes are shown as they happen. Click to pause.' },
  reconnecting: { word: 'Reconnecting', why: 'The live feed is interrupted. It continues where it stopped when the connection returns.' },
  paused: { word: 'Paused', why: 'You have paused the live feed. Click to continue where it stopped.' },
  gap: { word: 'Caught up', why: 'Some events were missed, so all shown data was read again.' },
};

/** Shows whether the page receives live updates, with a switch that pauses them. */
export function LiveIndicator() {
  const state = liveState.value;
  const { word, why } = TEXTS[state];
  return (
    <button
      type="button"
      class={`live-indicator live-indicator-${state}`}
      title={why}
      aria-pressed={isPaused.value}
      aria-label={isPaused.value ? 'Paused: resume live updates' : `${word}: pause live updates`}
      onClick={() => {
        isPaused.value = !isPaused.value;
      }}
    >
      <span class="live-indicator-dot" aria-hidden="true" />
      <span class="live-indicator-word">{word}</span>
    </button>
  );
}
