import * as v from 'valibot';

const whole = v.pipe(v.string(), v.description('An exact amount in whole tokens, as a decimal string.'));
const dollars = v.pipe(
  v.string(),
  v.description('US dollars at the current price of the token that the position or agent spends, as a decimal string.'),
);

const gasSum = v.object({
  /** The gas that the service paid for the fills (executed trades), in whole native coins of the chain. */
  native: whole,
  /** The gas cost of the fills (executed trades) in dollars, with the price of the native coin at the time of each fill. */
  usd: v.pipe(v.string(), v.description('US dollars at the prices at the time of each trade, as a decimal string.')),
  /** Number of fills (executed trades) whose gas cost in dollars is unknown, so that it is not included in `usd`. */
  unknownFills: v.number(),
});

const tokenRow = v.object({
  address: v.string(),
  symbol: v.nullable(v.string()),
  /** Decimals of the token; null when the token is not listed. The quantities of an unlisted token are in base units. */
  decimals: v.nullable(v.number()),
  /** Quantities in whole tokens. `held` was bought and not sold, whether it is in the vault or was claimed or withdrawn. */
  ...{ bought: whole, sold: whole, held: whole },
  /**
   * Amounts in the budget token. `cost` is what was paid, including fees, for the quantity `held`; `averageCost` is the cost of one whole
   * token of that quantity; `realised` is the profit or loss of the sold tokens.
   */
  ...{ spent: whole, received: whole, cost: whole, averageCost: v.nullable(whole), realised: whole },
  /**
   * Proceeds of sold tokens that the owner had deposited. The cost of such tokens is unknown, so these proceeds are not included in
   * `realised`.
   */
  receivedWithoutCost: whole,
  /** Current price of a whole token in dollars; null when no price is known. Without a price, `value` and `unrealised` are null, too. */
  priceUsd: v.nullable(v.string()),
  /** Value of `held` in the budget token at current prices, and that value less `cost`. */
  ...{ value: v.nullable(whole), unrealised: v.nullable(whole) },
});

const dayRow = v.object({
  /** The UTC day of the row, such as 2026-11-30. */
  day: v.string(),
  fills: v.number(),
  ...{ spent: whole, received: whole, fees: whole, realised: whole },
  gas: gasSum,
});

export const profitRecordSchema = v.object({
  kind: v.picklist(['position', 'agent']),
  recordId: v.string(),
  chainId: v.number(),
  /** Number of the position or agent in its vault; null before it has one. */
  number: v.nullable(v.number()),
  budgetToken: v.object({
    address: v.string(),
    symbol: v.nullable(v.string()),
    decimals: v.nullable(v.number()),
    priceUsd: v.nullable(v.string()),
  }),
  fills: v.number(),
  firstFillAt: v.string(),
  lastFillAt: v.string(),
  /** Amounts in whole budget tokens. `fees` are the vault's fees, which are included in `spent`. */
  ...{ spent: whole, received: whole, fees: whole, realised: whole },
  /** The gas cost of the fills (executed trades). The service pays it, so it is not included in any other figure of the report. */
  gas: gasSum,
  /**
   * `unrealised` is the gain or loss of the held tokens, `total` the sum of `unrealised` and `realised`. Both are null when a held token,
   * or the budget token, has no current price.
   */
  ...{ unrealised: v.nullable(whole), total: v.nullable(whole) },
  usd: v.nullable(v.object({ realised: dollars, unrealised: v.nullable(dollars), total: v.nullable(dollars), fees: dollars })),
  /**
   * What an owner would have gained who had spent the same money on the token of the first purchase, at that purchase's price, and had
   * never sold. `capital` is the maximum amount that was invested at one time. Null when a price is missing.
   */
  holding: v.nullable(v.object({ token: v.string(), capital: whole, value: whole, total: whole })),
  tokens: v.array(tokenRow),
  /** Sums for each day with fills (executed trades), oldest day first. */
  days: v.array(dayRow),
});

export const profitSchema = v.object({
  wallet: v.string(),
  at: v.string(),
  /**
   * The method of the computation. `average-cost` means that the cost of a sold token is the average price paid for the tokens held at that
   * time.
   */
  method: v.literal('average-cost'),
  records: v.array(profitRecordSchema),
});

export type ProfitRecord = v.InferOutput<typeof profitRecordSchema>;
export type ProfitReport = v.InferOutput<typeof profitSchema>;
