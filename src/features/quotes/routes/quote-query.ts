import * as v from 'valibot';
import { chainIdText } from '../../../http/fields.ts';
import { problemsOf } from '../../../http/problems-of.ts';
import { InvalidInputError, type Problem } from '../../../values/errors/invalid-input-error.ts';
import type { JsonObject } from '../../../values/json.ts';
import { DEFAULT_SLIPPAGE, type QuoteInput } from '../quote-input.ts';
import { quoteProblems } from '../quote-problems.ts';

const MAX_TEXT = 200;

const text = (what: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(MAX_TEXT));
/** Schema of an optional text. An empty string counts as missing, because clients send empty strings for unknown values. */
const optionalText = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT)), '');

/** Schema of the query parameters of a quote request (API specification, "Quote stream"). */
export const quoteQuerySchema = v.object({
  fromChainId: chainIdText,
  toChainId: chainIdText,
  fromToken: text("the source token's address"),
  toToken: text("the destination token's address"),
  amount: text('an amount in whole tokens, such as 1.5'),
  type: text('swap, or bridge'),
  srcWalletAddress: optionalText,
  dstWalletAddress: optionalText,
  slippage: optionalText,
  /** Whether to use anonymous mode; only the string `true` turns it on. */
  anonymousMode: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT)), ''),
  /**
   * Comma-separated list of excluded aggregators. An empty list excludes none; when the parameter is absent, the default exclusions apply.
   */
  exclude: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
});

/** Schema of the overrides in a build's query, for the OpenAPI document. */
export const overridesShape = v.object({ ...v.partial(quoteQuerySchema).entries, recipient: v.optional(v.string()) });

type QuoteQuery = v.InferOutput<typeof quoteQuerySchema>;

export function quoteInputOf(query: QuoteQuery): QuoteInput {
  const { fromChainId, toChainId, fromToken, toToken, amount, type, srcWalletAddress, dstWalletAddress, slippage, exclude } = query;
  return {
    fromChainId,
    toChainId,
    fromToken,
    toToken,
    amount,
    type,
    srcWalletAddress: srcWalletAddress === '' ? null : srcWalletAddress,
    dstWalletAddress: dstWalletAddress === '' ? null : dstWalletAddress,
    // "0" is a valid slippage; only an empty value means the default.
    slippage: slippage === '' ? DEFAULT_SLIPPAGE : slippage,
    anonymousMode: query.anonymousMode === 'true',
    exclude: exclude === undefined ? null : namesIn(exclude),
  };
}

/**
 * Merges the parameters that a client changes for a build into the cached quote request, and validates the result. `recipient` is an alias
 * of `dstWalletAddress`.
 * @throws InvalidInputError
 */
export function overriddenInput(data: JsonObject, overrides: Readonly<Record<string, string>>): QuoteInput {
  const { recipient, ...others } = overrides;
  const merged = { ...asQuery(data), ...(recipient === undefined ? {} : { dstWalletAddress: recipient }), ...others };
  const result = v.safeParse(v.object({ query: quoteQuerySchema }), { query: merged });
  if (!result.success) throw withValues(merged, problemsOf(result.issues));
  return quoteInputOf(result.output.query);
}

/**
 * Builds the error about problems in the structure of a query. The values that can be parsed are checked as well, and their problems are
 * added.
 */
export function withValues(query: Readonly<Record<string, string | undefined>>, problems: readonly Problem[]): InvalidInputError {
  const chainIdOf = (text: string | undefined) => (v.is(chainIdText, text) ? Number(text) : null);
  const textOf = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text.trim());
  const found = quoteProblems({
    amount: textOf(query.amount) ?? '',
    slippage: textOf(query.slippage) ?? DEFAULT_SLIPPAGE,
    fromChainId: chainIdOf(query.fromChainId),
    toChainId: chainIdOf(query.toChainId),
    srcWalletAddress: textOf(query.srcWalletAddress),
    dstWalletAddress: textOf(query.dstWalletAddress),
  });
  const known = new Set(problems.map(({ path }) => path));
  return new InvalidInputError([...problems, ...found.filter(({ path }) => !known.has(path))]);
}

function asQuery(data: JsonObject): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(data)) {
    if (value === null) continue;
    query[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return query;
}

function namesIn(list: string): readonly string[] {
  return list.split(',').flatMap((name) => {
    const trimmed = name.trim().toLowerCase();
    return trimmed === '' ? [] : [trimmed];
  });
}
