import { httpUrl, secret } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const contractAuditSettings = defineSettings({
  of: 'contractAudit',
  title: 'Contract audits',
  settings: {
    explorerUrl: httpUrl('AUDIT_EXPLORER_URL', {
      default: 'https://api.etherscan.io/v2/api',
      doc: "The address of the explorer's API from which sources of contracts are read. It must support the requests of Etherscan's API version 2.",
    }),
    explorerKey: secret('AUDIT_EXPLORER_KEY', {
      doc: 'The API key of the explorer. Not set: sources are not looked up, and audits only read the code on chain.',
    }),
  },
});
