import './why-panel.css';
import type { Why } from '../../../../values/inspection/why.ts';
import type { ApiError } from '../../data/api.ts';
import { ErrorNotice } from '../../kit/notice.tsx';
import { Due } from '../record/when.tsx';

type WhyPanelProps = {
  readonly why: Why | null;
  readonly error: ApiError | null;
  readonly onRetry: () => void;
  /**
   * Whether the page shows an old revision of the actor. The panel that explains why the actor waits then shows nothing, because it
   * describes only the current state.
   */
  readonly isOverPast: boolean;
};

/** Explains what the actor waits for and why it did not act. */
export function WhyPanel({ why, error, onRetry, isOverPast }: WhyPanelProps) {
  if (why === null) {
    return error === null ? (
      <div class="why-panel why-panel-empty" aria-hidden="true" />
    ) : (
      <ErrorNotice error={error} what="The reason for waiting could not be read" onRetry={onRetry} />
    );
  }
  const { code, tone, sentence, details, nextAtMs } = why;
  return (
    <section class={`why-panel why-panel-${tone}`} aria-label="What the actor waits for" aria-live="polite">
      <p class="why-panel-sentence">{sentence}</p>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      <p class="why-panel-foot" aria-live="off">
        {isOverPast && <strong>This describes the current actor, not the revision shown below.</strong>}
        <code>{code}</code>
        {nextAtMs === null ? (
          <span>Only an event from outside changes the actor.</span>
        ) : (
          <span>
            Next tick at the latest: <Due atMs={nextAtMs} />
          </span>
        )}
      </p>
    </section>
  );
}
