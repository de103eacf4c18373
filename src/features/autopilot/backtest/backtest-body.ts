import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { amount } from '../../../http/fields.ts';
import { parseJson } from '../../../http/parse-json.ts';
import { problemsOf } from '../../../http/problems-of.ts';
import { textOfBody } from '../../../http/read-body.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { parseDayOrTime } from '../../../values/iso-time.ts';
import { repeatedMember } from '../../../values/repeated-member.ts';
import { MAX_VAULT_FEE_BPS } from '../../../values/vault-fee.ts';
import { policyShape } from '../policy-shape.ts';
import type { HistoryInput } from './open-backtest.ts';
import type { BacktestTask } from './task/plan-task.ts';

/**
 * Maximum number of fields in a request's JSON body that contains price rows. A longer history must be sent as CSV text, which counts as a
 * single field.
 */
const MOST_MEMBERS = 100_000;
/**
 * Size limit of a policy in characters: many times the size of the largest valid policy. Policies are validated in the node's own process,
 * so they must be small compared with a history.
 */
const MOST_POLICY_CHARS = 256 * 1024;
const MAX_COST_BPS = 2_000;
const MOST_SWEEP_CHARS = 500;
const MOST_GAS_USD = 10_000;
const MAX_PATH = 300;

const bps = (what: string, most = MAX_COST_BPS) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most, `Expected ${what} in basis points, at most ${most}.`));
const isoTime = v.pipe(
  v.string(),
  v.check((text) => parseDayOrTime(text) !== null, 'Expected a time in ISO 8601 with its zone, such as 2026-01-31T12:00:00Z, or a date.'),
  v.transform((text) => parseDayOrTime(text) ?? 0),
);

const members = {
  policy: v.pipe(v.unknown(), describedAs(policyShape)),
  prices: v.optional(v.unknown()),
  recorded: v.optional(
    v.pipe(
      v.object({ from: isoTime, to: isoTime }),
      v.check(({ from, to }) => from < to, 'Expected a time range: `from` before `to`.'),
    ),
  ),
  budget: amount,
  /** The fee of the trading pools in basis points. */
  feeBps: v.optional(bps('the fee of each trade'), 30),
  slippageBps: v.optional(bps('the slippage of each trade'), 10),
  /**
   * The vault's fee in basis points of the amount spent by a trade. When the field is absent, the fee is that of a new agent in the chain's
   * vault.
   */
  vaultFeeBps: v.optional(bps("the vault's fee", MAX_VAULT_FEE_BPS)),
};
const hasOneHistory = ({ prices, recorded }: { readonly prices?: unknown; readonly recorded?: unknown }) =>
  (prices === undefined) !== (recorded === undefined);
const ONE_HISTORY = 'Expected either `prices` (CSV text, or an array of rows) or `recorded` (a time range of the recorded series).';
/**
 * Text that states which policy fields a parameter sweep varies. Its syntax is checked later, because the parser's error messages say more
 * than a mismatch with a pattern would.
 */
const sweep = v.pipe(v.string(), v.maxLength(MOST_SWEEP_CHARS));
/** Assumed gas cost of each trade in dollars. It is reported separately from the result, because the executor pays it, not the agent. */
const gasUsd = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_GAS_USD)));

export const backtestBody = v.pipe(
  v.object(members),
  v.check((given) => hasOneHistory(given), ONE_HISTORY),
);
export const reportBody = v.pipe(
  v.object({ ...members, gasUsd, sweep: v.optional(sweep) }),
  v.check((given) => hasOneHistory(given), ONE_HISTORY),
);
export const sweepBody = v.pipe(
  v.object({ ...members, gasUsd, sweep }),
  v.check((given) => hasOneHistory(given), ONE_HISTORY),
);

export type BacktestBody = v.InferOutput<typeof backtestBody> & Pick<v.InferOutput<typeof reportBody>, 'gasUsd' | 'sweep'>;

const BODY_OF = { backtest: backtestBody, report: reportBody, sweep: sweepBody } satisfies Record<BacktestTask, v.GenericSchema>;

/**
 * Parses the body of a backtest request from its bytes. The numbers of a price history keep all their digits.
 * @throws the errors of `parseJson`; TerminalError 400 `invalid-encoding`, 413 `policy-too-large`; InvalidInputError
 */
export function readBacktestBody(bytes: Uint8Array, task: BacktestTask): BacktestBody {
  const text = bytes.byteLength === 0 ? '' : textOfBody(bytes);
  const document = text === '' ? undefined : parseJson(text, MOST_MEMBERS, ['prices']);
  if (document !== undefined) refuseRepeated(text);
  const result = v.safeParse(v.object({ body: BODY_OF[task] }), { body: document });
  if (!result.success) throw new InvalidInputError(problemsOf(result.issues));
  const { body } = result.output;
  if ((JSON.stringify(body.policy) ?? '').length <= MOST_POLICY_CHARS) return body;
  const message = `The policy is too large: a policy has at most ${MOST_POLICY_CHARS} characters.`;
  throw new TerminalError({ code: 'policy-too-large', message, status: 413, details: { maxCharacters: MOST_POLICY_CHARS } });
}

/**
 * Refuses a JSON field that occurs twice in one object, such as two prices of a token, because `JSON.parse` would use the last one without
 * an error.
 */
function refuseRepeated(text: string): void {
  const repeated = repeatedMember(text);
  if (repeated === null) return;
  const message = 'The JSON object contains this member twice: remove one of them.';
  throw new InvalidInputError([{ path: `body.${repeated}`.slice(0, MAX_PATH), code: 'repeated-member', message }]);
}

export function historyIn({ prices, recorded }: Pick<BacktestBody, 'prices' | 'recorded'>): HistoryInput {
  if (recorded !== undefined) return { kind: 'recorded', fromMs: recorded.from, toMs: recorded.to };
  const path = 'body.prices';
  return typeof prices === 'string' ? { kind: 'csv', path, text: prices } : { kind: 'json', path, document: prices };
}
