import { integer, signingKeyLists } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const chainsSettings = defineSettings({
  of: 'chains',
  title: 'The executor',
  settings: {
    executorKeys: signingKeyLists('EXECUTOR_KEY', {
      doc: "Private key of the executor, the account that sends and pays for the service's transactions: EXECUTOR_KEY for all chains, EXECUTOR_KEY_<chainId> for one. The devnet has its own key. With several keys, separated by commas, the agents of a chain are distributed over the keys, and orders use the first key. A key is 0x and 64 hex digits, file:PATH of a file with the key, or the URL of a signer that has the key, with the key's address: https://signer.internal#0x...",
    }),
    maxInFlight: integer('MAX_IN_FLIGHT', {
      default: 16,
      min: 1,
      max: 64,
      doc: 'Maximum number of transactions of an executor that wait for a block at the same time. Nodes of a chain may drop transactions if one address has more than 16.',
    }),
  },
});
