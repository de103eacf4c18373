import './sign-in.css';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../data/api.ts';
import { signIn } from '../data/session.ts';
import { Brand } from '../kit/brand.tsx';
import { Button } from '../kit/button.tsx';
import { useTitle } from '../kit/use-title.ts';

/** A form that asks for an operator's token and sends it to the service. The page does not store the token. */
export function SignIn({ wasSignedIn, linkError }: { wasSignedIn: boolean; linkError: ApiError | null }) {
  const [token, setToken] = useState('');
  const [error, setError] = useState<ApiError | null>(linkError);
  useEffect(() => setError(linkError), [linkError]);
  const [isBusy, setBusy] = useState(false);
  useTitle('Sign in');

  const send = async (event: Event) => {
    event.preventDefault();
    if (token.trim() === '') return setError(null);
    setBusy(true);
    try {
      await signIn(token.trim());
    } catch (failure) {
      setError(asApiError(failure));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in" tabIndex={-1}>
      <form class="sign-in-card" onSubmit={send}>
        <Brand />
        <h1>Coxswain inspector</h1>
        <p class="sign-in-hint">
          {wasSignedIn
            ? 'Your session has ended. Sign in again to continue where you were.'
            : 'Sign in with an operator token of this node.'}
        </p>
        <label for="sign-in-token">Operator token</label>
        <input
          id="sign-in-token"
          type="password"
          name="token"
          autocomplete="current-password"
          autofocus
          required
          value={token}
          aria-invalid={error !== null}
          aria-describedby="sign-in-error"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <p id="sign-in-error" class="sign-in-error" role="alert">
          {error !== null && sentenceOf(error)}
        </p>
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </Button>
        <p class="sign-in-hint">
          Where the node runs, <code>npx coxswain inspector link</code> prints a link that signs you in. The token is in the file{' '}
          <code>operator-token</code> in its <code>DATA_DIR</code>, or in the setting <code>OPERATOR_TOKEN</code>.
        </p>
      </form>
    </main>
  );
}

function sentenceOf({ code, message }: ApiError): string {
  if (code === 'operator-token-wrong') return 'The node does not accept this token.';
  return message;
}
