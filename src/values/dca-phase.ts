/**
 * What a DCA position is doing, as one word. It is an addition to the documented field `status`, whose value `success` means only that the
 * position is open.
 */
export const DCA_PHASES = [
  /** The wallet has not opened the position in the vault yet. */
  'waiting-for-wallet',
  /** The position is open in the vault, but this service has not read it there yet. */
  'starting',
  /** The position waits for the time of its next order. */
  'running',
  /** The position's owner or the owner's guardian has paused it in the vault, or has switched off automatic buying there. */
  'paused',
  /** An order is in progress. */
  'ordering',
  /** The last attempt to execute the due order did not succeed. `lastSkip` or `lastError` contains the reason. The service tries again. */
  'retrying',
  /** The order failed on chain several times. The service waits for hours before it tries again. */
  'set-aside',
  'done',
  'cancelled',
  /** An operator has restored the position from a backup, and the service is comparing the record with the vault. */
  'checking',
] as const;
export type DcaPhase = (typeof DCA_PHASES)[number];
