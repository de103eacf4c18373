import { flag, secret } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

export const remoteSigners = defineSettings({
  of: 'process',
  title: 'Signers behind a URL',
  intro:
    'For keys that another program keeps and signs with (Web3Signer, Clef, or one before a KMS). Name it where a key is expected: ' +
    'https://signer.internal#0x..., with the address of the key.',
  settings: {
    signerUrlToken: secret('SIGNER_URL_TOKEN', { doc: 'Sent to every such signer as a bearer token.' }),
    signerUrlAllowHttp: flag('SIGNER_URL_ALLOW_HTTP', {
      default: false,
      doc: '1 accepts plain http URLs of signers beyond this machine and its private network. Whoever reads the line reads the token.',
    }),
  },
});
