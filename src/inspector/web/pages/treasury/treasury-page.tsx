import './treasury-page.css';
import type { ChainTreasury, TreasuryReport } from '../../../../values/inspection/treasury.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Time } from '../../kit/time.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { ChainTable } from './chain-table.tsx';
import { FeeTable } from './fee-table.tsx';
import { KeyTable } from './key-table.tsx';

/** Minimum time in milliseconds between two reads of the page's data, because each read requests balances from every chain. */
const RELOAD_EVERY_MS = 30_000;

/** Shows for each chain the balances and costs of the accounts that send the service's transactions, and the vaults' earnings. */
export function TreasuryPage() {
  useTitle('Treasury');
  const { data, error, reload } = useData<TreasuryReport>('/api/operator/treasury');
  useLiveReload({ kind: 'tick' }, reload, RELOAD_EVERY_MS);
  return (
    <div class="treasury">
      <div class="treasury-head">
        <h1>Treasury</h1>
        {data !== null && (
          <p>
            Read <Time atMs={Date.parse(data.readAt)} />. Days are UTC days. Dollar values of balances and fees are at current prices.
          </p>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} what="The treasury could not be read" onRetry={reload} />}
      {data === null && error === null && <Loading what="Reading balances from the chains" />}
      {data !== null && data.chains.length === 0 && <Empty title="This node has no endpoint for any chain" />}
      {data !== null && data.chains.length > 0 && <Tables chains={data.chains} />}
    </div>
  );
}

function Tables({ chains }: { chains: readonly ChainTreasury[] }) {
  return (
    <>
      <Panel title="Executors" isFlush>
        <ChainTable chains={chains} />
        {chains.flatMap(({ chainId, name, failed }) =>
          failed === null
            ? []
            : [
                <p key={chainId} class="treasury-failed" role="alert">
                  {name} could not be read: {failed}
                </p>,
              ],
        )}
      </Panel>
      <Panel title="Keys" isFlush>
        <KeyTable chains={chains} />
      </Panel>
      <Panel title="Fees earned" note="from the orders and trades that this service has recorded" isFlush>
        <FeeTable chains={chains} />
      </Panel>
    </>
  );
}
