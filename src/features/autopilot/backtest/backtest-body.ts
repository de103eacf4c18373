import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { amount } from '../../../http/fields.ts';
import { parseJson } from '../../../http/parse-json.ts';
import { problemsOf } from '../../../http/problems-of.ts';
import { textOfBody } from '../../../http/read-body.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { parseIsoTime } from '../../../values/iso-time.ts';
import { policyShape } from '../policy-shape.ts';
import type { HistoryInput } from './open-backtest.ts';

/** Members of an array of rows; longer histories are sent as CSV text, which is one member. */
const MOST_MEMBERS = 100_000;
/** Many times a policy of all strategies that there may be: what is checked as a policy is not as large as a history. */
const MOST_POLICY_CHARS = 256 * 1024;
const MAX_COST_BPS = 2_000;

const bps = (what: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(MAX_COST_BPS, `Expected ${what} in basis points, at most ${MAX_COST_BPS}.`),
  );
/** A date alone is its first moment in UTC. */
const timeText = (text: string) => parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text);
const isoTime = v.pipe(
  v.string(),
  v.check((text) => timeText(text) !== null, 'Expected a time in ISO 8601 with its zone, such as 2026-01-31T12:00:00Z, or a date.'),
  v.transform((text) => timeText(text) ?? 0),
);

export const backtestBody = v.pipe(
  v.object({
    policy: v.pipe(v.unknown(), describedAs(policyShape)),
    prices: v.optional(v.unknown()),
    recorded: v.optional(v.object({ from: isoTime, to: isoTime })),
    budget: amount,
    feeBps: v.optional(bps('what a trade costs in fees'), 30),
    slippageBps: v.optional(bps('what a trade loses to slippage'), 10),
  }),
  v.check(
    ({ prices, recorded }) => (prices === undefined) !== (recorded === undefined),
    'Expected either `prices` (CSV text, or an array of rows) or `recorded` (a time range of the recorded series).',
  ),
);

export type BacktestBody = v.InferOutput<typeof backtestBody>;

/**
 * A request's body, from its bytes. Numbers of a history keep their digits.
 * @throws as `parseJson`; TerminalError 400 `invalid-encoding`, 413 `policy-too-large`; InvalidInputError
 */
export function readBacktestBody(bytes: Uint8Array): BacktestBody {
  const document = bytes.byteLength === 0 ? undefined : parseJson(textOfBody(bytes), MOST_MEMBERS, ['prices']);
  const result = v.safeParse(v.object({ body: backtestBody }), { body: document });
  if (!result.success) throw new InvalidInputError(problemsOf(result.issues));
  const { body } = result.output;
  if ((JSON.stringify(body.policy) ?? '').length <= MOST_POLICY_CHARS) return body;
  const message = `The policy is larger than the ${MOST_POLICY_CHARS} characters that one may have.`;
  throw new TerminalError({ code: 'policy-too-large', message, status: 413, details: { maxCharacters: MOST_POLICY_CHARS } });
}

export function historyIn({ prices, recorded }: Pick<BacktestBody, 'prices' | 'recorded'>): HistoryInput {
  if (recorded !== undefined) return { kind: 'recorded', fromMs: recorded.from, toMs: recorded.to };
  const path = 'body.prices';
  return typeof prices === 'string' ? { kind: 'csv', path, text: prices } : { kind: 'json', path, document: prices };
}
