import { effect, signal } from '@preact/signals';
import { signInCodeOf } from '../../../values/sign-in-link.ts';
import { ApiError, asApiError, deleteData, getData, postData, whenUnauthorised, whileSignedIn } from './api.ts';
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
  /** `wasSignedIn`: the session ended while the page was open. `error`: why the link that led here did not sign in. */
  | { readonly state: 'signed-out'; readonly wasSignedIn: boolean; readonly error?: ApiError }
  | { readonly state: 'failed'; readonly error: ApiError };

export const session = signal<Session>({ state: 'loading' });

/** Whether the signed-in operator may act. Read it in a component to follow it. */
export function canAct(): boolean {
  return session.value.state === 'signed-in' && session.value.info.access === 'act';
}

const PATH = '/api/operator/session';
const BY_LINK_PATH = `${PATH}/by-link`;
/** Whether one is signed in, without a refusal: "no" is an answer. */
const LOOK_PATH = '/inspector/session';

type Look = {
  readonly isSignedIn: boolean;
  readonly refusal: { readonly status: number; readonly code: string; readonly message: string } | null;
};

/** Call once: asks who one is, as soon as a view is opened that needs to know it. A saved history is looked at without any request. */
export function startSession(): void {
  let isAsked = false;
  effect(() => {
    if (isAsked || location.value.path === OFFLINE) return;
    isAsked = true;
    void signInByLink().then(loadSession);
  });
  // A link that is opened where the page is already changes nothing but what is behind the `#`.
  window.addEventListener('hashchange', () => {
    if (signInCodeOf(window.location.hash) !== undefined) void signInByLink().then(loadSession);
  });
}

/** The code goes out of the address, and so out of the browser's history, before it is used up. */
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

/** @param linkError why a sign-in link was refused, for whoever is not signed in otherwise */
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

/** The token goes to the service once, and comes back as a cookie that no script can read. @throws ApiError */
export async function signIn(token: string): Promise<void> {
  await postData(PATH, { token });
  await loadSession();
}

/** @throws ApiError */
export async function signOut(): Promise<void> {
  await deleteData(PATH);
  session.value = { state: 'signed-out', wasSignedIn: false };
}

whenUnauthorised(() => {
  if (session.peek().state === 'signed-in') session.value = { state: 'signed-out', wasSignedIn: true };
});

let looking: Promise<boolean> | null = null;

/**
 * Asked before each request, of a session that can end: by its time, by signing out in another tab, by a token that was changed. What is
 * asked for at one time looks once.
 */
whileSignedIn((): Promise<boolean> | true => {
  const now = session.peek();
  if (now.state !== 'signed-in') return true;
  looking ??= getData<Look>(LOOK_PATH)
    .then(({ isSignedIn }) => isSignedIn)
    .finally(() => {
      looking = null;
    });
  return looking;
});
