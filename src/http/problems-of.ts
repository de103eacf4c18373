import { type BaseIssue, getDotPath } from 'valibot';
import type { Problem } from '../values/errors/invalid-input-error.ts';

/** Maximum number of characters of a message, because messages quote received values of any size. */
const MAX_MESSAGE = 300;
const MAX_PATH = 300;
const MAX_PROBLEMS = 100;

/**
 * Converts valibot's issues to the problems that a client receives: one for each path, with the part of the request (`body.amount`,
 * `query.walletAddress`, `params.chainId`).
 */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): Problem[] {
  const byPath = new Map<string, Problem>();
  for (const issue of issues) {
    const path = pathOf(issue).slice(0, MAX_PATH);
    // A pipe continues after a failed step, so only the first message is reported for a path.
    if (byPath.size < MAX_PROBLEMS && !byPath.has(path)) byPath.set(path, problemOf(issue, path));
  }
  return [...byPath.values()];
}

function problemOf(issue: BaseIssue<unknown>, path: string): Problem {
  if (isMissing(issue)) return { path, code: 'missing', message: 'This field is required.' };
  if (isNoObject(issue)) return { path, code: 'missing', message: 'Expected a JSON object.' };
  const message = issue.type === 'non_empty' && issue.message.startsWith('Invalid ') ? 'Expected text that is not empty.' : issue.message;
  return {
    path,
    code: issue.type.replaceAll('_', '-'),
    message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message,
  };
}

function isNoObject({ kind, type, received, message }: BaseIssue<unknown>): boolean {
  return kind === 'schema' && type.endsWith('object') && received === 'undefined' && message.startsWith('Invalid type');
}

/** Whether a required member is missing. When the object itself is missing, the issue has no path within the object. */
function isMissing({ kind, type, received, message }: BaseIssue<unknown>): boolean {
  return kind === 'schema' && type.endsWith('object') && received === 'undefined' && message.startsWith('Invalid key');
}

function pathOf(issue: BaseIssue<unknown>): string {
  return getDotPath(issue) ?? (issue.path ?? []).map(({ key }) => String(key)).join('.');
}
