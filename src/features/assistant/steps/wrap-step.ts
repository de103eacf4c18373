import type { Token } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import { tokenRef } from '../handlers/held-token.ts';
import type { ReadableChain } from '../lookup/own-chains.ts';
import { type WrapCallDeps, wrapCallOf } from '../lookup/wrapping-pair.ts';
import type { Step } from '../understanding/agent-service.ts';
import { emptyRow, keyOf, type PreparedStep } from './plan.ts';
import type { Spent } from './step-amount.ts';

type Exchange = {
  readonly step: Step;
  readonly number: number;
  readonly spent: Spent;
  readonly to: Token;
  readonly wallet: Address;
  readonly network: ReadableChain['network'];
};

/**
 * Prepares the step that exchanges the native asset for its wrapped form, or back, by the contract of the wrapped token. Null for other
 * pairs of tokens.
 */
export async function wrapStep(deps: WrapCallDeps, { step, number, spent, to, wallet, network }: Exchange): Promise<PreparedStep | null> {
  const { token: from, amount, usesStep } = spent;
  const callOf = await wrapCallOf(deps, from, to);
  if (callOf === null) return null;
  const { units, text, note } = amount;
  const { verb, to: contract, data, value } = callOf(units);
  const description = `${verb} ${exactText(text)} ${from.symbol} to ${to.symbol} on ${network.name}`;
  const received = formatAmount(units, to.decimals);
  return {
    row: {
      ...emptyRow(step, number, network),
      ...{ description, usesStep },
      spends: { token: tokenRef(from), amount: text, amountUnits: units.toString(), note },
      receives: { token: tokenRef(to), amount: received, amountMin: received, amountMinUnits: units.toString() },
      transactions: [
        {
          ...{ chainId: from.chainId, from: wallet, to: contract, description },
          ...{ data, value: value.toString() },
        },
      ],
    },
    output: { step: number, token: to, units },
    changes: [
      { key: keyOf(from), units: -units },
      { key: keyOf(to), units },
    ],
    ...{ allowances: [], isBridge: false },
  };
}
