import type { RampSide, RampStatus } from '../../../values/ramp-status.ts';

/** The provider's statuses of purchases, by number. The numbers 3, 4, 5, 14 and 15 have another meaning for a sale. */
const OF_PURCHASES: Readonly<Record<string, RampStatus>> = {
  // `-4` means that the paid amount differs from the order, and `-3` that the payer's name differs.
  ...{ '-4': 'failed', '-3': 'failed', '-2': 'cancelled', '-1': 'expired' },
  ...{ '0': 'awaiting-payment', '1': 'paying', '2': 'paid', '11': 'delivering', '12': 'delivering', '3': 'delivering', '13': 'delivering' },
  ...{ '14': 'delivering', '4': 'completed', '15': 'completed', '5': 'completed', '16': 'completed' },
};

const OF_SALES: Readonly<Record<string, RampStatus>> = {
  ...{
    '-4': 'failed',
    '-2': 'cancelled',
    '-1': 'expired',
    '0': 'awaiting-payment',
    '1': 'paying',
    '2': 'paid',
    '10': 'paid',
    '11': 'paid',
  },
  // `3` means that the amount exceeds the limit of the person's verification, so the order waits for a manual review.
  ...{ '3': 'on-hold', '4': 'delivering', '12': 'delivering', '5': 'delivering', '13': 'delivering' },
  ...{
    '30': 'delivering',
    '31': 'delivering',
    '32': 'delivering',
    '33': 'delivering',
    '34': 'delivering',
    '35': 'delivering',
    '36': 'delivering',
  },
  ...{ '6': 'completed', '14': 'completed', '40': 'completed', '7': 'completed', '15': 'completed', '41': 'completed', '19': 'completed' },
  ...{ '17': 'on-hold', '18': 'delivering' },
};

/** Returns the normal form of a numbered status; `unknown` when the status is not documented for this side of the trade. */
export function onrampMoneyStatus(side: RampSide, number: string): RampStatus {
  const words = side === 'buy' ? OF_PURCHASES : OF_SALES;
  return Object.hasOwn(words, number) ? (words[number] ?? 'unknown') : 'unknown';
}
