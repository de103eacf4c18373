import { flag, secret } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

export const remoteSigners = defineSettings({
  of: 'process',
  title: 'Signers behind a URL',
  intro:
    'A private key can stay in another program that signs for the service (Web3Signer, Clef, or a signer in front of a KMS). ' +
    'Instead of the key, set the URL of that program with the address of the key: https://signer.internal#0x...',
  settings: {
    signerUrlToken: secret('SIGNER_URL_TOKEN', { doc: 'Bearer token that is sent to every signer behind a URL.' }),
    signerUrlAllowHttp: flag('SIGNER_URL_ALLOW_HTTP', {
      default: false,
      doc: '1: plain http URLs are also accepted for signers outside this machine and its private network. Everybody on the way to the signer can then read the token.',
    }),
  },
});
