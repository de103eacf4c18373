import './announce.css';
import { signal } from '@preact/signals';

export type ToastTone = 'ok' | 'bad' | 'plain';
type Toast = { readonly id: number; readonly tone: ToastTone; readonly text: string };

const SHOWN_MS = 6_000;
/** How long an error message is shown, in milliseconds: long enough to read it twice. */
const BAD_SHOWN_MS = 15_000;
const MOST = 4;

const toasts = signal<readonly Toast[]>([]);
const spoken = signal('');
let lastId = 0;

/** Makes screen readers speak a text, without showing it. */
export function announce(text: string): void {
  // Screen readers ignore a text that equals the previous one. So a no-break space is appended to a repeated text.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

/** Shows a message for some seconds and makes screen readers speak it. */
export function toast(text: string, tone: ToastTone = 'plain'): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, tone, text }].slice(-MOST);
  setTimeout(() => dismiss(id), tone === 'bad' ? BAD_SHOWN_MS : SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

/** Renders the messages of `announce` and `toast`. Used once, in the frame around all views. */
export function Announcer() {
  return (
    <>
      <div class="visually-hidden" aria-live="polite">
        {spoken}
      </div>
      <div class="announce" role="status" aria-live="polite">
        {toasts.value.map(({ id, tone, text }) => (
          <div key={id} class={`announce-toast announce-${tone}`}>
            <span>{text}</span>
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
              ×
            </button>
          </div>
        ))}
      </div>
    </>
  );
}
