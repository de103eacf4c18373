import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { clause, exactText } from '../../../values/inspection/plain-number.ts';
import { isNative } from '../../../values/native.ts';
import type { GatherQuotes } from '../../quotes/gather-quotes.ts';
import type { QuoteParts } from '../../quotes/module.ts';
import type { QuoteInput } from '../../quotes/quote-input.ts';
import type { QuoteMeta } from '../../quotes/quote-meta.ts';
import type { Relayer } from '../../relayer/create-relayer.ts';
import { refuse } from '../answers/answer.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { tokenRef } from '../handlers/held-token.ts';
import { SLIPPAGE, shownQuote, whyNoOffer } from '../handlers/quotes.ts';
import { errorText } from '../lookup/error-text.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { offerReason } from '../lookup/offer-reasons.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import type { ReadAmount } from '../lookup/read-amount.ts';
import type { ReadSpent } from '../lookup/read-spent.ts';
import type { Step } from '../understanding/agent-service.ts';
import { emptyRow, keyOf, type PrepareStep, type StepContext } from './plan.ts';
import { type Spent, spentBy } from './step-amount.ts';
import { wrapStep } from './wrap-step.ts';

export type SwapStepDeps = {
  readonly gatherQuotes: GatherQuotes;
  readonly buildOf: QuoteParts['buildOf'];
  /** Builds the transaction for an offer that is executed by the Relayer contract. */
  readonly relayed: Relayer['transactionOf'];
  readonly findToken: FindToken;
  readonly readAmount: ReadAmount;
  readonly readSpent: ReadSpent;
  readonly chains: OwnChains;
  readonly networks: Pick<Networks, 'get'>;
  readonly calls: Pick<WalletCalls, 'approve' | 'wrap' | 'unwrap'>;
};

type Built = Awaited<ReturnType<QuoteParts['buildOf']>>;
type Call = { readonly to: Address; readonly data: string; readonly value: string };
type Offer = {
  readonly meta: QuoteMeta;
  readonly built: Built;
  /** The transaction that the wallet sends: the trade itself or, on chains with a Relayer, a call of the Relayer. */
  readonly tx: Call;
  readonly approvals: readonly Call[];
  readonly spender: Address | null;
  /** The amount to receive, in base units, that the trade guarantees. If less would arrive, the transaction reverts. */
  readonly guaranteed: bigint;
};

/** Maximum number of offers that are tried when the best ones cannot be built into transactions. */
const MOST_TRIED = 3;

/** Creates the function that prepares a swap or a bridge: the best offer that can be built, and the approvals that the offer needs. */
export function createSwapStep(deps: SwapStepDeps): PrepareStep {
  const { findToken, chains, calls } = deps;

  return async (step, of) => {
    const { asked, wallet, before } = of;
    const { toToken, toChainId, amountOf } = step.slots;
    const spent = amountOf === 'toToken' ? await spentFor(step, of) : await spentBy(step, of, deps);
    if (spent.answer) return spent;
    const { token: from, amount, usesStep } = spent.found;
    const to = await receivedBy(toToken, toChainId, from);
    if (to.answer) return to;
    const place = await chains.open(from.chainId);
    if (place.answer) return place;
    const wrapped = await wrapStep(deps, {
      step,
      number: before.number,
      spent: spent.found,
      to: to.found,
      wallet,
      network: place.found.network,
    });
    if (wrapped !== null) return found(wrapped);
    const offer = await offerFor(spent.found, to.found, wallet, { withinMs: before.withinMs, signal: asked.signal });
    if (offer.answer) return offer;

    const { meta, built, tx, spender, guaranteed } = offer.found;
    const isBridge = to.found.chainId !== from.chainId;
    const { network } = place.found;
    const text = `${exactText(amount.text)} ${from.symbol}`;
    const description = `${isBridge ? 'Bridge' : 'Swap'} ${text} to ${to.found.symbol} by ${meta.aggregator} on ${network.name}`;
    const common = { chainId: from.chainId, from: wallet };
    const key = spender === null ? null : `${keyOf(from)}/${spender}`;
    const needed = approvalsOf(offer.found, from, amount.units, key !== null && before.allowances.has(key));
    const approvals = needed.map(
      (approval): Unsigned => ({ ...common, ...approval, description: `Allow ${spender} to take ${text} for the next transaction` }),
    );
    const { decimals } = to.found;
    return found({
      row: {
        ...emptyRow(step, before.number, network),
        ...{ description, usesStep, quote: shownQuote(meta, decimals) },
        spends: { token: tokenRef(from), amount: amount.text, amountUnits: amount.units.toString(), note: amount.note },
        receives: {
          ...{ token: tokenRef(to.found), amount: formatAmount(BigInt(built.amountOut), decimals) },
          ...{ amountMin: formatAmount(guaranteed, decimals), amountMinUnits: guaranteed.toString() },
        },
        transactions: [...approvals, { ...common, to: tx.to, data: tx.data, value: tx.value, description }],
        warnings: built.warnings.map(({ code, message }) => ({ code, message })),
      },
      output: { step: before.number, token: to.found, units: guaranteed },
      changes: [
        { key: keyOf(from), units: -amount.units },
        { key: keyOf(to.found), units: isBridge ? 0n : guaranteed },
      ],
      allowances: key === null ? [] : [key],
      isBridge,
    });
  };

  /** Computes the amount that a step spends when the message names the amount to receive. */
  async function spentFor({ slots, usesEarlier }: Step, { asked, wallet, before }: StepContext): Promise<Found<Spent>> {
    if (usesEarlier || slots.fromToken === undefined)
      return instead(refuse('amount-to-receive', 'it states the amount to receive, so the token to spend must be named as well.'));
    const from = await findToken({ text: slots.fromToken, slot: 'fromToken', chainId: slots.fromChainId, walletChainId: asked.chainId });
    if (from.answer) return from;
    const to = await receivedBy(slots.toToken, slots.toChainId, from.found);
    if (to.answer) return to;
    const amount = await deps.readSpent(slots, { from: from.found, to: to.found }, { wallet, change: before.changeOf(from.found) });
    return amount.answer ? amount : found({ token: from.found, amount: amount.found, usesStep: null });
  }

  async function receivedBy(text: string | undefined, chainId: number | undefined, from: Token): Promise<Found<Token>> {
    const named = text ?? (chainId === undefined ? undefined : from.symbol);
    if (named === undefined) return instead(refuse('missing-token', 'the token to receive is missing.'));
    const to = await findToken({ text: named, slot: 'toToken', chainId: chainId ?? from.chainId, walletChainId: from.chainId });
    if (to.answer) return to;
    const isSame = to.found.chainId === from.chainId && to.found.address === from.address;
    return isSame ? instead(refuse('same-token', `${from.symbol} is both what it spends and what it receives.`)) : to;
  }

  async function offerFor(
    { token: from, amount }: Spent,
    to: Token,
    wallet: Address,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<Found<Offer>> {
    const type = from.chainId === to.chainId ? 'swap' : 'bridge';
    const input: QuoteInput = {
      ...{ fromChainId: from.chainId, toChainId: to.chainId, fromToken: from.address, toToken: to.address, amount: amount.text, type },
      ...{ srcWalletAddress: wallet, dstWalletAddress: wallet, slippage: SLIPPAGE, anonymousMode: false, exclude: null },
    };
    const { offers, without, whyRefused } = await deps.gatherQuotes(input, signal, withinMs);
    const reasons = without.map(offerReason);
    for (const meta of offers.filter(({ broadcastsItself }) => !broadcastsItself).slice(0, MOST_TRIED)) {
      try {
        const built = await deps.buildOf(meta.id, {}, signal);
        const { tx, spender, approvals, amountOutMin, relayed } = built;
        if (relayed !== null) return found({ meta, built, ...(await relayedCall(meta.id, built, signal)), spender: relayed.relayer });
        if (tx !== null) return found({ meta, built, tx, approvals: approvals ?? [], spender, guaranteed: BigInt(amountOutMin) });
      } catch (error) {
        if (!(error instanceof CoxswainError) || signal.aborted) throw error;
        reasons.push(`${meta.aggregator}: ${clause(errorText(error))}`);
      }
    }
    const nameOf = async ({ chainId }: Token) => (await deps.networks.get(chainId))?.name ?? `chain ${chainId}`;
    const why = whyNoOffer(reasons, whyRefused);
    const pair = `${exactText(amount.text)} ${from.symbol} to ${to.symbol}${type === 'swap' ? '' : ` from ${await nameOf(from)} to ${await nameOf(to)}`}`;
    return instead(refuse('no-offer', `there is no offer for ${pair} that a wallet can send itself. ${why}`));
  }

  async function relayedCall(
    id: string,
    { amountOutMin }: Built,
    signal: AbortSignal,
  ): Promise<Pick<Offer, 'tx' | 'approvals' | 'guaranteed'>> {
    const { to, executeData, value, approvals, metaTx } = await deps.relayed(id, {}, signal);
    const [asked, built] = [BigInt(metaTx.amountOutMin), BigInt(amountOutMin)];
    return { tx: { to, data: executeData, value }, approvals: approvals ?? [], guaranteed: asked < built ? asked : built };
  }

  /**
   * Returns the approvals that an offer needs, according to the current state of the chain. @param isUsed whether an earlier step uses the
   * existing allowance, so that the allowance must be granted again
   */
  function approvalsOf({ approvals, spender }: Offer, from: Token, units: bigint, isUsed: boolean) {
    const known = approvals.map(({ to, data, value }) => ({ to, data, value }));
    const { address } = from;
    if (known.length > 0 || !isUsed || spender === null || isNative(address) || !isAddress(address)) return known;
    return [{ to: address, data: calls.approve(spender, units), value: '0' }];
  }
}
