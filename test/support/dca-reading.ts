import type { DcaReading } from '../../src/features/dca/dca-record.ts';
import type { DcaTerms } from '../../src/values/dca-terms.ts';

/** Builds what the actor of a DCA position returns about its record, for a position that has executed no order yet. */
export function dcaReading(recordId: string, terms: DcaTerms, record: Partial<DcaReading['record']> = {}): DcaReading {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    record: {
      ...{
        _id: recordId,
        id: recordId,
        walletAddress: terms.wallet,
        chainId: terms.chainId,
        status: 'success',
        phase: 'running',
        positionId: null,
        vault: null,
      },
      ...{ fromToken: terms.fromToken, toToken: terms.toToken, amount: terms.amountBaseUnits, amountBaseUnits: terms.amountBaseUnits },
      ...{ frequency: terms.frequency, duration: terms.durationSec, isAutoBuy: true, timeFrame: null, depositTime: null },
      ...{ processed: 0, ordersLeft: terms.frequency, nextOrderAt: null, averagePrice: null, spent: '0', received: '0' },
      ...{ lastError: null, lastAttemptAt: null, lastSkip: null, guard: null, feeBps: null, createdAt: at, updatedAt: at },
      ...record,
    },
    terms,
  };
}
