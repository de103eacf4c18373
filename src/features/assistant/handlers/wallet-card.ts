import type { ChainAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { countText, exactText, shortHash } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { AutopilotService } from '../../autopilot/create-autopilot-service.ts';
import type { Balances } from '../../balances/create-balances.ts';
import type { DcaGives } from '../../dca/module.ts';
import type { TradesService } from '../../trades/create-trades-service.ts';
import type { Handler } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { errorText } from '../lookup/error-text.ts';
import { currencyOf, type Money, type OpenMoney } from '../lookup/money.ts';
import { lookedAtWallet, type OwnChains, type ReadableChain } from '../lookup/own-chains.ts';
import { readBalances, unreadable, withNotice } from './balance-totals.ts';
import { approvalsOf, type RevokeDeps } from './revoke-approvals.ts';

export type WalletCardDeps = {
  readonly balances: Balances;
  readonly chains: OwnChains;
  readonly openMoney: OpenMoney;
  readonly dca: Pick<DcaGives, 'list'>;
  readonly autopilot: Pick<AutopilotService, 'list'>;
  readonly trades: Pick<TradesService, 'list'>;
  readonly approvals: RevokeDeps;
  /** Returns when this service first saw a wallet, in UTC ms; null when it has never seen the wallet. */
  readonly firstSeen: (wallet: ChainAddress) => Promise<number | null>;
};

type Card = NonNullable<AnswerData['walletCard']>;

const MOST_TOKENS = 10;
const MOST_ROWS = 20;
/** States of DCA positions that buy nothing any more. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'cancelled']);

/** Creates the handler that shows a wallet: its holdings, its age, the spenders of its tokens, and its plans and agents. */
export function createWalletCard(deps: WalletCardDeps): Handler {
  const { balances, chains, dca, autopilot, trades } = deps;

  return async (asked) => {
    const looked = lookedAtWallet(asked, 'the summary is about its address');
    if (looked.answer) return looked.answer;
    const wallet = looked.found;
    const isOwn = wallet === asked.wallet;
    const money = await deps.openMoney(currencyOf(asked));
    const places = await chains.all();
    const [held, ages, firstSeenMs, positions, agents, made, approvals] = await Promise.all([
      readBalances(balances, wallet),
      Promise.all(places.map((place) => ageOf(place, wallet))),
      deps.firstSeen(wallet),
      isOwn ? dca.list(wallet, 'all') : [],
      isOwn ? autopilot.list(wallet) : [],
      isOwn ? trades.list(wallet, { limit: 200 }) : { trades: [] },
      approvalsOf(deps.approvals, places, wallet),
    ]);
    const unread = unreadable(held);
    if (unread !== null) return unread;
    const tokens = held.chains
      .flatMap(({ chainId, tokens: own }) => own.map(({ symbol, amount, valueUsd }) => ({ chainId, symbol, amount, valueUsd })))
      .filter(({ amount }) => amount !== '0');
    const card: Card = {
      ...{ wallet, currency: money.currency, totalUsd: held.totalUsd, total: money.value(held.totalUsd) ?? '0' },
      tokens: tokens.toSorted((a, b) => Number(b.valueUsd ?? 0) - Number(a.valueUsd ?? 0)).slice(0, MOST_TOKENS),
      unpriced: tokens.filter(({ valueUsd }) => valueUsd === null).length,
      chains: ages,
      firstSeenAt: firstSeenMs === null ? null : isoOf(firstSeenMs),
      positions: positions.slice(0, MOST_ROWS).map(({ _id, status, phase, chainId, fromToken, toToken, amount }) => ({
        ...{ id: _id, status, phase, chainId },
        description: `${exactText(String(amount))} ${symbolOf(fromToken)} to ${symbolOf(toToken)}`,
      })),
      agents: agents.slice(0, MOST_ROWS).map(({ _id, status, phase, chainId, policy }) => ({
        ...{ id: _id, status, phase, chainId, description: policy.strategies.map(({ type }) => type).join(', ') },
      })),
      trades: made.trades.length,
      approvals: {
        count: approvals.approvals.length + approvals.notShown,
        totalAtRiskUsd: approvals.totalAtRiskUsd,
        isWhole: approvals.chains.every(({ isWhole }) => isWhole),
      },
    };
    return { action: 'wallet_card', text: withNotice(sentence(card, money), money), data: { walletCard: card } };
  };
}

async function ageOf({ network, chain }: ReadableChain, wallet: Parameters<typeof chain.getNonce>[0]): Promise<Card['chains'][number]> {
  const base = { chainId: network.id, name: network.name };
  try {
    const [sent, code] = await Promise.all([chain.getNonce(wallet, 'latest'), chain.getCode(wallet)]);
    return { ...base, sent, isContract: code !== '0x', problem: null };
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    return { ...base, sent: null, isContract: null, problem: errorText(error) };
  }
}

function symbolOf(token: unknown): string {
  return typeof token === 'object' && token !== null && 'symbol' in token ? String(token.symbol) : String(token);
}

function sentence({ wallet, chains, firstSeenAt, positions, agents, approvals, trades, totalUsd }: Card, money: Money): string {
  const sent = chains.reduce((sum, { sent: own }) => sum + (own ?? 0), 0);
  const failed = chains.filter((chain) => chain.sent === null).map(({ name }) => name);
  const missed = failed.length === 0 ? '' : ` Without ${failed.join(', ')}, which could not be read.`;
  const seen =
    firstSeenAt === null
      ? 'This service has not seen this wallet before.'
      : `This service first saw this wallet on ${firstSeenAt.slice(0, 10)}.`;
  const running = positions.filter(({ status }) => !ENDED.has(status)).length;
  const own = `${countText(running, 'running DCA position')}, ${countText(agents.length, 'agent')}, ${countText(trades, 'trade')} here.`;
  const risk =
    approvals === null || approvals.count === 0
      ? `No approvals in force were found${approvals?.isWhole === false ? ' so far, and not all blocks were read' : ''}.`
      : `${countText(approvals.count, 'approval')} in force, ${money.text(approvals.totalAtRiskUsd)} at risk.`;
  return `${shortHash(wallet)} holds ${money.text(totalUsd)} and has sent ${countText(sent, 'transaction')}.${missed} ${seen} ${own} ${risk}`;
}
