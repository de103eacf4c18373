import { signal } from '@preact/signals';
import { type ApiError, asApiError, deleteData, getData, postData, whenUnauthorised } from './api.ts';

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

export async function loadSession(): Promise<void> {
  try {
    session.value = { state: 'signed-in', info: await getData<SessionInfo>(PATH) };
  } catch (error) {
    const failure = asApiError(error);
    session.value = failure.status === 401 ? { state: 'signed-out', wasSignedIn: false } : { state: 'failed', error: failure };
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
  if (session.value.state === 'signed-in') session.value = { state: 'signed-out', wasSignedIn: true };
});
