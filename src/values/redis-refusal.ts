/** What is the matter with a Redis, in words that stay the same: for readiness, metrics, and whoever reads them. */
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

/** By the first word of an answer; within a script's error it may stand further in. */
const BY_ANSWER: readonly (readonly [RegExp, RedisTrouble])[] = [
  // UNBLOCKED: what waited when a primary became a replica.
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

/** @param error what a client of Redis threw: an answer of the server, or of its own */
export function redisTroubleOf(error: unknown): RedisTrouble {
  if (!(error instanceof Error)) return 'refuses';
  const text = `${'code' in error ? `${String(error.code)} ` : ''}${error.message}`;
  return BY_ANSWER.find(([pattern]) => pattern.test(text))?.[1] ?? 'refuses';
}

/** Whether it concerns the whole server, and not only the command. */
export function isOutage(trouble: RedisTrouble): boolean {
  return trouble !== 'wrong-data' && trouble !== 'refuses';
}

/** Whether the address may lead to another server by now, so that a new connection can cure it: after a fail-over above all. */
export function isCuredByReconnecting(trouble: RedisTrouble): boolean {
  return ['read-only', 'no-primary', 'denied', 'cluster-down', 'loading', 'full'].includes(trouble);
}
