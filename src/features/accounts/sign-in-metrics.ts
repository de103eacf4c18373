import { counterOf, gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { SignIn } from './create-sign-in.ts';
import type { SessionEnd } from './sessions/session.ts';

export const SIGN_IN_METRICS = {
  nonces: counterOf('coxswain_sign_in_nonces_total', 'Number of nonces that were issued for sign-in messages.', []),
  signIns: counterOf(
    'coxswain_sign_ins_total',
    'Number of signed sign-in messages that were checked, by outcome: ok, or the code of the refusal.',
    ['outcome'],
  ),
  refreshes: counterOf(
    'coxswain_sign_in_refreshes_total',
    'Number of uses of refresh tokens, by outcome: ok, repeated (the same answer was sent again), or the code of the refusal.',
    ['outcome'],
  ),
  ended: counterOf('coxswain_sessions_ended_total', 'Number of sessions that ended before they expired, by reason.', ['reason']),
  stored: gaugeOf('coxswain_sessions_stored', 'Number of sessions in the store, including those that ended within the last hour.', []),
};

/** Creates the counters of sign-ins, nonces, token refreshes and ended sessions for the metrics. */
export function countSignIns(metrics: Metrics): {
  readonly counting: (signIn: SignIn) => SignIn;
  readonly ended: (why: SessionEnd) => void;
  readonly stored: (count: number) => void;
} {
  const nonces = metrics.counter(SIGN_IN_METRICS.nonces).of();
  const signIns = metrics.counter(SIGN_IN_METRICS.signIns);
  const refreshes = metrics.counter(SIGN_IN_METRICS.refreshes);
  const ended = metrics.counter(SIGN_IN_METRICS.ended);
  const stored = metrics.gauge(SIGN_IN_METRICS.stored).of();

  return {
    counting: (signIn) => ({
      nonce() {
        const made = signIn.nonce();
        nonces.inc();
        return made;
      },
      verify: (signed) =>
        outcomeOf(
          signIn.verify(signed),
          () => 'ok',
          (outcome) => signIns.of(outcome).inc(),
        ),
      refresh: (refreshToken) =>
        outcomeOf(
          signIn.refresh(refreshToken),
          ({ isRepeat }) => (isRepeat ? 'repeated' : 'ok'),
          (outcome) => refreshes.of(outcome).inc(),
        ),
    }),
    ended: (why) => ended.of(why).inc(),
    stored: (count) => stored.set(count),
  };
}

async function outcomeOf<T>(work: Promise<T>, nameOf: (done: T) => string, tell: (outcome: string) => void): Promise<T> {
  try {
    const done = await work;
    tell(nameOf(done));
    return done;
  } catch (error) {
    tell(error instanceof CoxswainError ? error.code : 'internal');
    throw error;
  }
}
