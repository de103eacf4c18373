import { type Config, settingsOf } from '../config/compile-settings.ts';
import { catalogSettings } from '../market/catalog/settings.ts';
import { createNetworks } from '../market/networks/create-networks.ts';
import { createTokens } from '../market/tokens/create-tokens.ts';
import { createCuratedList } from '../market/tokens/curated-list.ts';
import { orderTokens, type TokenOrderReport } from '../market/tokens/order-tokens.ts';
import { silentLog } from '../platform/log/log.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { Clock } from '../values/clock.ts';
import { clearSharedLists } from './clear-shared-lists.ts';

/** Runs `orderTokens`, which ranks the tokens, on the store of the settings. For a command that runs beside the nodes. */
export async function runTokenOrdering(
  config: Config,
  deps: { readonly records: RecordStore; readonly clock: Clock },
  options: { readonly chainId?: number; readonly isApplied: boolean },
): Promise<TokenOrderReport> {
  const { records, clock } = deps;
  const settings = settingsOf(config, catalogSettings);
  return await orderTokens(
    {
      tokens: createTokens({ records, clock }),
      networks: createNetworks({ records, settings }),
      curated: createCuratedList({ url: settings.curatedListUrl, fetch, clock }),
      // Errors while the cached lists are deleted are not logged, because the report contains them.
      clearLists: () => clearSharedLists(config.redisUrl, silentLog),
    },
    options,
  );
}
