import { lineOf, signingKeys } from '../../config/kinds.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

export const relayerSettings = defineSettings({
  of: 'relayer',
  title: 'Meta-transactions',
  settings: {
    signerKeys: signingKeys('SIGNER_KEY', {
      doc: 'The private key that signs meta-transactions: SIGNER_KEY for all chains, SIGNER_KEY_<chainId> for one chain. The formats of EXECUTOR_KEY are accepted.',
    }),
    signAny: setting({
      lines: [
        lineOf(
          'SIGN_ANY',
          0,
          '1 also signs meta-transactions that this service did not build, only for tests of clients on the devnet. The signature ' +
            'then attests nothing.',
        ),
      ],
      read(reader, { chainIds }) {
        const signAny = reader.flag('SIGN_ANY', { default: false });
        if (signAny && chainIds.some((chainId) => chainId !== DEVNET_CHAIN_ID))
          reader.problem(
            'SIGN_ANY',
            'is on although chains other than the local devnet are set',
            `SIGN_ANY=0, or no RPC_ but RPC_${DEVNET_CHAIN_ID}`,
          );
        return signAny;
      },
      say: (isOn) => (isOn ? 'on' : 'off'),
    }),
  },
});
