import { effect, signal } from '@preact/signals';
import { signInCodeOf } from '../../../values/sign-in-link.ts';
import { ApiError, asApiError, deleteData, getData, postData, untilAnswered, whenUnauthorised, whileSignedIn } from './api.ts';
import { location, OFFLINE } from './router.ts';

export type SessionInfo = {
  readonly operator: string;
  readonly access: 'act' | 'read';
  readonly nodeId: string;
  readonly version: string;
  readonly tickEveryMs: number;
};

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signed-in'; readonly info: SessionInfo }
  /**
   * The state in which nobody is signed in. `wasSignedIn`: whether a session ended while the page was open. `error`: why the sign-in link
   * was refused.
   */
  | { readonly state: 'signed-out'; readonly wasSignedIn: boolean; readonly error?: ApiError }
  | { readonly state: 'failed'; readonly error: ApiError };

export const session = signal<Session>({ state: 'loading' });

/**
 * Whether the signed-in operator may change actors. The function reads a signal, so a component that calls it renders again when the result
 * changes.
 */
export function canAct(): boolean {
  return session.value.state === 'signed-in' && session.value.info.access === 'act';
}

const PATH = '/api/operator/session';
const BY_LINK_PATH = `${PATH}/by-link`;
/** Path of the service that reports whether somebody is signed in with this browser. It reports "not signed in" with status 200. */
const LOOK_PATH = '/inspector/session';

type Look = {
  readonly isSignedIn: boolean;
  readonly refusal: { readonly status: number; readonly code: string; readonly message: string } | null;
};

/**
 * Starts the session handling: reads who is signed in as soon as a view that needs a session is opened. The view of a downloaded history
 * sends no request. Call once.
 */
export function startSession(): void {
  let isAsked = false;
  effect(() => {
    if (isAsked || location.value.path === OFFLINE) return;
    isAsked = true;
    void signInByLink().then(loadSession);
  });
  // When a sign-in link is opened in a tab that already shows the page, only the part of the URL after `#` changes, and the page is not
  // loaded again.
  window.addEventListener('hashchange', () => {
    if (signInCodeOf(window.location.hash) !== undefined) void signInByLink().then(loadSession);
  });
}

/** Signs in with the code of a sign-in link. The code is first removed from the URL, and therefore from the browser's history. */
async function signInByLink(): Promise<ApiError | undefined> {
  const { hash, pathname, search } = window.location;
  const code = signInCodeOf(hash);
  if (code === undefined) return undefined;
  history.replaceState(history.state, '', `${pathname}${search}`);
  try {
    await postData(BY_LINK_PATH, { code });
    return undefined;
  } catch (error) {
    return asApiError(error);
  }
}

/**
 * Reads from the service who is signed in.
 * @param linkError why the sign-in link was refused; shown if nobody is signed in
 */
export async function loadSession(linkError?: ApiError): Promise<void> {
  try {
    const { refusal } = await getData<Look>(LOOK_PATH);
    if (refusal === null) session.value = { state: 'signed-in', info: await getData<SessionInfo>(PATH) };
    else if (refusal.status !== 401) session.value = { state: 'failed', error: new ApiError(refusal) };
    else {
      const wasSignedIn = refusal.code === 'operator-session-ended';
      session.value = { state: 'signed-out', wasSignedIn, ...(linkError === undefined ? {} : { error: linkError }) };
    }
  } catch (error) {
    session.value = { state: 'failed', error: asApiError(error) };
  }
}

/**
 * Sends the operator's token to the service to sign in. The reply sets a cookie that no script can read; the token is not stored. @throws
 * ApiError
 */
export async function signIn(token: string): Promise<void> {
  await postData(PATH, { token });
  await loadSession();
}

let isLeaving = false;

/**
 * Signs the operator out. Requests of the page that are still unanswered are waited for, and no others are sent, because the service would
 * refuse them once the session has ended. @throws ApiError
 */
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await untilAnswered();
    await deleteData(PATH);
    session.value = { state: 'signed-out', wasSignedIn: false };
  } finally {
    isLeaving = false;
  }
}

whenUnauthorised(() => {
  if (!isLeaving && session.peek().state === 'signed-in') session.value = { state: 'signed-out', wasSignedIn: true };
});

let looking: Promise<boolean> | null = null;

/**
 * Before each request, checks that the session still exists. It can expire, or end because of a sign-out in another tab or a changed token.
 * Simultaneous requests share one check.
 */
whileSignedIn((): Promise<boolean> | true => {
  const now = session.peek();
  if (isLeaving || now.state === 'signed-out') return Promise.resolve(false);
  if (now.state !== 'signed-in') return true;
  looking ??= getData<Look>(LOOK_PATH)
    .then(({ isSignedIn }) => isSignedIn && !isLeaving)
    .finally(() => {
      looking = null;
    });
  return looking;
});
