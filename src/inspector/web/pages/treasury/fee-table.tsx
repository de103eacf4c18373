import type { ChainTreasury, EarnedToken } from '../../../../values/inspection/treasury.ts';
import { formatAmountShort, formatNumber, shorten } from '../../kit/format.ts';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { dollars } from './money.ts';

/** Shows the earnings of the vaults of each chain, by token. */
export function FeeTable({ chains }: { chains: readonly ChainTreasury[] }) {
  const earning = chains.filter(({ fees }) => fees.tokens.length > 0);
  if (earning.length === 0) return <p class="treasury-none">No vault of these chains has taken a fee.</p>;
  return (
    <TableScroll of="fees">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">Vault</th>
            <th scope="col">Token</th>
            {['Today', 'Last 30 days', 'Total', 'Total value', 'Orders and trades'].map((name) => (
              <th key={name} scope="col" class="table-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {earning.map((chain) => (
          <tbody key={chain.chainId}>
            {chain.fees.tokens.map((token) => (
              <FeeRow key={`${token.vault}/${token.address}`} chain={chain.name} token={token} />
            ))}
            <tr>
              <th scope="row" colSpan={3}>
                {chain.name} in dollars
              </th>
              <td class="table-number">{dollars(chain.fees.todayUsd)}</td>
              <td class="table-number">{dollars(chain.fees.monthUsd)}</td>
              <td class="table-number">{dollars(chain.fees.totalUsd)}</td>
              <td />
              <td />
            </tr>
          </tbody>
        ))}
      </table>
    </TableScroll>
  );
}

function FeeRow({ chain, token }: { chain: string; token: EarnedToken }) {
  const { address, vault, symbol, decimals, earned, earnedToday, earnedInMonth, valueUsd, fills } = token;
  const amount = (units: string) => (decimals === null ? units : formatAmountShort(units, decimals));
  return (
    <tr>
      <th scope="row">{chain}</th>
      <td>
        <code title={vault}>{shorten(vault)}</code>
      </td>
      <td title={address}>{symbol ?? `${shorten(address)}, base units`}</td>
      <td class="table-number">{amount(earnedToday)}</td>
      <td class="table-number">{amount(earnedInMonth)}</td>
      <td class="table-number">{amount(earned)}</td>
      <td class="table-number">{dollars(valueUsd)}</td>
      <td class="table-number">{formatNumber(fills)}</td>
    </tr>
  );
}
