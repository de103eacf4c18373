import { httpUrl, secret } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

export const contractTools = defineSettings({
  of: 'process',
  title: 'Deploying the contracts',
  intro: 'For the commands "coxswain contracts ..." only. A running node needs none of these.',
  settings: {
    contractsKey: secret('CONTRACTS_KEY', {
      doc:
        'The private key that signs what "coxswain contracts" sends, or the URL of a signer as for EXECUTOR_KEY; or give --key-file or ' +
        '--keystore. Set it in the shell for the one command, not on a node.',
    }),
    keystorePassword: secret('CONTRACTS_KEYSTORE_PASSWORD', { doc: 'The password of --keystore; or give --password-file.' }),
    etherscanUrl: httpUrl('ETHERSCAN_URL', {
      default: 'https://api.etherscan.io/v2/api',
      doc: 'Etherscan (API version 2, which serves all its chains), for "coxswain contracts verify --etherscan".',
    }),
    etherscanApiKey: secret('ETHERSCAN_API_KEY', { doc: 'The key of Etherscan.' }),
    sourcifyUrl: httpUrl('SOURCIFY_URL', {
      default: 'https://sourcify.dev/server',
      doc: 'Sourcify, for "coxswain contracts verify --sourcify".',
    }),
  },
});
