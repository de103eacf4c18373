import { httpUrl, secret } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const contractAuditSettings = defineSettings({
  of: 'contractAudit',
  title: 'Contract audits',
  settings: {
    explorerUrl: httpUrl('AUDIT_EXPLORER_URL', {
      default: 'https://api.etherscan.io/v2/api',
      doc: "The URL of the block explorer's API from which the source code of contracts is read. The API must support the requests of Etherscan's API version 2.",
    }),
    explorerKey: secret('AUDIT_EXPLORER_KEY', {
      doc: 'The API key of the block explorer. If it is not set, the source code of contracts is not looked up, and audits only read the code on chain.',
    }),
  },
});
