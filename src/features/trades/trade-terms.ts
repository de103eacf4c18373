import type { ChainAddress } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';
import type { TradeTerms } from '../../values/trade-terms.ts';
import type { QuotedTrade } from '../quotes/quote-lookup.ts';

const DIFFERS = 'This value differs from the value in the quote. Send the value of the quote, or leave the field out.';

/**
 * A client's request to create a trade record, after its fields' types were validated. Fields that a cached quote provides can be missing.
 */
export type CreateTrade = {
  /** The record's UUID, in lowercase. */
  readonly txHash: string;
  readonly walletAddress: string;
  readonly recipient?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly type?: 'swap' | 'bridge' | undefined;
  readonly fromChainId?: number | undefined;
  readonly toChainId?: number | undefined;
  readonly fromToken?: string | undefined;
  readonly toToken?: string | undefined;
  readonly amountIn?: BaseUnits | undefined;
  readonly amountOutExpected?: BaseUnits | undefined;
  readonly amountOutMin?: BaseUnits | undefined;
  readonly aggregator?: string | undefined;
};

/**
 * Builds the terms of a trade record from the client's fields. Missing fields are taken from the cached quote. A field that both contain
 * must have the same value; otherwise the record would wait for another token or chain than was quoted.
 * @throws InvalidInputError 400 with every problem
 */
export function tradeTermsOf(input: CreateTrade, quote: QuotedTrade | null): TradeTerms {
  const problems: Problem[] = [];
  const wrong = (path: string, code: string, message: string) => {
    problems.push({ path: `body.${path}`, code, message });
  };

  /**
   * Returns the value of a field from the client's request or from the quote. Reports a problem and returns null when neither has a value;
   * reports a problem when the two values differ.
   */
  function agreed<T>(name: 'fromToken' | 'toToken' | 'amountIn', own: T | undefined, quoted: T | undefined): T | null {
    if (own !== undefined && quoted !== undefined && own !== quoted) wrong(name, 'differs-from-quote', DIFFERS);
    const value = own ?? quoted;
    if (value === undefined) wrong(name, 'missing', missingMessage(input));
    return value ?? null;
  }
  function chainOf(name: 'fromChainId' | 'toChainId'): number | null {
    const [own, quoted] = [input[name], quote?.[name]];
    if (own !== undefined && quoted !== undefined && own !== quoted) wrong(name, 'differs-from-quote', DIFFERS);
    const value = own ?? quoted ?? null;
    if (value === null) wrong(name, 'missing', missingMessage(input));
    return value;
  }
  function addressOn(chainId: number | null, name: 'walletAddress' | 'recipient' | 'fromToken' | 'toToken'): ChainAddress | undefined {
    const text = input[name];
    if (text === undefined || chainId === null) return undefined;
    try {
      return parseChainAddress(chainId, text);
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      wrong(name, error.code, error.message);
      return undefined;
    }
  }
  function tokenOn(chainId: number | null, name: 'fromToken' | 'toToken'): ChainAddress | null {
    const address = addressOn(chainId, name);
    const own = address !== undefined && isNative(address) ? NATIVE_ADDRESS : address;
    // A value that the client sent but that is invalid has already been reported, and does not count as missing.
    return input[name] !== undefined && own === undefined ? null : agreed(name, own, quote?.[name]);
  }

  const fromChainId = chainOf('fromChainId');
  const toChainId = chainOf('toChainId');
  const fromToken = tokenOn(fromChainId, 'fromToken');
  const toToken = tokenOn(toChainId, 'toToken');
  const wallet = addressOn(fromChainId, 'walletAddress') ?? null;
  if (quote?.wallet != null && wallet !== null && quote.wallet !== wallet)
    wrong('walletAddress', 'differs-from-quote', 'The quote with this id was made for another wallet.');
  const type = input.type ?? quote?.type ?? (fromChainId === toChainId ? 'swap' : 'bridge');
  if (type === 'swap' && fromChainId !== toChainId)
    wrong('type', 'not-a-swap', 'A swap stays on one chain: `type` must be "bridge" for different chains.');
  const amountIn = agreed('amountIn', input.amountIn, quote?.amountIn);
  const amountOutExpected = input.amountOutExpected ?? quote?.amountOutExpected ?? null;
  const amountOutMin = input.amountOutMin ?? quote?.amountOutMin ?? null;
  if (amountOutExpected !== null && amountOutMin !== null && BigInt(amountOutMin) > BigInt(amountOutExpected))
    wrong('amountOutMin', 'above-expected', 'The minimum output is greater than the expected output.');
  const ownRecipient = addressOn(toChainId, 'recipient');
  for (const [name, own, quoted] of [
    ['recipient', ownRecipient, quote?.recipient],
    ['type', input.type, quote?.type],
    // The aggregator must be the one of the quote, because the trade's status is requested from it with the quote's reference.
    ['aggregator', input.aggregator, quote?.aggregator],
  ] as const) {
    if (own !== undefined && quoted != null && own !== quoted) wrong(name, 'differs-from-quote', DIFFERS);
  }
  const recipient = ownRecipient ?? quote?.recipient ?? (isSameForm(fromChainId, toChainId) ? wallet : null);
  if (recipient === null && input.recipient === undefined && !isSameForm(fromChainId, toChainId))
    wrong('recipient', 'missing', "The wallet's address is not valid on the other chain: state the recipient of the output on that chain.");

  if (problems.length > 0 || fromChainId === null || toChainId === null) throw new InvalidInputError(problems);
  // If a value is missing here, a problem has already been reported for it.
  if (wallet === null || recipient === null || fromToken === null || toToken === null || amountIn === null)
    throw new InvalidInputError(problems);
  return {
    tradeId: input.txHash,
    quoteId: input.quoteId ?? null,
    wallet,
    recipient,
    type,
    fromChainId,
    toChainId,
    fromToken,
    toToken,
    amountIn,
    amountOutExpected,
    amountOutMin,
    aggregator: input.aggregator ?? quote?.aggregator ?? null,
    reference: quote?.reference ?? null,
  };
}

/** Whether addresses of wallets have the same notation on both chains. */
function isSameForm(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && isEvmChain(a) && isEvmChain(b));
}

function missingMessage({ quoteId }: CreateTrade): string {
  return quoteId === undefined
    ? 'This field is required, unless `quoteId` names a quote that has not expired.'
    : 'This field is required, because the quote with this id has expired (quotes are kept for 300 seconds).';
}
