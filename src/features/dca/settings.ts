import { decimal } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const dcaSettings = defineSettings({
  of: 'dca',
  title: 'DCA',
  settings: {
    minOrderUsd: decimal('MIN_ORDER_USD', {
      default: '1',
      doc: 'The minimum value of each DCA order in dollars. The minimum is only checked if the price of the token is known.',
    }),
  },
});
