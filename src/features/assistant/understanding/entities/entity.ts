import type { TokenWord } from '../agent-service.ts';

/** From one recurrence to the next, or a length of time. */
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'fortnight' | 'month' | 'quarter' | 'year';

type At = { readonly from: number; readonly to: number };

/** A number with its unit: none, percent, or money of a currency. */
export type AmountEntity = At & {
  readonly kind: 'amount';
  /** Decimal text. */
  readonly value: string;
  readonly unit: 'bare' | 'percent' | 'money';
  readonly code?: string;
  readonly isNegative?: boolean;
  /** True for "half", "a quarter": of what the person has. */
  readonly isShare?: boolean;
};

export type TokenEntity = At & {
  readonly kind: 'token';
  /** Its symbol, or the address by which it was named. */
  readonly slot: string;
  readonly tokens: readonly TokenWord[];
  readonly how: 'symbol' | 'name' | 'near' | 'address';
};

/** A word where a token must stand, which is none that is listed. */
export type UnknownToken = At & {
  readonly kind: 'unknown';
  readonly text: string;
  readonly near: readonly TokenWord[];
  readonly isLookAlike: boolean;
};

/** `id` is null for a chain that is known by name but not here. */
export type ChainEntity = At & {
  readonly kind: 'chain';
  readonly id: number | null;
  readonly text: string;
  /** True with a word such as "network". */
  readonly hasNoun: boolean;
};

/** Something in the message that a slot can take, at the words `from` (included) to `to` (not included). */
export type Entity =
  | AmountEntity
  | (At & { readonly kind: 'all' })
  /** "a third of", "some of": an amount that no decimal text says. */
  | (At & { readonly kind: 'unclear' })
  | TokenEntity
  | UnknownToken
  | ChainEntity
  | (At & { readonly kind: 'address'; readonly text: string; readonly family: 'evm' | 'tron' | 'solana' })
  | (At & { readonly kind: 'broken'; readonly text: string })
  | (At & { readonly kind: 'name'; readonly text: string })
  | (At & { readonly kind: 'hash'; readonly text: string })
  | (At & { readonly kind: 'interval'; readonly seconds: number })
  | (At & { readonly kind: 'span'; readonly unit: Unit; readonly units: number })
  | (At & { readonly kind: 'times'; readonly count: number })
  | (At & { readonly kind: 'until'; readonly iso: string })
  | (At & { readonly kind: 'past' })
  | (At & { readonly kind: 'fiat'; readonly code: string })
  | (At & { readonly kind: 'item'; readonly number: string });

export type EntityKind = Entity['kind'];
export type EntityOf<K extends EntityKind> = Extract<Entity, { kind: K }>;
