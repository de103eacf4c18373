import { type BaseIssue, getDotPath } from 'valibot';
import type { Problem } from '../../values/errors/invalid-input-error.ts';

/** A message quotes what was received, which can be megabytes. */
const MAX_MESSAGE = 300;
const MAX_PATH = 300;
const MAX_PROBLEMS = 100;

/**
 * What a client sees of valibot's issues: one problem each, with its dotted path and the part of the request it is in
 * (`body.amount`, `query.walletAddress`, `params.chainId`).
 */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): Problem[] {
  return issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    path: pathOf(issue).slice(0, MAX_PATH),
    code: issue.type.replaceAll('_', '-'),
    message: issue.message.length > MAX_MESSAGE ? `${issue.message.slice(0, MAX_MESSAGE)}...` : issue.message,
  }));
}

function pathOf(issue: BaseIssue<unknown>): string {
  return getDotPath(issue) ?? (issue.path ?? []).map(({ key }) => String(key)).join('.');
}
