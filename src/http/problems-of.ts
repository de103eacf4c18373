import { type BaseIssue, getDotPath } from 'valibot';
import type { Problem } from '../values/errors/invalid-input-error.ts';

/** Maximum number of characters of an error message. Messages quote received values, which can have any size. */
const MAX_MESSAGE = 300;
const MAX_PATH = 300;
const MAX_PROBLEMS = 100;

/**
 * Converts valibot's issues to the problems that the reply lists. There is one problem for each path, which begins with the part of the
 * request (`body.amount`, `query.walletAddress`, `params.chainId`).
 */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): Problem[] {
  const byPath = new Map<string, Problem>();
  for (const issue of issues) {
    const path = pathOf(issue).slice(0, MAX_PATH);
    // Only the first problem of each path is reported: after a failed check of a field, valibot continues with the field's next checks, and
    // their problems add nothing.
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

/** Whether the problem is a missing required field. When the whole object is missing, the issue contains no path within the object. */
function isMissing({ kind, type, received, message }: BaseIssue<unknown>): boolean {
  return kind === 'schema' && type.endsWith('object') && received === 'undefined' && message.startsWith('Invalid key');
}

function pathOf(issue: BaseIssue<unknown>): string {
  return getDotPath(issue) ?? (issue.path ?? []).map(({ key }) => String(key)).join('.');
}
