import * as v from 'valibot';

/** Maximum number of hex characters of a call's data: 128 KB, the largest transaction that geth's pool accepts. */
const LONGEST_DATA = 2 + 2 * 128 * 1024;

const requestKey = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const wholeNumber = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/, 'expected a whole number in decimal digits'));
const keyOnly = <const TType extends string>(type: TType) => v.object({ type: v.literal(type), requestKey });

/** Schemas of the events that other actors can send to a transaction sender. */
export const transactionSenderEvents = {
  REQUEST: v.object({
    type: v.literal('REQUEST'),
    requestKey,
    replyTo: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*\/.+$/, 'expected an actor id: type/key')),
    call: v.object({
      to: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/, 'expected an address in lower case')),
      data: v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})*$/, 'expected bytes as lower-case hex'), v.maxLength(LONGEST_DATA)),
      value: wholeNumber,
      gas: v.optional(v.nullable(wholeNumber), null),
    }),
    deadlineSec: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    turnOf: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    isExit: v.optional(v.boolean()),
  }),
  WITHDRAW: keyOnly('WITHDRAW'),
  ACKNOWLEDGE: keyOnly('ACKNOWLEDGE'),
  RECHECK: keyOnly('RECHECK'),
} as const;
