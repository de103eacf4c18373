import type { Address } from '../../../values/address.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { addRationals, parseRational, ZERO } from '../../../values/rational.ts';
import { usdTextOf } from '../../../values/usd.ts';
import type { Balances, WalletBalances } from '../../balances/create-balances.ts';
import { type Answer, refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { problemText } from '../lookup/error-text.ts';
import type { Money } from '../lookup/money.ts';

type Held = NonNullable<AnswerData['balance']>['tokens'][number];

/** Maximum number of tokens that a sentence of the answer names. */
const MOST_NAMED = 4;

/** Sums the values of balances, and lists the balances without a price. */
export function totalOf(
  wallet: Address,
  tokens: readonly Held[],
  failed: WalletBalances['failed'],
  money: Money,
): NonNullable<AnswerData['balance']> {
  const sum = tokens.flatMap(({ valueUsd }) => (valueUsd === null ? [] : [parseRational(valueUsd)]));
  const totalUsd = usdTextOf(sum.reduce(addRationals, ZERO));
  const unpriced = tokens.filter(({ valueUsd, amount }) => valueUsd === null && amount !== '0');
  return {
    ...{ wallet, currency: money.currency, tokens: [...tokens], totalUsd, total: money.value(totalUsd) ?? '0' },
    unpriced: unpriced.map(({ chainId, address, symbol, amount }) => ({ chainId, address, symbol, amount })),
    failed: failed.map(({ chainId, name, code, message }) => ({ chainId, name, code, message })),
  };
}

export function problems({ unpriced, failed }: Pick<NonNullable<AnswerData['balance']>, 'unpriced' | 'failed'>): string {
  const without = unpriced.map(({ symbol, amount }) => `${numberText(amount)} ${symbol}`);
  const prices = without.length === 0 ? '' : ` Not in the sum, because they have no price:  ${without.slice(0, MOST_NAMED).join(', ')}.`;
  const chains = failed.length === 0 ? '' : ` Not read: ${failed.map(({ name }) => name).join(', ')}.`;
  return `${prices}${chains}`;
}

/** Appends to an answer's text the notice why its values are not in the requested currency, if there is one. */
export function withNotice(text: string, { notice }: Money): string {
  return notice === null ? text : `${text} ${notice}`;
}

/** Reads the balances of a wallet on one chain, or on all. The reasons why a chain could not be read are in words for the user. */
export async function readBalances(balances: Balances, wallet: Address, chainId?: number): Promise<WalletBalances> {
  const read = chainId === undefined ? await balances.of(wallet) : await balances.of(wallet, chainId);
  return { ...read, failed: read.failed.map((failure) => ({ ...failure, message: problemText(failure.message) })) };
}

/** Returns the answer about a wallet of which no chain could be read; null when at least one was read. */
export function unreadable({ chains, failed }: Pick<WalletBalances, 'chains' | 'failed'>): Answer | null {
  if (chains.length > 0 || failed.length === 0) return null;
  return refuse('chains-unreadable', `No chain could be read now: ${failed.map(({ name, message }) => `${name}: ${message}`).join(' ')}`);
}
