import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const alertsSettings = defineSettings({
  of: 'alerts',
  title: 'Price alerts and limit orders',
  settings: {
    maxPerWallet: integer('ALERT_MAX_PER_WALLET', {
      ...{ default: 50, min: 1, max: 1_000 },
      doc: 'How many price alerts and limit orders of one wallet may wait. Those made in a chat without a proof of the wallet are counted apart: at most 20.',
    }),
    maxTokens: integer('ALERT_MAX_TOKENS', {
      ...{ default: 500, min: 1, max: 10_000 },
      doc: 'Of how many tokens all alerts together may watch the price. The prices of all of them are requested at each tick.',
    }),
  },
});
