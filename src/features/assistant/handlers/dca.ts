import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import type { Clock } from '../../../values/clock.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { countText, exactText } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { isNative } from '../../../values/native.ts';
import type { DcaGives } from '../../dca/module.ts';
import { askBack, type Handler, refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { Notice } from '../answers/shared-schemas.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { evmWallet, type OwnChains } from '../lookup/own-chains.ts';
import { readBalance } from '../lookup/read-balance.ts';
import type { ReadSpent } from '../lookup/read-spent.ts';
import type { Option } from '../understanding/agent-service.ts';
import { tokenRef } from './held-token.ts';
import { ordersOf, spanText, timeFrameOf } from './plan-times.ts';
import { planTransactions } from './plan-transactions.ts';
import type { OpenSpendWarnings } from './spend-warnings.ts';
import { type StandingPlansDeps, standingPlans } from './standing-plans.ts';

export type DcaHandlerDeps = StandingPlansDeps & {
  readonly dca: Pick<DcaGives, 'check' | 'list' | 'vaultOf'>;
  readonly findToken: FindToken;
  readonly readSpent: ReadSpent;
  readonly chains: OwnChains;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly calls: Pick<WalletCalls, 'approve' | 'createPosition'>;
  readonly clock: Clock;
  readonly spendWarnings: OpenSpendWarnings;
};

/** Gas of the two transactions that open a plan: the approval, and the deposit. */
const GAS_OF_A_PLAN = 400_000n;

/**
 * Creates the handler that drafts a plan of purchases at intervals, or lists existing plans. Nothing is stored before the client itself
 * creates the position of the plan.
 */
export function createDcaHandler(deps: DcaHandlerDeps): Handler {
  const { findToken, readSpent, dca, chains, calls, clock } = deps;

  return async (asked) => {
    const { slots, chainId: walletChainId } = asked;
    const wallet = evmWallet(asked, 'the plan belongs to it, and it signs the deposit');
    if (wallet.answer) return wallet.answer;
    if (asked.operation !== null) return await standingPlans(deps, asked, wallet.found, asked.operation);
    if (slots.toToken === undefined) return askBack('Which token do you want to buy?', ['toToken']);
    const chainId = slots.toChainId ?? slots.fromChainId;
    const bought = await findToken({ text: slots.toToken, slot: 'toToken', chainId, walletChainId });
    if (bought.answer) return bought.answer;
    const to = await wrapped(bought.found);
    if (slots.fromToken === undefined) return askBack('Which token do you want to spend?', ['fromToken'], await dollarOptions(to.chainId));
    const spent = await findToken({ text: slots.fromToken, slot: 'fromToken', chainId: to.chainId, walletChainId });
    if (spent.answer) return spent.answer;
    const from = await wrapped(spent.found);
    const { intervalSeconds } = slots;
    if (intervalSeconds === undefined) return askBack('How often: every day, every week, ...?', ['intervalSeconds']);
    const orders = ordersOf(slots, clock.now());
    if (orders === null) return askBack('How many purchases, or until when?', ['count']);
    if (orders < 1) return refuse('ends-too-early', 'The plan ends before its first purchase.');
    if (slots.amountKind === 'percent' || slots.amountKind === 'all')
      return askBack('A plan needs a fixed amount for each purchase. How much?', ['amount']);
    const amount = await readSpent(slots, { from, to }, { wallet: wallet.found });
    if (amount.answer) return amount.answer;

    const total = amount.found.units * BigInt(orders);
    const totalText = formatAmount(total, from.decimals);
    const window = intervalSeconds * orders;
    const create = {
      ...{ fromToken: from.address, toToken: to.address, amount: totalText, frequency: orders, interval: window },
      ...{ walletAddress: wallet.found, chainId: { chainId: to.chainId }, isAutoBuy: true, timeFrame: timeFrameOf(intervalSeconds) },
    };
    const { feeBps } = await dca.check({ ...create, walletAddress: wallet.found, chainId: to.chainId });
    const vault = await dca.vaultOf(to.chainId);
    const opened = await chains.open(to.chainId);
    if (opened.answer) return opened.answer;
    const { chain, network } = opened.found;
    const warningsOf = deps.spendWarnings(wallet.found, from);
    const balance = await readBalance(chain, from, wallet.found);
    const warnings: Notice[] = [];
    if (balance < total) {
      const held = `${formatAmount(balance, from.decimals)} ${from.symbol}`;
      warnings.push({ code: 'balance-too-small', message: `The wallet has ${held}, less than the whole budget of ${totalText}.` });
    }
    if (vault !== null) warnings.push(...(await warningsOf({ units: 0n, gas: GAS_OF_A_PLAN })));
    if (vault === null)
      warnings.push({ code: 'no-vault', message: `${network.name} has no DCA vault here, so there are no transactions to sign.` });
    for (const [named, used] of [
      [bought.found, to],
      [spent.found, from],
    ] as const)
      if (named.address !== used.address)
        warnings.push({
          code: 'wrapped',
          message: `The vault holds ERC-20 tokens only, so ${used.symbol} is used instead of ${named.symbol}.`,
        });
    const transactions = vault === null ? [] : planTransactions(calls, { from, to, vault, wallet: wallet.found, total, orders, window });
    const draft: NonNullable<AnswerData['dca']> = {
      ...{ from: tokenRef(from), to: tokenRef(to), perOrder: amount.found.text, perOrderNote: amount.found.note, orders },
      ...{ everySeconds: intervalSeconds, total: totalText, endsAt: isoOf(clock.now() + window * 1_000), feeBps, create, vault },
      ...{ transactions, warnings },
    };
    const said = warnings.map(({ message }) => ` ${message}`).join('');
    const note = amount.found.note === null ? '' : ` (${amount.found.note})`;
    return {
      action: 'dca',
      text:
        `A plan on ${network.name}: ${exactText(amount.found.text)} ${from.symbol}${note} to ${to.symbol}, ${countText(orders, 'purchase')} ` +
        `every ${spanText(intervalSeconds)}, ${exactText(totalText)} ${from.symbol} in all. Create the position, then sign the transactions.${said}`,
      data: { dca: draft },
    };
  };

  /** The vault holds only ERC-20 tokens, so a native asset is replaced by its wrapped token. */
  async function wrapped(token: Token): Promise<Token> {
    if (!isNative(token.address)) return token;
    const wrappedNative = (await deps.networks.get(token.chainId))?.contracts.wrappedNative ?? null;
    return (wrappedNative === null ? null : await deps.tokens.find(token.chainId, wrappedNative)) ?? token;
  }

  async function dollarOptions(chainId: number): Promise<readonly Option[]> {
    const network = await deps.networks.get(chainId);
    const found = await Promise.all((network?.dollarTokens ?? []).map((address) => deps.tokens.find(chainId, address)));
    return found.flatMap((token) =>
      token === null ? [] : [{ label: token.symbol, slots: { fromToken: token.symbol, fromChainId: chainId } }],
    );
  }
}
