/**
 * What a DCA position is doing, in one word for people. It is our addition beside `status`, whose value `success` means only that the
 * position is open.
 */
export const DCA_PHASES = [
  /** The wallet has not opened the position in the vault yet. */
  'waiting-for-wallet',
  /** The position is open in the vault and will be read for the first time at the next tick. */
  'starting',
  /** The position waits for the time of its next order. */
  'running',
  /** The position's owner or the owner's guardian has paused it in the vault, or has switched off automatic buying there. */
  'paused',
  /** An order is in progress. */
  'ordering',
  /** The last attempt of the due order did not succeed; `lastSkip` or `lastError` says why, and it is tried again. */
  'retrying',
  /** The order failed on chain repeatedly, and is not tried again for hours. */
  'set-aside',
  'done',
  'cancelled',
  /** An operator has restored the position, which now compares its record with the vault. */
  'checking',
] as const;
export type DcaPhase = (typeof DCA_PHASES)[number];
