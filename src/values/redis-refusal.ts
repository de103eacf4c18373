/** A stable keyword for a kind of Redis problem. Readiness checks and metrics use it. */
export type RedisTrouble =
  | 'away'
  | 'no-answer'
  | 'read-only'
  | 'loading'
  | 'no-primary'
  | 'out-of-memory'
  | 'disk-failing'
  | 'no-replicas'
  | 'denied'
  | 'cluster-down'
  | 'full'
  | 'busy'
  | 'wrong-data'
  | 'refuses';

/**
 * Patterns for Redis's error messages, each with the kind of problem. Redis puts the keyword that most patterns match first, but later in
 * the message when a script caused the error.
 */
const BY_ANSWER: readonly (readonly [RegExp, RedisTrouble])[] = [
  // UNBLOCKED means that a blocking command was waiting when its server changed from primary to replica.
  [/\b(READONLY|UNBLOCKED)\b/, 'read-only'],
  [/\bMASTERDOWN\b/, 'no-primary'],
  [/\bLOADING\b/, 'loading'],
  [/\bOOM\b/, 'out-of-memory'],
  [/\bMISCONF\b/, 'disk-failing'],
  [/\bNOREPLICAS\b/, 'no-replicas'],
  [/\b(NOAUTH|WRONGPASS|NOPERM)\b|invalid password|no password is set/, 'denied'],
  [/\bCLUSTERDOWN\b/, 'cluster-down'],
  [/max number of clients/, 'full'],
  [/^BUSY\b/, 'busy'],
  [/\bWRONGTYPE\b|value is not an integer/, 'wrong-data'],
  [/Command timed out/, 'no-answer'],
  [/ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|[Cc]onnection (is|was) closed|isn't writeable/, 'away'],
];

/**
 * Determines the kind of problem of a Redis error. @param error the error thrown by a Redis client: the server's answer, or the client's
 * own error
 */
export function redisTroubleOf(error: unknown): RedisTrouble {
  if (!(error instanceof Error)) return 'refuses';
  const text = `${'code' in error ? `${String(error.code)} ` : ''}${error.message}`;
  return BY_ANSWER.find(([pattern]) => pattern.test(text))?.[1] ?? 'refuses';
}

/** Whether a problem of this kind affects the whole Redis server, and not only one command. */
export function isOutage(trouble: RedisTrouble): boolean {
  return trouble !== 'wrong-data' && trouble !== 'refuses';
}

/** Whether a new connection may solve the problem, because the address may lead to another server now, especially after a fail-over. */
export function isCuredByReconnecting(trouble: RedisTrouble): boolean {
  return ['read-only', 'no-primary', 'denied', 'cluster-down', 'loading', 'full'].includes(trouble);
}
