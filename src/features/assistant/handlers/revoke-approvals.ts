import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { countText, shortHash } from '../../../values/inspection/plain-number.ts';
import { addRationals, ZERO } from '../../../values/rational.ts';
import { usdTextOf } from '../../../values/usd.ts';
import type { Handler } from '../answers/answer.ts';

import type { AnswerData } from '../answers/answer-data.ts';
import type { ScanApprovals, ScanReason } from '../approvals-scan.ts';
import { errorText } from '../lookup/error-text.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { moneyText } from '../lookup/money.ts';
import { evmWallet, type OwnChains, type ReadableChain } from '../lookup/own-chains.ts';
import type { TellApprovals } from '../tell-approvals.ts';
import { byRisk, type RevokeCalls, rowOf, valueAtRisk } from './approval-row.ts';
import { namedApprovals } from './named-approvals.ts';

export type RevokeDeps = RevokeCalls & {
  readonly scan: ScanApprovals;
  readonly tell: TellApprovals;
  readonly chains: OwnChains;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly prices: Pick<Prices, 'pricesOf'>;
};

type Shown = NonNullable<AnswerData['revokeApprovals']>;
type Row = Shown['approvals'][number];

/** Maximum number of approvals in an answer, as the API specification documents it. */
const MOST_SHOWN = 25;

/** Creates the handler that lists the approvals that let others spend a wallet's tokens, with a transaction that ends each approval. */
export function createRevokeApprovals(deps: RevokeDeps & { readonly findToken: FindToken }): Handler {
  return async (asked) => {
    const wallet = evmWallet(asked, 'its approvals are read at its address');
    if (wallet.answer) return wallet.answer;
    const places = await deps.chains.named(asked.slots);
    if (places.answer) return places.answer;
    const named = await namedApprovals(asked.slots, asked.chainId, deps.findToken);
    if (named.answer) return named.answer;
    const { isNamed, words } = named.found;
    const shown = await approvalsOf(deps, places.found, wallet.found, isNamed);
    return { action: 'revoke_approvals', text: sentence(shown, words), data: { revokeApprovals: shown } };
  };
}

/** Reads the approvals of a wallet on the chains `places`. The approvals whose spenders could take the highest values come first. */
export async function approvalsOf(
  deps: RevokeDeps,
  places: readonly ReadableChain[],
  wallet: Address,
  isNamed: (row: Row) => boolean = () => true,
): Promise<Shown> {
  const read = await Promise.all(places.map((place) => readApprovals(deps, place, wallet, 'person', isNamed)));
  const rows = read.flatMap(({ rows }) => rows).toSorted(byRisk);
  return {
    ...{ wallet, approvals: rows.slice(0, MOST_SHOWN), notShown: Math.max(0, rows.length - MOST_SHOWN) },
    totalAtRiskUsd: usdTextOf(read.flatMap(({ atRisk }) => atRisk).reduce(addRationals, ZERO)),
    chains: read.map(({ chain }) => chain),
  };
}

/** Reads the approvals of a wallet on one chain, and notifies the wallet of new ones. */
export async function readApprovals(
  deps: RevokeDeps,
  { network, chain }: ReadableChain,
  wallet: Address,
  reason: ScanReason,
  isNamed: (row: Row) => boolean = () => true,
) {
  const base = { chainId: network.id, name: network.name };
  try {
    const { approvals, fromBlock, toBlock, isWhole, problem, newAfterBlock, told } = await deps.scan(chain, wallet, reason);
    const listed = await deps.tokens.findMany(approvals.map(({ token }) => ({ chainId: network.id, address: token })));
    const priced = await deps.prices.pricesOf([...new Set(listed.values())]);
    const known = (token: Address) => {
      const key = tokenKey(network.id, token);
      return [listed.get(key) ?? null, priced.get(key)?.price?.usd ?? null] as const;
    };
    const all = approvals.map((approval) => ({ approval, row: rowOf(deps, network.id, wallet, approval, ...known(approval.token)) }));
    const named = all.filter(({ row }) => isNamed(row));
    const ofTokens = Map.groupBy(
      named.map(({ approval }) => approval),
      ({ token }) => token,
    );
    const atRisk = [...ofTokens].map(([token, own]) => valueAtRisk(own, ...known(token)));
    if (newAfterBlock !== null) {
      await deps.tell(
        base,
        wallet,
        all.map(({ row }) => row),
        newAfterBlock,
      );
      await told();
    }
    return { rows: named.map(({ row }) => row), atRisk, chain: { ...base, fromBlock, toBlock, isWhole, problem } };
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    return { rows: [], atRisk: [], chain: { ...base, fromBlock: null, toBlock: null, isWhole: false, problem: errorText(error) } };
  }
}

function sentence({ approvals, notShown, totalAtRiskUsd, chains }: Shown, words: string): string {
  const partly = chains
    .filter(({ isWhole }) => !isWhole)
    .map(
      ({ name, fromBlock, problem }) =>
        `${name}${fromBlock === null ? '' : ` (from block ${fromBlock})`}${problem === null ? '' : `: ${problem}`}`,
    );
  const rest = partly.length === 0 ? '' : ` Older blocks were not read yet on ${partly.join('; ')}. Send the message again to continue.`;
  const unread = chains.filter(({ fromBlock, problem }) => fromBlock === null && problem !== null);
  if (approvals.length === 0 && unread.length > 0 && unread.length === chains.length)
    return `The approvals could not be read now: ${partly.join('; ')}. Send the message again later.`;
  if (approvals.length === 0) return `No approvals${words} in force were found${rest === '' ? '' : ' so far'}.${rest}`;
  const named = approvals.slice(0, 3).map(({ symbol, token, spender, isUnlimited, valueAtRiskUsd }) => {
    const amount = isUnlimited ? 'unlimited ' : '';
    const risk = valueAtRiskUsd === null ? '' : ` ($${moneyText(valueAtRiskUsd)} at risk)`;
    return `${amount}${symbol ?? shortHash(token)} for ${shortHash(spender)}${risk}`;
  });
  const more = notShown === 0 ? '' : ` The list shows the ${approvals.length} with the most at risk.`;
  return `${countText(approvals.length + notShown, 'approval')}${words} in force, $${moneyText(totalAtRiskUsd)} at risk: ${named.join(', ')}${approvals.length > named.length ? ', and others' : ''}.${more} Each comes with a transaction that ends it.${rest}`;
}
