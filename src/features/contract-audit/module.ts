import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { contractFacts } from '../../platform/chain/contract-facts/create-contract-facts.ts';
import { createProviderHttp } from '../../platform/http-client/provider-http.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { AUDIT_QUOTAS, createAuditQuota } from './audit-quota.ts';
import type { ContractAudit } from './contract-audit.ts';
import { createContractAudit } from './create-contract-audit.ts';
import { createExplorer, MOST_EXPLORER_BYTES } from './explorer.ts';
import { contractAuditSettings } from './settings.ts';

/** The module that audits contracts by their code, and by their source where an explorer is configured. */
export const contractAudit = defineModule({
  name: 'contractAudit',
  needs: { chains: true, systemSettings: true },
  actors: [],
  collections: [AUDIT_QUOTAS],
  settings: contractAuditSettings,
  start(
    { cache, clock, records },
    needs: { readonly chains: GivenChains; readonly systemSettings: SystemSettings },
    { explorerUrl, explorerKey },
  ) {
    const { chains } = needs.chains;
    const quota = createAuditQuota({ records, clock, limit: () => needs.systemSettings.value('audit_free_limit_per_wallet') });
    const http = (key: string) =>
      createProviderHttp({
        ...{ name: 'The explorer', baseUrl: explorerUrl, secrets: [key], mostReplyBytes: MOST_EXPLORER_BYTES, fetch, clock },
      });
    const gives: ContractAudit = createContractAudit({
      ...{ facts: contractFacts, quota, cache, clock },
      onChain: (chainId, work) => chains.of(chainId).onOneEndpoint(work),
      explorer: explorerKey === undefined ? null : createExplorer({ http: http(explorerKey), apiKey: explorerKey }),
    });
    return { gives, strangers: { rows: [rowsOf(records, AUDIT_QUOTAS, MOST_UNPROVED)] } };
  },
});
