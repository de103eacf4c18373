import type { ChainTreasury, GasSpent } from '../../../../values/inspection/treasury.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatNumber } from '../../kit/format.ts';
import type { Tone } from '../../kit/status-tone.ts';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { coins, dollars } from './money.ts';

/**
 * A balance counts as low when it is enough for fewer than this number of days at the current costs, and as urgent when it is enough for
 * fewer than `URGENT_DAYS`.
 */
const LOW_DAYS = 7;
const URGENT_DAYS = 2;
/** Used share of the daily spending limit above which the page highlights it. The alert rule for this limit uses the same share. */
const MUCH_OF_LIMIT = 0.8;

/** Shows for each chain the balance and the costs of the executors, which are the accounts that send the service's transactions. */
export function ChainTable({ chains }: { chains: readonly ChainTreasury[] }) {
  return (
    <TableScroll of="executors">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Chain</th>
            {['Balance', 'Days left', 'Today', 'Daily limit', 'Cost per order today', 'Postponed today', 'Last 30 days'].map((name) => (
              <th key={name} scope="col" class="table-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chains.map((chain) => (
            <tr key={chain.chainId}>
              <th scope="row">
                {chain.name}
                <span class="treasury-more">{chain.chainId}</span>
              </th>
              <td class="table-number">
                <Held chain={chain} />
              </td>
              <td class="table-number">
                <DaysLeft chain={chain} />
              </td>
              <td class="table-number">
                <Spent spent={chain.today} symbol={chain.symbol} />
              </td>
              <td class="table-number">
                <Limit chain={chain} />
              </td>
              <td class="table-number">{dollars(chain.today.usdEach)}</td>
              <td class="table-number">{formatNumber(chain.today.skipped)}</td>
              <td class="table-number">
                <Spent spent={chain.month} symbol={chain.symbol} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Held({ chain: { executor, symbol, failed } }: { chain: ChainTreasury }) {
  if (executor === null) return <Badge tone={failed === null ? 'plain' : 'bad'}>{failed === null ? 'no key' : 'not read'}</Badge>;
  return (
    <>
      {coins(executor.balance)} {symbol}
      <span class="treasury-more">{dollars(executor.balanceUsd)}</span>
    </>
  );
}

function DaysLeft({ chain: { executor } }: { chain: ChainTreasury }) {
  const days = executor?.daysLeft ?? null;
  if (days === null) return <>–</>;
  const tone: Tone = days < URGENT_DAYS ? 'bad' : days < LOW_DAYS ? 'warn' : 'plain';
  const text = days >= 3_650 ? 'years' : formatDays(days);
  return tone === 'plain' ? text : <Badge tone={tone}>{text}</Badge>;
}

function formatDays(days: number): string {
  return days < 10 ? days.toFixed(1) : formatNumber(days);
}

function Spent({ spent: { usd, native, transactions }, symbol }: { spent: GasSpent; symbol: string }) {
  return (
    <>
      {dollars(usd)}
      <span class="treasury-more">
        {coins(native)} {symbol}, {formatNumber(transactions)} paid
      </span>
    </>
  );
}

function Limit({ chain: { today, limitUsd } }: { chain: ChainTreasury }) {
  if (limitUsd === null) return <>none</>;
  const share = Number(today.usd) / Number(limitUsd);
  if (share < MUCH_OF_LIMIT) return <>{dollars(limitUsd)}</>;
  return (
    <>
      {dollars(limitUsd)} <Badge tone={share >= 1 ? 'bad' : 'warn'}>{share >= 1 ? 'used up' : `${Math.floor(share * 100)} % used`}</Badge>
    </>
  );
}
