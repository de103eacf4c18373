import { integer, signingKeyLists } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const chainsSettings = defineSettings({
  of: 'chains',
  title: 'The executor',
  settings: {
    executorKeys: signingKeyLists('EXECUTOR_KEY', {
      doc:
        "The private key of the executor, which is the account that sends the service's transactions and pays for them. " +
        'EXECUTOR_KEY applies to all chains, EXECUTOR_KEY_<chainId> to one chain. The devnet has its own key. Several keys are ' +
        'separated by commas; the agents of a chain are then distributed over the keys, and orders use the first key. A key is ' +
        'written as 0x and 64 hex digits, as file:PATH (a file that contains the key), or as the URL of a signer that has the key, ' +
        'followed by the address of the key: https://signer.internal#0x...',
    }),
    maxInFlight: integer('MAX_IN_FLIGHT', {
      default: 16,
      min: 1,
      max: 64,
      doc: 'Maximum number of transactions of an executor that wait for a block at the same time. Nodes of a chain may drop transactions of an address that has more than 16 waiting transactions.',
    }),
  },
});
