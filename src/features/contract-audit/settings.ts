import { httpUrl, secret } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const contractAuditSettings = defineSettings({
  of: 'contractAudit',
  title: 'Contract audits',
  settings: {
    explorerUrl: httpUrl('AUDIT_EXPLORER_URL', {
      default: 'https://api.etherscan.io/v2/api',
      doc: 'The API of the explorer that has the sources of contracts, with the requests of Etherscan version 2.',
    }),
    explorerKey: secret('AUDIT_EXPLORER_KEY', {
      doc: 'The key of the explorer. Not set: sources are not looked up, and audits read the code on chain alone.',
    }),
  },
});
