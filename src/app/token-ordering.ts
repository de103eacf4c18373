import { type Config, settingsOf } from '../config/compile-settings.ts';
import { createAudit } from '../features/admin/create-audit.ts';
import { catalogSettings } from '../market/catalog/settings.ts';
import { createNetworks } from '../market/networks/create-networks.ts';
import { createTokens } from '../market/tokens/create-tokens.ts';
import { createCuratedList } from '../market/tokens/curated-list.ts';
import { orderTokens, type TokenOrderReport } from '../market/tokens/order-tokens.ts';
import { silentLog } from '../platform/log/log.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { Clock } from '../values/clock.ts';
import type { IdSource } from '../values/id-source.ts';
import { clearSharedLists } from './clear-shared-lists.ts';

/**
 * Runs `orderTokens`, which ranks the tokens, on the store that the settings name. It is used by a command that runs in its own process,
 * beside the nodes.
 */
export async function runTokenOrdering(
  config: Config,
  deps: { readonly records: RecordStore; readonly clock: Clock; readonly ids: IdSource },
  options: { readonly chainId?: number; readonly isApplied: boolean; readonly by: string },
): Promise<TokenOrderReport> {
  const { records, clock } = deps;
  const { by, ...which } = options;
  const settings = settingsOf(config, catalogSettings);
  const order = () =>
    orderTokens(
      {
        tokens: createTokens({ records, clock }),
        networks: createNetworks({ records, settings }),
        curated: createCuratedList({ url: settings.curatedListUrl, fetch, clock }),
        // Errors that occur while the cached token lists are deleted are not logged, because the report of the ranking contains them.
        clearLists: () => clearSharedLists(config.redisUrl, silentLog),
      },
      which,
    );
  if (!which.isApplied) return await order();
  const of = {
    by,
    via: 'operator',
    act: 'order-tokens',
    subject: which.chainId === undefined ? 'all chains' : String(which.chainId),
  } as const;
  const { report } = await createAudit(deps).record({ ...of, asked: null }, async () => {
    const report = await order();
    const made = report.chains.flatMap(({ chainId, changes, overtaken }) =>
      changes.filter((change) => !overtaken.includes(change)).map((change) => ({ key: `${chainId}/${change.address}`, ...change })),
    );
    const before = Object.fromEntries(made.map(({ key, from }) => [key, from]));
    return { report, before, after: Object.fromEntries(made.map(({ key, to }) => [key, to])) };
  });
  return report;
}
