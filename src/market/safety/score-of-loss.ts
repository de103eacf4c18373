/** Loss of a purchase and a sale in basis points for which no points are subtracted from the score: the pool fees of an ordinary pair. */
const FREE_BPS = 100;
/** Number of basis points of loss for which one point is subtracted from the score. */
const BPS_A_POINT = 10;

/**
 * Scores the total loss of buying a token and selling it again, from 0 to 100: 100 points up to 1 %, then 10 points less for each further
 * percent; 0 from 11 % on.
 * @param lossBps loss in basis points of the amount spent
 */
export function scoreOfLoss(lossBps: number): number {
  return Math.max(0, 100 - Math.ceil(Math.max(0, lossBps - FREE_BPS) / BPS_A_POINT));
}
