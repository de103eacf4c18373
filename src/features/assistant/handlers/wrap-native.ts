import type { Token } from '../../../market/tokens/token.ts';
import type { ChainCall } from '../../../platform/chain/chain.ts';
import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import type { Answer } from '../answers/answer.ts';
import type { Notice, Unsigned } from '../answers/shared-schemas.ts';
import { errorText, revertText } from '../lookup/error-text.ts';
import type { OwnChains, ReadableChain } from '../lookup/own-chains.ts';
import type { ReadAmount } from '../lookup/read-amount.ts';
import { type WrapCallDeps, wrapCallOf, wrappingWords } from '../lookup/wrapping-pair.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { tokenRef } from './held-token.ts';
import type { OpenSpendWarnings } from './spend-warnings.ts';
import { warningWords } from './warning-words.ts';

export type WrapDeps = WrapCallDeps & {
  readonly chains: Pick<OwnChains, 'open'>;
  readonly readAmount: ReadAmount;
  readonly spendWarnings: OpenSpendWarnings;
};

/** A request to exchange one token for another; `wallet` is null when none is connected, or when it is not one of an EVM chain. */
type Exchange = { readonly slots: Slots; readonly from: Token; readonly to: Token; readonly wallet: Address | null };

/**
 * Creates the function that answers the request to exchange the native asset for its wrapped form, or back. No offer is needed, because
 * the contract of the wrapped token exchanges one for one: the answer has the call of this contract. Null for other pairs of tokens.
 */
export function createWrapNative(deps: WrapDeps): (exchange: Exchange) => Promise<Answer | null> {
  const { chains, readAmount, spendWarnings } = deps;

  return async ({ slots, from, to, wallet }) => {
    const callOf = await wrapCallOf(deps, from, to);
    if (callOf === null) return null;
    // The same amount is spent and received, whichever of the two the message states.
    const amount = await readAmount(slots, slots.amountOf === 'toToken' ? to : from, { wallet });
    if (amount.answer) return amount.answer;
    const { units, text, note } = amount.found;
    const tradeInfo = {
      ...{
        type: 'swap' as const,
        from: tokenRef(from),
        to: tokenRef(to),
        amount: text,
        amountNote: note,
        wanted: null,
        slippagePercent: '0',
      },
      ...{ srcWalletAddress: wallet, dstWalletAddress: wallet, offers: 0, notShown: 0, without: [], pending: false },
    };
    const opened = await chains.open(from.chainId);
    if (wallet === null || opened.answer) {
      const next = wallet === null ? ' Connect a wallet to get the transaction.' : '';
      return { action: 'quotes', text: `${wrappingWords(from, to)}${next}`, data: { quotes: [], tradeInfo } };
    }
    const warningsOf = spendWarnings(wallet, from);
    const { verb, ...call } = callOf(units);
    const { gas, problem } = await tried(opened.found, { from: wallet, ...call });
    const own = await warningsOf({ units, gas });
    // Too little balance is said by its own warning, which the failed attempt would only repeat.
    const warnings = own.length > 0 || problem === null ? own : [problem];
    const txn: Unsigned = {
      ...{ chainId: from.chainId, from: wallet, to: call.to, data: call.data, value: call.value.toString() },
      description: `${verb} ${text} ${from.symbol} to ${to.symbol} on ${opened.found.network.name}`,
    };
    const spent = `${exactText(text)} ${from.symbol}${note === null ? '' : ` (${note})`}`;
    return {
      action: 'quotes',
      text: `Ready to sign: ${spent} for ${exactText(text)} ${to.symbol} on ${opened.found.network.name}. ${wrappingWords(from, to)}${warningWords(warnings)}`,
      data: { quotes: [], tradeInfo: { ...tradeInfo, warnings: [...warnings] }, txn },
    };
  };
}

/** Tries a call on the chain, without sending it. Returns its gas, or the warning that it would fail. */
async function tried(
  { chain }: ReadableChain,
  call: ChainCall,
): Promise<{ readonly gas: bigint; readonly problem: null } | { readonly gas: null; readonly problem: Notice }> {
  try {
    return { gas: await chain.estimateGas(call), problem: null };
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    const reason = error.details?.reason;
    const why = typeof reason === 'string' ? revertText(reason) : errorText(error);
    return { gas: null, problem: { code: 'would-fail', message: `A trial of this transaction on the chain failed: ${why}` } };
  }
}
