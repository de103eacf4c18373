import './notice.css';
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../data/api.ts';
import { Button } from './button.tsx';

/** A notice that a list is empty, with the reason or the way to fill it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice notice-empty">
      <p class="notice-title">{title}</p>
      {children !== undefined && <div class="notice-text">{children}</div>}
    </div>
  );
}

/** An error notice: the service's message and what to do. */
export function ErrorNotice({
  error,
  what,
  onRetry,
}: {
  error: ApiError /** The title: "The actor could not be read". */;
  what: string;
  onRetry?: () => void;
}) {
  return (
    <div class="notice notice-error" role="alert">
      <p class="notice-title">{what}</p>
      <div class="notice-text">
        <p>
          {error.message} <code>{error.code}</code>
        </p>
        {error.problems.length > 0 && (
          <ul>
            {error.problems.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code>: {message}
              </li>
            ))}
          </ul>
        )}
        <p>{adviceOf(error)}</p>
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

function adviceOf({ status, code }: ApiError): string {
  if (code === 'unreachable') return 'See whether the service runs and this machine reaches it; the page goes on once it does.';
  if (code === 'page-failed') return 'This is a fault of the page. Reload it; if it stays, report it with what you did.';
  if (status === 401) return 'Sign in again with a token of OPERATOR_TOKEN.';
  if (status === 403) return 'This session may not do that: see how it is signed in, at the top right.';
  if (status === 404) return 'See whether it is spelt right, or was removed by retention.';
  if (status === 409) return 'It has moved on meanwhile: look at it again, then decide.';
  if (status === 429 || status === 503) return 'The service is busy or starting: wait a moment and try again.';
  if (status >= 500) return "The service's log has the cause, with the same request id.";
  return 'Correct what is named above and try again.';
}

/** A loading notice. It appears only after a delay, so that quick replies do not flicker. */
export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <p class="notice-loading" role="status">
      <span class="notice-spinner" aria-hidden="true" />
      {what} …
    </p>
  );
}
