import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import { clearTokenLists } from '../../market/tokens/create-token-list.ts';
import { defineModule } from '../../module/module.ts';
import { readTokenDecimals } from '../../platform/chain/read-token-decimals.ts';
import { readTokenNames } from '../../platform/chain/read-token-names.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { guardAdmins, guardOperators } from './admin-guards.ts';
import { createAdminRoutes } from './admin-routes.ts';
import { createAdmin } from './create-admin.ts';
import { ADMIN_AUDIT, createAudit } from './create-audit.ts';

/** The module for changes that admins and operators make while the service runs, and for the audit log of these changes. */
export const admin = defineModule({
  name: 'admin',
  needs: { accounts: true, catalog: true, chains: true, systemSettings: true },
  actors: [],
  collections: [ADMIN_AUDIT],
  tag: { name: 'admin', description: 'Administration of system settings, networks and tokens by admins and operators.' },
  start(
    { records, clock, ids, cache, operators },
    needs: {
      readonly accounts: SignedInWallets;
      readonly catalog: Catalog;
      readonly chains: OpenChains;
      readonly systemSettings: SystemSettings;
    },
  ) {
    const { networks, tokens } = needs.catalog;
    const settings = needs.systemSettings;
    const { chains } = needs.chains;
    const audit = createAudit({ records, clock, ids });
    const made = createAdmin({
      ...{ audit, settings, networks, tokens },
      readDecimals: (chainId, token) => readTokenDecimals(chains.of(chainId), token),
      readNames: (chainId, token) => readTokenNames(chains.of(chainId), token),
      clearTokenList: (chainId) => clearTokenLists(cache, chainId),
    });
    const routesAt = (prefix: string, guard: Parameters<typeof createAdminRoutes>[0]['guard']) =>
      createAdminRoutes({ prefix, guard, admin: made, audit, settings, networks, tokens });
    return {
      gives: null,
      routes: [routesAt('/admin', guardAdmins(needs.accounts.auth.admin)), routesAt('/operator/admin', guardOperators(operators))],
    };
  },
});
