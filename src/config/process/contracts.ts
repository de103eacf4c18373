import { httpUrl, secret } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

export const contractTools = defineSettings({
  of: 'process',
  title: 'Deploying the contracts',
  intro: 'For the commands "coxswain contracts ..." only. A running node needs none of these.',
  settings: {
    contractsKey: secret('CONTRACTS_KEY', {
      doc:
        'The private key with which "coxswain contracts" signs transactions, or the URL of a signer as for EXECUTOR_KEY. The ' +
        'options --key-file and --keystore take precedence over it. Set it in the shell for a single command, not on a node.',
    }),
    keystorePassword: secret('CONTRACTS_KEYSTORE_PASSWORD', {
      doc: 'The password of the file that --keystore names. The option --password-file takes precedence over it.',
    }),
    etherscanUrl: httpUrl('ETHERSCAN_URL', {
      default: 'https://api.etherscan.io/v2/api',
      doc: 'The address of Etherscan\'s API (version 2, which serves all its chains), for "coxswain contracts verify --etherscan".',
    }),
    etherscanApiKey: secret('ETHERSCAN_API_KEY', { doc: 'The API key of Etherscan.' }),
    sourcifyUrl: httpUrl('SOURCIFY_URL', {
      default: 'https://sourcify.dev/server',
      doc: 'The address of Sourcify, for "coxswain contracts verify --sourcify".',
    }),
  },
});
