/** The statuses of a DCA record (API specification, "DCA position record"). */
export const DCA_STATUSES = ['pending', 'success', 'active', 'completed', 'cancelled', 'failed'] as const;
export type DcaStatus = (typeof DCA_STATUSES)[number];

export function isDcaStatus(value: unknown): value is DcaStatus {
  return DCA_STATUSES.some((status) => status === value);
}
