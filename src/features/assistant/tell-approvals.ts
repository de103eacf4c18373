import type { Address } from '../../values/address.ts';
import { numberText, shortHash } from '../../values/inspection/plain-number.ts';
import { asJson } from '../../values/json.ts';
import { compareRationals, parseRational } from '../../values/rational.ts';
import type { Notifications } from '../notifications/notification.ts';
import type { AnswerData } from './answers/answer-data.ts';
import { moneyText } from './lookup/money.ts';

type Row = NonNullable<AnswerData['revokeApprovals']>['approvals'][number];

/**
 * Notifies a wallet of the approvals that it has given since the last scan and that put value at risk. Repeating the call adds no second
 * notification.
 */
export type TellApprovals = (
  place: { readonly chainId: number; readonly name: string },
  wallet: Address,
  rows: readonly Row[],
  newAfterBlock: number,
) => Promise<void>;

/** The minimum value in dollars that an approval puts at risk for the wallet to be notified. */
const LEAST_USD = parseRational('1');

export function createTellApprovals({ notifications }: { readonly notifications: Pick<Notifications, 'add'> }): TellApprovals {
  return async ({ chainId, name }, wallet, rows, newAfterBlock) => {
    for (const row of rows) {
      const { kind, token, symbol, spender, tokenId, approvedAtBlock, valueAtRiskUsd, isUnlimited, allowanceText } = row;
      // A token that is not listed has no price and therefore no value at risk. So nobody can cause a notification by the events of a
      // worthless token of his own.
      if (approvedAtBlock <= newAfterBlock || valueAtRiskUsd === null || compareRationals(parseRational(valueAtRiskUsd), LEAST_USD) < 0)
        continue;
      const what = symbol ?? `token ${shortHash(token)}`;
      const amount = isUnlimited ? `all ${what}` : `${numberText(allowanceText ?? '')} ${what}`.trim();
      await notifications.add(['approval-risk', chainId, wallet, kind, token, spender, tokenId ?? '', approvedAtBlock].join('/'), {
        ...{ type: 'approval-risk', kind: 'approval-risk', wallet, expiryWarnedAtMs: null },
        title: `A new approval puts $${moneyText(valueAtRiskUsd)} at risk`,
        message: `${spender} may now spend ${amount} of this wallet on ${name}. If you did not give this approval, sign the transaction that ends it.`,
        data: asJson(row),
      });
    }
  };
}
