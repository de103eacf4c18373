import { effect, signal } from '@preact/signals';
import { ApiError, asApiError, deleteData, getData, postData, whenUnauthorised, whileSignedIn } from './api.ts';
import { location, OFFLINE } from './router.ts';

export type SessionInfo = {
  readonly operator: string;
  readonly access: 'act' | 'read';
  readonly isTokenNeeded: boolean;
  readonly nodeId: string;
  readonly version: string;
  readonly tickEveryMs: number;
};

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signed-in'; readonly info: SessionInfo }
  /** `wasSignedIn`: the session ended while the page was open. */
  | { readonly state: 'signed-out'; readonly wasSignedIn: boolean }
  | { readonly state: 'failed'; readonly error: ApiError };

export const session = signal<Session>({ state: 'loading' });

/** Whether the signed-in operator may act. Read it in a component to follow it. */
export function canAct(): boolean {
  return session.value.state === 'signed-in' && session.value.info.access === 'act';
}

const PATH = '/api/operator/session';
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
    void loadSession();
  });
}

export async function loadSession(): Promise<void> {
  try {
    const { refusal } = await getData<Look>(LOOK_PATH);
    if (refusal === null) session.value = { state: 'signed-in', info: await getData<SessionInfo>(PATH) };
    else if (refusal.status !== 401) session.value = { state: 'failed', error: new ApiError(refusal) };
    else session.value = { state: 'signed-out', wasSignedIn: refusal.code === 'operator-session-ended' };
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
  if (now.state !== 'signed-in' || !now.info.isTokenNeeded) return true;
  looking ??= getData<Look>(LOOK_PATH)
    .then(({ isSignedIn }) => isSignedIn)
    .finally(() => {
      looking = null;
    });
  return looking;
});
