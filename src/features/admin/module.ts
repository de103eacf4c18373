import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import { clearTokenLists } from '../../market/tokens/create-token-list.ts';
import { defineModule } from '../../module/module.ts';
import { readTokenDecimals } from '../../platform/chain/read-token-decimals.ts';
import { readTokenNames } from '../../platform/chain/read-token-names.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { type Guard, guardAdmins, guardOperators } from './admin-guards.ts';
import { adminNotes } from './admin-notes.ts';
import { createAdminRoutes } from './admin-routes.ts';
import { adminWords } from './admin-words.ts';
import { createAdmin } from './create-admin.ts';
import { ADMIN_AUDIT, type Audit, createAudit } from './create-audit.ts';

/** What other modules need for admin routes of their own: the access checks, and the audit log of changes. */
export type GivenAdmin = { readonly guards: { readonly admins: Guard; readonly operators: Guard }; readonly audit: Pick<Audit, 'record'> };

/** The module for changes that admins and operators make while the service runs, and for the audit log of these changes. */
export const admin = defineModule({
  name: 'admin',
  needs: { accounts: true, catalog: true, chains: true, systemSettings: true },
  actors: [],
  collections: [ADMIN_AUDIT],
  tag: {
    name: 'Administration',
    description: 'Administration of settings, networks, tokens and reward rules, by admins and operators.',
    place: 110,
    words: [adminWords],
    notes: adminNotes,
  },
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
    const guards = { admins: guardAdmins(needs.accounts.auth.admin), operators: guardOperators(operators) };
    const routesAt = (prefix: string, guard: Guard) => createAdminRoutes({ prefix, guard, admin: made, audit, settings, networks, tokens });
    const gives: GivenAdmin = { guards, audit };
    return { gives, routes: [routesAt('/admin', guards.admins), routesAt('/operator/admin', guards.operators)] };
  },
});
