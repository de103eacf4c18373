import type { ChainTreasury } from '../../../../values/inspection/treasury.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { coins } from './money.ts';

/** Shows the balance of each executor key, which is a key that signs the service's transactions. */
export function KeyTable({ chains }: { chains: readonly ChainTreasury[] }) {
  const keys = chains.flatMap(({ chainId, name, symbol, executor }) =>
    (executor?.balances ?? []).map(({ address, balance }) => ({ chainId, name, symbol, address, balance })),
  );
  if (keys.length === 0) return <p class="treasury-none">No balance of an executor key could be read.</p>;
  return (
    <TableScroll of="keys">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">Address</th>
            <th scope="col" class="table-number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ chainId, name, symbol, address, balance }) => (
            <tr key={`${chainId}/${address}`}>
              <th scope="row">{name}</th>
              <td>
                <code>{address}</code> <CopyButton text={address} what="address" />
              </td>
              <td class="table-number">
                {coins(balance)} {symbol}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
