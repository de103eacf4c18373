import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';
import { parseSlippageBps } from '../../values/slippage-bps.ts';
import type { QuoteInput } from './quote-input.ts';

/** The parts of a quote request that can be checked without looking up its tokens. A chain id that cannot be parsed is null. */
export type QuoteParts = Pick<QuoteInput, 'amount' | 'slippage' | 'srcWalletAddress' | 'dstWalletAddress'> & {
  readonly fromChainId: number | null;
  readonly toChainId: number | null;
};

/**
 * Lists all problems of a quote request that can be found without the records of its tokens.
 * @param decimals the source token's decimals, if known
 */
export function quoteProblems(parts: QuoteParts, decimals = 0): Problem[] {
  const { amount, slippage, srcWalletAddress, dstWalletAddress, fromChainId, toChainId } = parts;
  const problems: Problem[] = [];
  const check = (name: string, read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      problems.push({ path: `query.${name}`, code: error.code, message: error.message });
    }
  };
  if (amount !== '') check('amount', () => parseAmount(amount, decimals));
  check('slippage', () => parseSlippageBps(slippage));
  if (srcWalletAddress !== null && fromChainId !== null) check('srcWalletAddress', () => parseChainAddress(fromChainId, srcWalletAddress));
  if (dstWalletAddress !== null && toChainId !== null) check('dstWalletAddress', () => parseChainAddress(toChainId, dstWalletAddress));
  return problems;
}

/** Builds the error that reports the problems of a quote request. If there is only one problem, the error has its code and message. */
export function refusalOf(problems: readonly Problem[]): InvalidInputError {
  const [only, ...others] = problems;
  if (only === undefined || others.length > 0) return new InvalidInputError(problems);
  return new InvalidInputError(problems, { code: only.code, message: only.message });
}
