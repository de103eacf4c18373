import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const tradesSettings = defineSettings({
  of: 'trades',
  title: 'Trades',
  settings: {
    maxUnseenTrades: integer('MAX_UNSEEN_TRADES', {
      ...{ default: 5_000, min: 0, max: 1_000_000 },
      doc: 'Trade records that are looked after although no chain has shown their transaction, and copies of transactions that one has, of all wallets: beyond that the oldest are not looked at by themselves any more. 0: as many as there are.',
    }),
  },
});
