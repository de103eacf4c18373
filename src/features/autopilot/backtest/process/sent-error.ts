import * as v from 'valibot';
import { InvalidInputError } from '../../../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../../../values/json.ts';

const sentError = v.object({
  code: v.string(),
  message: v.string(),
  status: v.optional(v.number()),
  details: v.optional(v.custom<JsonObject>((value) => typeof value === 'object' && value !== null)),
  problems: v.optional(v.array(v.object({ path: v.string(), code: v.string(), message: v.string() }))),
});

/** Serializes an error of the backtest process for the node, which sends it to the client. The error's cause is omitted. */
export function sentErrorOf(error: TerminalError): string {
  const { code, message, status, details } = error;
  const sent: v.InferInput<typeof sentError> =
    error instanceof InvalidInputError ? { code, message, status, problems: [...error.problems] } : { code, message, status, details };
  return JSON.stringify(sent);
}

/** Restores an error from the text that `sentErrorOf` has returned. */
export function errorFrom(text: string): TerminalError {
  const { code, message, status, details, problems } = v.parse(sentError, JSON.parse(text));
  if (problems !== undefined) return new InvalidInputError(problems, { code, message, ...(status === undefined ? {} : { status }) });
  return new TerminalError({ code, message, status, details });
}
