import type { TokenWord } from '../agent-service.ts';

/** A unit of time in which a message states an interval or a duration. */
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'fortnight' | 'month' | 'quarter' | 'year';

type At = { readonly from: number; readonly to: number };

/** An amount in a message: a number with its unit, which can be no unit, percent, or a currency. */
export type AmountEntity = At & {
  readonly kind: 'amount';
  /** The number of the amount as decimal text. */
  readonly value: string;
  readonly unit: 'bare' | 'percent' | 'money';
  readonly code?: string;
  readonly isNegative?: boolean;
  /** True when the number is a share of what the user has, such as "half" or "a quarter". */
  readonly isShare?: boolean;
};

export type TokenEntity = At & {
  readonly kind: 'token';
  /** The value that a slot has for the token: the token's symbol, or its address if the message contains the address. */
  readonly slot: string;
  readonly tokens: readonly TokenWord[];
  readonly how: 'symbol' | 'name' | 'near' | 'address';
};

/** A word at a place where only a token makes sense, but which is not a listed token. */
export type UnknownToken = At & {
  readonly kind: 'unknown';
  readonly text: string;
  readonly near: readonly TokenWord[];
  readonly isLookAlike: boolean;
};

/** A chain that the message names. `id` is null when the chain is known by name but not supported. */
export type ChainEntity = At & {
  readonly kind: 'chain';
  readonly id: number | null;
  readonly text: string;
  /** True when a noun such as "network" stands beside the chain's name. */
  readonly hasNoun: boolean;
};

export type IntervalEntity = At & {
  readonly kind: 'interval';
  readonly seconds: number;
  /** Position of the day or the time of day in "every friday" and "every morning", which an interval does not express. */
  readonly dayFrom?: number;
};

/**
 * What an agent may do with the money of its owner: a limit that its trades must keep, in dollars or as a number of trades, or the amount of
 * `token` that the owner deposits.
 */
export type AgentTerm = At & {
  readonly kind: 'agent-term';
  readonly of: 'usd-per-trade' | 'usd-per-day' | 'trades-per-day' | 'deposit';
  readonly value: string;
  readonly token?: TokenEntity;
};

/**
 * Why a time cannot be used. `start`: it is a later start. `past-end`: it is an end that is over. `two-dates`: "5/12" can be two dates.
 * `uneven`: "every weekday" has no fixed interval. `clock`:
 * it is a time of the day, such as "9am".
 */
export type UnusableTime = 'start' | 'past-end' | 'two-dates' | 'uneven' | 'clock';

/**
 * A part of the message that can fill a slot (a value of the request). It consists of the words from `from` (included) to `to` (not
 * included).
 */
export type Entity =
  | AmountEntity
  | (At & { readonly kind: 'all' })
  /** An amount that cannot be expressed as a number, such as "a third of" or "some of". */
  | (At & { readonly kind: 'unclear' })
  /** A percentage that is the slippage or a fee of a trade, with the word for it. No slot expresses it. */
  | (At & { readonly kind: 'aside' })
  | TokenEntity
  | UnknownToken
  | ChainEntity
  /** `isMistyped`: the letters of an EVM address do not have the upper case that its checksum (EIP-55) requires. */
  | (At & { readonly kind: 'address'; readonly text: string; readonly family: 'evm' | 'tron' | 'solana'; readonly isMistyped?: boolean })
  /** `isJoined`: an address that is only a part of `text`, such as a link. */
  | (At & { readonly kind: 'broken'; readonly text: string; readonly isJoined?: boolean })
  | (At & { readonly kind: 'name'; readonly text: string })
  | (At & { readonly kind: 'hash'; readonly text: string })
  | IntervalEntity
  /** A time that no slot (value of the request) can express, so that the user is asked about it. */
  | (At & { readonly kind: 'unusable'; readonly why: UnusableTime })
  | (At & { readonly kind: 'span'; readonly unit: Unit; readonly units: number })
  | (At & { readonly kind: 'times'; readonly count: number })
  | (At & { readonly kind: 'until'; readonly iso: string })
  | (At & { readonly kind: 'past' })
  | (At & { readonly kind: 'fiat'; readonly code: string })
  | (At & { readonly kind: 'item'; readonly number: string })
  | AgentTerm;

export type EntityKind = Entity['kind'];
export type EntityOf<K extends EntityKind> = Extract<Entity, { kind: K }>;
