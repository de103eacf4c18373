import * as v from 'valibot';
import { AMOUNT_KINDS, CONDITIONS, type SlotName, type Slots } from '../agent-service.ts';

/** Maximum length of a text in a slot (a value of a request), in characters. */
const LONGEST = 120;

const decimal = v.pipe(v.string(), v.maxLength(LONGEST), v.regex(/^\d+(\.\d+)?$/, 'Expected decimal text such as 2800 or 0.5.'));
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * Defines what each slot (a value of a request) can contain, with its meaning. The functions that a language model can call are made from
 * this definition, and the model's answers are checked with it.
 */
export const SLOT_SCHEMAS = {
  amount: v.pipe(decimal, v.description('The amount as decimal text: 2800 for "2.8k", 50 for "half".')),
  amountKind: v.pipe(
    v.picklist(AMOUNT_KINDS),
    v.description(
      'token: an amount of the token. usd: worth this many dollars. percent: a percentage of the balance, or of the price with the ' +
        'condition "change". all: the whole balance, without an amount.',
    ),
  ),
  amountOf: v.pipe(
    v.literal('toToken'),
    v.description('Only when the amount is of the token to receive, as in "buy 1 eth with usdc". Otherwise leave it out.'),
  ),
  fromToken: v.pipe(text, v.description('The token to spend, send, sell, watch or look up: its symbol, or its address as written.')),
  toToken: v.pipe(text, v.description('The token to receive or buy: its symbol, or its address as written.')),
  fromChainId: v.pipe(whole, v.description('The id of the chain on which the action takes place, only when the message names a chain.')),
  toChainId: v.pipe(
    whole,
    v.description('The id of the chain to which a bridge leads, or to switch to. For a swap on a named chain, the same.'),
  ),
  to: v.pipe(text, v.description('The receiver, or another wallet to look up: an address or a name such as erin.eth, as written.')),
  hash: v.pipe(text, v.description('The hash of a transaction, as written.')),
  contract: v.pipe(text, v.description('The address of a contract, as written.')),
  condition: v.pipe(
    v.picklist(CONDITIONS),
    v.description('When an alert or order fires: price above, price below, or a change in percent.'),
  ),
  price: v.pipe(
    decimal,
    v.description(
      'A price as decimal text, in dollars unless fiat names another currency. For an autopilot that buys after a fall, with the condition ' +
        '"change", the percentage of the fall.',
    ),
  ),
  intervalSeconds: v.pipe(whole, v.description('Seconds between two purchases: 86400 for "every day", 604800 for "weekly".')),
  count: v.pipe(whole, v.description('Number of purchases.')),
  until: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/, 'Expected a day such as 2026-03-01, or a moment in UTC.'),
    v.description('When a recurring action, order or alert ends: a day (2026-03-01) or a moment in UTC.'),
  ),
  fiat: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Expected a currency code such as EUR.'), v.description('An ISO 4217 currency code.')),
  tokenId: v.pipe(v.string(), v.regex(/^\d{1,78}$/, 'Expected a number as text.'), v.description('The number of an NFT.')),
  depositAmount: v.pipe(
    decimal,
    v.description('Only for an autopilot: what the agent is given of fromToken in all, as in "with a budget of 500 usdc".'),
  ),
  maxPerTradeUsd: v.pipe(decimal, v.description('Only for an autopilot: the largest trade in dollars, as in "max $20 per trade".')),
  maxPerDayUsd: v.pipe(decimal, v.description('Only for an autopilot: the most dollars a day, as in "at most 100 usd a day".')),
  maxTradesPerDay: v.pipe(whole, v.description('Only for an autopilot: the most trades a day, as in "no more than 3 trades a day".')),
} satisfies { readonly [Name in Exclude<SlotName, 'steps'>]: v.GenericSchema<unknown, NonNullable<Slots[Name]>> };

export type PlainSlotName = keyof typeof SLOT_SCHEMAS;

/** The slots (values of a request) that contain decimal numbers as text. */
export const DECIMAL_SLOTS: readonly PlainSlotName[] = ['amount', 'price', 'tokenId', 'depositAmount', 'maxPerTradeUsd', 'maxPerDayUsd'];
/** The slots (values of a request) that contain whole numbers. */
export const WHOLE_SLOTS: readonly PlainSlotName[] = ['fromChainId', 'toChainId', 'intervalSeconds', 'count', 'maxTradesPerDay'];
