/** What any trade costs: pool fees of a usual pair. It is nobody's fault. */
const FREE_BPS = 100;
/** One point for each tenth of a percent. */
const BPS_A_POINT = 10;

/**
 * 0 to 100 from what a buy and a sale lose together: 100 up to 1 %, then 10 points less for each further percent; 0 from 11 % on.
 * @param lossBps of what was spent, in basis points
 */
export function scoreOfLoss(lossBps: number): number {
  return Math.max(0, 100 - Math.ceil(Math.max(0, lossBps - FREE_BPS) / BPS_A_POINT));
}
