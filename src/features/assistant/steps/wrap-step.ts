import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import { isNative } from '../../../values/native.ts';
import { tokenRef } from '../handlers/held-token.ts';
import type { ReadableChain } from '../lookup/own-chains.ts';
import { isWrappingPair } from '../lookup/wrapping-pair.ts';
import type { Step } from '../understanding/agent-service.ts';
import { emptyRow, keyOf, type PreparedStep } from './plan.ts';
import type { Spent } from './step-amount.ts';

export type WrapStepDeps = {
  readonly networks: Pick<Networks, 'get'>;
  readonly calls: Pick<WalletCalls, 'wrap' | 'unwrap'>;
};

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
export async function wrapStep(
  { networks, calls }: WrapStepDeps,
  { step, number, spent, to, wallet, network }: Exchange,
): Promise<PreparedStep | null> {
  const { token: from, amount, usesStep } = spent;
  const isWrap = isNative(from.address);
  const contract = isWrap ? to.address : from.address;
  if (!(await isWrappingPair(networks, from, to)) || !isAddress(contract)) return null;
  const { units, text, note } = amount;
  const description = `${isWrap ? 'Wrap' : 'Unwrap'} ${exactText(text)} ${from.symbol} to ${to.symbol} on ${network.name}`;
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
          ...{ data: isWrap ? calls.wrap() : calls.unwrap(units), value: isWrap ? units.toString() : '0' },
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
