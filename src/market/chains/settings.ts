import { integer, signingKeyLists } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const chainsSettings = defineSettings({
  of: 'chains',
  title: 'The executor',
  settings: {
    executorKeys: signingKeyLists('EXECUTOR_KEY', {
      doc: "Pays for and sends the executor's transactions: EXECUTOR_KEY for all chains, EXECUTOR_KEY_<chainId> for one. The devnet has its own. Several keys, separated by commas, share the agents of a chain; orders use the first. A key is 0x and 64 hex digits, file: and the path of a file with it, or the URL of a signer that keeps it, with its address: https://signer.internal#0x...",
    }),
    maxInFlight: integer('MAX_IN_FLIGHT', {
      default: 16,
      min: 1,
      max: 64,
      doc: 'The largest number of transactions of an executor that wait for a block at once. Nodes may drop transactions of one address beyond 16.',
    }),
  },
});
