import { exampleOf } from '../../config/kinds.ts';
import { readDevnet } from '../../config/read-chains.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

export const devnetSettings = defineSettings({
  of: 'devnet',
  title: 'The local chain',
  settings: {
    isEnabled: setting({
      lines: [
        exampleOf(
          'DEVNET',
          1,
          '1 runs a local devnet (chain 31337) with contracts, tokens and funded wallets. If it is not set, the devnet runs only if no RPC_<chainId> is set.',
        ),
      ],
      read(reader, { chainIds }) {
        const isOn = readDevnet(reader, chainIds);
        if (isOn && chainIds.includes(DEVNET_CHAIN_ID))
          reader.problem(`RPC_${DEVNET_CHAIN_ID}`, 'is set although the local devnet is on', `DEVNET=0, or no RPC_${DEVNET_CHAIN_ID}`);
        return isOn;
      },
      say: (isOn) => (isOn ? 'on' : 'off'),
    }),
    /** Port of the devnet. When it is not set, the devnet uses port 8545, or a free port if 8545 is in use. */
    port: setting({
      lines: [
        exampleOf(
          'DEVNET_PORT',
          8545,
          'The port of the local devnet. If it is not set, the port is 8545, or a free port if 8545 is in use.',
        ),
      ],
      read(reader): number | undefined {
        const port = reader.integer('DEVNET_PORT', { default: -1, min: 0, max: 65_535 });
        return port === -1 ? undefined : port;
      },
      say: (port) => String(port ?? '8545 or a free port'),
    }),
  },
});
