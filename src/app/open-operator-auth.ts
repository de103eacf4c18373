import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { createOperatorAuth, type OperatorAuth } from '../http/operator-auth.ts';
import { createOperatorSessions, type OperatorSessions } from '../http/operator-sessions.ts';
import { createSignInCodes } from '../http/sign-in-codes.ts';
import { createWrongTokens, type WrongTokenKind } from '../http/wrong-tokens.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';
import { ownOrigin } from '../values/loopback.ts';
import { signInLink } from '../values/sign-in-link.ts';

export type OpenOperatorAuth = {
  readonly auth: OperatorAuth;
  readonly sessions: OperatorSessions;
  /** Sends the delayed replies to wrong tokens immediately, because the node is stopping. */
  answerHeld(): void;
  /**
   * Returns a link with which the person who starts the node can sign in as an operator. Call it once, when the node listens on `port`.
   * Returns null when the inspector is off, or when that person cannot be identified.
   */
  linkAtStart(port: number): string | null;
};

const CODE_BYTES = 32;

/** Opens operator authentication: accounts, sign-in, and the limits on requests with wrong tokens. */
export function openOperatorAuth(
  config: Config,
  deps: {
    readonly clock: Clock;
    readonly log: Log;
    readonly addressOf: (request: Request) => string | null;
    readonly onWrong: (kind: WrongTokenKind) => void;
  },
): OpenOperatorAuth {
  const { clock } = deps;
  const { operators, readers, trustProxy, inspector, host } = config;
  const sessions = createOperatorSessions([...operators, ...readers], { clock });
  const codes = createSignInCodes({ clock, random: () => randomBytes(CODE_BYTES).toString('base64url') });
  const closing = new AbortController();
  const wrong = createWrongTokens({ ...deps, trustProxy, pause, closing: closing.signal });
  return {
    sessions,
    answerHeld: () => closing.abort(),
    auth: createOperatorAuth(config, { sessions, codes, wrong }),
    linkAtStart(port) {
      const [operator, ...others] = operators;
      if (operator === undefined || others.length > 0 || inspector === 'off') return null;
      return signInLink(ownOrigin(host, port), codes.make(operator.name).code);
    },
  };
}

/** Waits for `ms` milliseconds, or until a signal is aborted, on a timer that does not keep the process alive. */
function pause(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    for (const signal of signals) signal.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
}
