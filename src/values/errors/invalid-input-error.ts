import type { Json } from '../json.ts';
import { TerminalError } from './terminal-error.ts';

/** One validation problem of an input. */
export type Problem = {
  /** Dotted path from the input's root (`chainId.chainId`, `strategies.0.amount`); empty for the root itself. */
  path: string;
  /** Stable kebab-case name of the rule that the input violates. */
  code: string;
  /** Describes what was wrong with the value, and which values are accepted. */
  message: string;
};

/** An error for input that violates one or more rules. Lists every problem with its path. The HTTP layer answers 400. */
export class InvalidInputError extends TerminalError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options: { code?: string; message?: string; status?: number; cause?: unknown } = {}) {
    const shown: Json = problems.map(({ path, code, message }) => ({ path, code, message }));
    super({
      code: options.code ?? 'invalid-input',
      message: options.message ?? summaryOf(problems),
      status: options.status ?? 400,
      details: { problems: shown },
      cause: options.cause,
    });
    this.problems = problems;
  }
}

/** Formats a validation problem of an input as a line of text. */
export function problemText({ path, message }: Pick<Problem, 'path' | 'message'>): string {
  return path === '' ? message : `${path}: ${message}`;
}

function summaryOf(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first === undefined) return 'The input is not valid.';
  const line = problemText(first);
  return problems.length === 1 ? line : `${line} (and ${problems.length - 1} more)`;
}
