import './notice.css';
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../data/api.ts';
import { Button } from './button.tsx';

/** Shows that a list is empty, with the reason or the way to fill it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice notice-empty">
      <p class="notice-title">{title}</p>
      {children !== undefined && <div class="notice-text">{children}</div>}
    </div>
  );
}

/** Shows an error: the service's message, and what the user can do. */
export function ErrorNotice({
  error,
  what,
  onRetry,
}: {
  error: ApiError /** Title of the notice, such as "The actor could not be read". */;
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
  if (code === 'unreachable')
    return 'Check that the service runs and that this machine can reach it. The page then continues automatically.';
  if (code === 'page-failed')
    return 'This is an error in the page. Reload the page. If the error appears again, report it with the steps that led to it.';
  if (status === 401) return 'Sign in again with a token from OPERATOR_TOKEN.';
  if (status === 403) return 'Your session has no permission for this. The top right corner of the page shows who is signed in.';
  if (status === 404) return 'Check the spelling. Old data may also have been deleted after the retention period.';
  if (status === 409) return 'The data has changed in the meantime. Reload the page, and then decide again.';
  if (status === 429 || status === 503) return 'The service is busy or starting. Wait a moment and try again.';
  if (status >= 500) return "The service's log contains the cause under the same request id.";
  return 'Correct the fields named above and try again.';
}

/** Shows that data is loading. It appears only after a delay, so that quick replies cause no flicker. */
export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <p class="notice-loading" role="status">
      <span class="notice-spinner" aria-hidden="true" />
      {what} …
    </p>
  );
}
