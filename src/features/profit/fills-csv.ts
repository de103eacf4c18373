import Papa from 'papaparse';
import { formatAmount } from '../../values/format-amount.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { PaidGas } from '../../values/paid-gas.ts';
import { usdTextOf } from '../../values/usd.ts';
import type { ProfitSubject } from './fill.ts';
import { gasUsdOf, nativeText } from './gas-sum.ts';
import { ledgerOf } from './ledger.ts';
import type { Look } from './record-profit.ts';

const COLUMNS = [
  ...['time', 'kind', 'record', 'chain', 'number', 'side', 'token', 'tokenAddress', 'quantity'],
  ...['budgetToken', 'budgetTokenAddress', 'amount', 'fee', 'cost', 'realised', 'proceedsWithoutCost', 'transaction', 'fill'],
  ...['gasNative', 'gasUsd'],
] as const;

/**
 * Lists every fill as a row of CSV text (RFC 4180), oldest first, for tax programs. `quantity` is in whole tokens; `amount` (paid or
 * received), `fee`, `cost`, `realised` and `proceedsWithoutCost` are in whole budget tokens. Times are in UTC. Amounts of unlisted tokens
 * are in base units. `gasNative` and `gasUsd` are the gas that the service paid, in native coins and in dollars at the time of the fill.
 */
export function fillsCsv(subjects: readonly ProfitSubject[], lookAt: (chainId: number) => Look): string {
  const rows = subjects.flatMap((subject) => {
    const look = lookAt(subject.chainId);
    const { token: budget } = look(subject.budgetToken);
    const inBudget = (units: bigint) => formatAmount(units, budget?.decimals ?? 0);
    return ledgerOf(subject.fills).lines.map(({ fill, fee, cost, realised, withoutCost }) => {
      const { token } = look(fill.token);
      const cells = [
        ...[isoOf(fill.atMs), subject.kind, subject.recordId, subject.chainId, subject.number ?? '', fill.side],
        ...[safeCell(token?.symbol ?? ''), fill.token, formatAmount(fill.quantity, token?.decimals ?? 0)],
        ...[safeCell(budget?.symbol ?? ''), subject.budgetToken, inBudget(fill.budget), inBudget(fee)],
        ...[inBudget(cost), inBudget(realised), inBudget(withoutCost), fill.txHash ?? '', fill.id],
        ...gasCells(fill.gas),
      ];
      return { atMs: fill.atMs, cells };
    });
  });
  const inOrder = rows.toSorted((a, b) => a.atMs - b.atMs).map(({ cells }) => cells);
  return `${Papa.unparse({ fields: [...COLUMNS], data: inOrder }, { newline: '\r\n' })}\r\n`;
}

/**
 * Returns the gas cost of a fill (an executed trade) in whole native coins, and in dollars at the time of the fill; an empty text when a
 * cost is unknown.
 */
function gasCells(gas: PaidGas | null): readonly string[] {
  const usd = gasUsdOf(gas);
  return [gas === null ? '' : nativeText(BigInt(gas.wei)), usd === null ? '' : usdTextOf(usd)];
}

/** Anyone can choose the symbol of a token, so the text is changed if a spreadsheet program would read it as a formula. */
function safeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
