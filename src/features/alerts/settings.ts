import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const alertsSettings = defineSettings({
  of: 'alerts',
  title: 'Price alerts and limit orders',
  settings: {
    maxPerWallet: integer('ALERT_MAX_PER_WALLET', {
      ...{ default: 50, min: 1, max: 1_000 },
      doc: 'Maximum number of waiting price alerts and limit orders of one wallet. Alerts created by chats that have not proved the ownership of the wallet are counted separately; their maximum is 20.',
    }),
    maxTokens: integer('ALERT_MAX_TOKENS', {
      ...{ default: 500, min: 1, max: 10_000 },
      doc: 'Maximum number of tokens whose prices all alerts together may watch. The service requests the prices of all these tokens in each interval of TICK_INTERVAL_MS.',
    }),
  },
});
