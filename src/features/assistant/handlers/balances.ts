import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Address } from '../../../values/address.ts';
import { numberText, shortHash } from '../../../values/inspection/plain-number.ts';
import type { Balances, ChainBalances, WalletBalances } from '../../balances/create-balances.ts';
import type { Asked, Handler } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { currencyOf, type Money, type OpenMoney } from '../lookup/money.ts';
import { lookedAtWallet, type OwnChains } from '../lookup/own-chains.ts';
import { readBalance } from '../lookup/read-balance.ts';
import { problems, readBalances, totalOf, unreadable, withNotice } from './balance-totals.ts';
import { heldToken } from './held-token.ts';

export type BalanceHandlerDeps = {
  readonly balances: Balances;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'listOf'>;
  readonly chains: OwnChains;
  readonly findToken: FindToken;
  readonly openMoney: OpenMoney;
  readonly pricesOf: Parameters<typeof heldToken>[1]['pricesOf'];
};

type Held = NonNullable<AnswerData['balance']>['tokens'][number];

/** Maximum number of balances that a sentence of the answer names. */
const MOST_NAMED = 4;

/** Creates the handler that shows the balance of one token, or all balances. */
export function createCheckBalance(deps: BalanceHandlerDeps): Handler {
  return async (asked) => {
    const { slots, chainId: walletChainId } = asked;
    const wallet = lookedAtWallet(asked, 'the balances are read at its address');
    if (wallet.answer) return wallet.answer;
    const money = await deps.openMoney(currencyOf(asked));
    const text = slots.fromToken ?? slots.toToken;
    if (text === undefined) {
      const places = await deps.chains.named(slots);
      if (places.answer) return places.answer;
      const balances = await readBalances(deps.balances, wallet.found, slots.fromChainId ?? slots.toChainId);
      return unreadable(balances) ?? balanceAnswer(balances, money, slots.to === undefined ? '' : `The wallet ${wallet.found}: `);
    }
    const chainId = slots.fromChainId ?? slots.toChainId;
    const token = await deps.findToken({ text, slot: 'fromToken', chainId, walletChainId });
    if (token.answer) return token.answer;
    const opened = await deps.chains.open(token.found.chainId);
    if (opened.answer) return opened.answer;
    const { chain, network } = opened.found;
    const amount = await readBalance(chain, token.found, wallet.found);
    const held = await heldToken({ token: token.found, amount }, deps, money);
    const own = whose(asked, wallet.found);
    return {
      action: 'check_balance',
      text: withNotice(`${own} ${numberText(held.amount)} ${held.symbol} on ${network.name} (${money.text(held.valueUsd)}).`, money),
      data: { balance: totalOf(wallet.found, [held], [], money) },
    };
  };

  function balanceAnswer(read: WalletBalances, money: Money, whoseOwn: string) {
    const tokens = read.chains.flatMap((chain) => heldOf(chain, money)).toSorted(byValue);
    const balance = totalOf(read.address, tokens, read.failed, money);
    const named = tokens.filter(({ amount }) => amount !== '0').slice(0, MOST_NAMED);
    const nameOf = (id: number) => read.chains.find(({ chainId }) => chainId === id)?.name ?? `chain ${id}`;
    const list = named.map(({ amount, symbol, chainId }) => `${numberText(amount)} ${symbol} on ${nameOf(chainId)}`).join(', ');
    const what = list === '' ? 'No balances above zero were found.' : `${list}${tokens.length > named.length ? ', and more' : ''}.`;
    return {
      action: 'check_balance' as const,
      text: withNotice(`${whoseOwn}${what} In all ${money.text(balance.totalUsd)}.${problems(balance)}`, money),
      data: { balance },
    };
  }
}

/** Creates the handler that shows a wallet's balances by chain, with their prices. */
export function createPortfolio(deps: BalanceHandlerDeps): Handler {
  return async (asked) => {
    const wallet = lookedAtWallet(asked, 'the balances are read at its address');
    if (wallet.answer) return wallet.answer;
    const places = await deps.chains.named(asked.slots);
    if (places.answer) return places.answer;
    const read_ = await readBalances(deps.balances, wallet.found, asked.slots.fromChainId ?? asked.slots.toChainId);
    const money = await deps.openMoney(currencyOf(asked));
    const unread = unreadable(read_);
    if (unread !== null) return unread;
    const tokens = read_.chains.flatMap((chain) => heldOf(chain, money));
    const { unpriced, failed, total, totalUsd } = totalOf(wallet.found, tokens, read_.failed, money);
    const chains = read_.chains.map((chain) => ({
      ...{ chainId: chain.chainId, name: chain.name, readAt: chain.readAt, valueUsd: chain.valueUsd },
      value: money.value(chain.valueUsd) ?? '0',
      tokens: [...heldOf(chain, money)].toSorted(byValue),
      unread: [...chain.unread],
    }));
    const best = chains.filter(({ valueUsd }) => valueUsd !== '0').map(({ name, valueUsd }) => `${name} ${money.text(valueUsd)}`);
    const where = best.length === 0 ? '' : ` (${best.join(', ')})`;
    const whoseOwn = asked.slots.to === undefined ? 'Your portfolio' : `The portfolio of ${shortHash(wallet.found)}`;
    return {
      action: 'portfolio',
      text: withNotice(`${whoseOwn} is worth ${money.text(totalUsd)}${where}.${problems({ unpriced, failed })}`, money),
      data: { portfolio: { wallet: wallet.found, currency: money.currency, totalUsd, total, chains, unpriced, failed } },
    };
  };
}

function heldOf({ chainId, tokens }: ChainBalances, money: Money): readonly Held[] {
  return tokens.map(({ address, symbol, name, decimals, balance, amount, priceUsd, valueUsd }) => ({
    ...{ chainId, address, symbol, name, decimals, balance, amount, priceUsd, valueUsd },
    value: money.value(valueUsd),
  }));
}

function byValue(a: Held, b: Held): number {
  return Number(b.valueUsd ?? 0) - Number(a.valueUsd ?? 0);
}

function whose({ slots }: Asked, wallet: Address): string {
  return slots.to === undefined ? 'You have' : `${shortHash(wallet)} has`;
}
