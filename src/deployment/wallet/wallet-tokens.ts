import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { ChainReads } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import type { Address } from '../../values/address.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { readWord, type ViewReads } from '../product/read-word.ts';
import type { Step, StepState } from '../steps/step.ts';

type Reads = ViewReads & Pick<ChainReads, 'getBlock'>;
/** A token with the symbol and the decimals that are needed to display its amounts. */
export type ShownToken = { readonly address: Address; readonly symbol: string; readonly decimals: number };

/** Formats an amount in base units as whole tokens with the symbol, such as `30 USDC`. */
export function amountText(amount: bigint, { symbol, decimals }: ShownToken): string {
  return `${formatAmount(amount, decimals)} ${symbol}`;
}

type Allowance = { readonly token: Address; readonly wallet: Address; readonly spender: Address };

/** Reads the amount of a token, in base units, that a wallet allows a contract to take. */
export async function readAllowance(reads: ViewReads, { token, wallet, spender }: Allowance): Promise<bigint> {
  return await readWord(reads, token, encodeCall({ abi: erc20Abi, functionName: 'allowance', args: [wallet, spender] }));
}

/** Reads a wallet's balance of a token, in base units. */
export async function readBalance(reads: ViewReads, token: Address, wallet: Address): Promise<bigint> {
  return await readWord(reads, token, encodeCall({ abi: erc20Abi, functionName: 'balanceOf', args: [wallet] }));
}

/**
 * Builds the steps that allow a contract to take an amount of a token. An existing smaller allowance is first set to zero, because tokens
 * like USDT require it.
 * @param isUsed whether the contract has already taken the amount, so that no allowance is needed any more
 */
export function allowanceSteps(
  terms: { readonly token: ShownToken; readonly wallet: Address; readonly spender: Address; readonly amount: bigint },
  isUsed: (reads: Reads) => Promise<boolean>,
): readonly Step[] {
  const { wallet, spender, amount } = terms;
  const token = terms.token.address;
  const of = { token, wallet, spender };
  const step = (id: string, value: bigint, isDone: (allowed: bigint) => boolean): Step => ({
    id,
    what: `Allow ${spender} to take ${amountText(value, terms.token)}`,
    sender: wallet,
    async look(reads): Promise<StepState> {
      if (await isUsed(reads)) return { kind: 'done', note: 'used already' };
      if (isDone(await readAllowance(reads, of))) return { kind: 'done', note: 'allowed already' };
      const data = encodeCall({ abi: erc20Abi, functionName: 'approve', args: [spender, value] });
      return { kind: 'needed', call: { to: token, data, value: 0n }, roughGas: 60_000n, isReady: true };
    },
  });
  return [
    step('allowance of zero', 0n, (allowed) => allowed === 0n || allowed >= amount),
    step('allowance', amount, (allowed) => allowed >= amount),
  ];
}
