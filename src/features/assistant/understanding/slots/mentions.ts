import type { AmountEntity, Entity, EntityOf, TokenEntity, UnknownToken } from '../entities/entity.ts';
import { hasAnyMark, hasMark, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

/** The grammatical role of a token in a message, which a preposition or an ending expresses in the supported languages. */
export type Role = 'of' | 'to' | 'for' | 'from' | 'with' | 'in' | 'on' | 'object' | null;

/** A token in the message, with its amount and the grammatical role that the words before or after it express. */
export type Mention = {
  readonly token: TokenEntity | UnknownToken;
  readonly amount: AmountEntity | EntityOf<'all'> | null;
  /**
   * Whether the amount only states the value of the token, as in "100 dollars **of** eth", so that the token is not paid with this amount.
   */
  readonly isMeasured: boolean;
  readonly role: Role;
  /** Position of the first word of the mention, including its amount. */
  readonly from: number;
};

/** Words that may stand between an amount and its token, and between a preposition and both. */
const BETWEEN = wordSet('of my the worth s in total value the de mi mis meu meus minha do da dos das d ke ka ki lik luk degerinde deger');
const SKIPPED = wordSet(
  'my the some a an of mi mis el la los las meu meus minha minhas o os as um uma total about around another all exactly roughly approximately only just another more extra up at least il benim mere mera apne',
);
type RoleWord = { readonly concept: string; readonly role: Role };

const BEFORE: readonly RoleWord[] = (['to', 'for', 'with', 'from', 'in', 'on'] as const).map((role) => ({ concept: `p.${role}`, role }));
const AFTER: readonly RoleWord[] = (['object', 'with', 'to', 'from', 'on'] as const).map((role) => ({ concept: `post.${role}`, role }));

/** Returns the tokens that a message names, in the order of the message, with their amounts and grammatical roles. */
export function mentionsOf(reading: Reading): readonly Mention[] {
  const tokens = reading.entities.filter(isToken).sort((a, b) => a.from - b.from);
  return tokens.map((token, i) => {
    const amount = amountBefore(reading, token.from);
    const from = amount?.from ?? token.from;
    const isMeasured =
      amount !== null &&
      reading.words.slice(amount.to, token.from).some(({ text }) => BETWEEN.has(text) && text !== 'my' && text !== 'the');
    const isPayment = amount !== null && reading.words[token.to]?.text === 'worth' && reading.words[token.to + 1]?.text !== 'of';
    const role = isPayment
      ? 'with'
      : (roleAfter(reading, token.to) ?? (isOfToken(reading, tokens[i - 1], token) ? 'of' : roleBefore(reading, from)));
    return { token, amount, isMeasured, role, from };
  });
}

function isToken(entity: Entity): entity is Mention['token'] {
  return entity.kind === 'token' || entity.kind === 'unknown';
}

/** Returns the role of the word before a position, such as "to", "with" or an arrow. Articles are skipped. */
export function roleBefore(reading: Reading, from: number): Role {
  let at = from - 1;
  while (at > 0 && SKIPPED.has(reading.words[at]?.text ?? '') && !isRole(reading, at)) at -= 1;
  if (at < 0) return null;
  if (reading.words[at]?.kind === 'arrow') return 'to';
  return roleOf(reading, at, BEFORE);
}

/** Returns the role of the word or ending after a token, in languages that place it there: `eth'ye`, "eth me". */
export function roleAfter(reading: Reading, to: number): Role {
  return roleOf(reading, to, AFTER);
}

function roleOf(reading: Reading, at: number, words: readonly RoleWord[]): Role {
  if (!hasAnyMark(reading, at)) return null;
  return words.find(({ concept }) => hasMark(reading, at, concept))?.role ?? null;
}

/** Whether the first of two tokens pays for the second, as in "100 usdc **of eth**" and "50 usdc **worth of** wbtc". */
function isOfToken(reading: Reading, before: { readonly to: number } | undefined, token: { readonly from: number }): boolean {
  if (before === undefined || token.from - before.to > 4 || token.from === before.to) return false;
  const between = reading.words.slice(before.to, token.from);
  return (
    between.some((_, i) => hasMark(reading, before.to + i, 'p.of')) &&
    between.every((_, i) => hasMark(reading, before.to + i, 'p.of', 'filler', 'p.in', 'price', 'my'))
  );
}

function isRole(reading: Reading, at: number): boolean {
  return reading.words[at]?.text !== 'of' && roleOf(reading, at, BEFORE) !== null;
}

function amountBefore(reading: Reading, at: number): Mention['amount'] {
  let nearest: Mention['amount'] = null;
  for (const entity of reading.entities) {
    const isAmount = entity.kind === 'amount' || entity.kind === 'all';
    if (isAmount && entity.to <= at && (nearest === null || entity.to > nearest.to)) nearest = entity;
  }
  if (nearest === null || at - nearest.to > 3) return null;
  return reading.words.slice(nearest.to, at).every(({ text }) => BETWEEN.has(text)) ? nearest : null;
}
