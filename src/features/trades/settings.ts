import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const tradesSettings = defineSettings({
  of: 'trades',
  title: 'Trades',
  settings: {
    maxUnseenTrades: integer('MAX_UNSEEN_TRADES', {
      ...{ default: 5_000, min: 0, max: 1_000_000 },
      doc:
        'The maximum number of trade records, of all wallets together, that are checked although no chain has shown their transaction, or although they repeat the ' +
        'transaction of another record. If there are more, the oldest of them are no longer checked automatically. 0: no limit.',
    }),
  },
});
