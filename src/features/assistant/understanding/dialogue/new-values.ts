import type { Slots } from '../agent-service.ts';
import type { AmountEntity, Entity, EntityOf, TokenEntity } from '../entities/entity.ts';
import { type ChainName, chainNamed } from '../entities/read-chains.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { mentionsOf, type Role, roleAfter, roleBefore } from '../slots/mentions.ts';
import { wordSet } from '../text/word-set.ts';
import { replacesAt } from './follow-up-words.ts';

export type NewToken = { readonly token: TokenEntity; readonly role: Role; readonly amount: NewValues['amount'] };

/** The values of a message that changes the request before it; `replaced` are values of that request that the message takes back. */
export type NewValues = {
  readonly amount: AmountEntity | EntityOf<'all'> | null;
  readonly token: NewToken | null;
  /** The id is null for a chain that is not supported. */
  readonly chain: { readonly id: number | null; readonly role: Role } | null;
  readonly receiver: string | null;
  readonly interval: EntityOf<'interval'> | null;
  readonly count: EntityOf<'times'> | null;
  readonly span: EntityOf<'span'> | null;
  readonly until: string | null;
  readonly fiat: string | null;
  readonly replaced: readonly Replaced[];
  /** The values in the order of the message. */
  readonly used: readonly Entity[];
};

type Replaced = { readonly entity: Entity; readonly slot: 'fromToken' | 'toToken' | 'amount' | 'price' | 'to'; readonly from: number };

const BETWEEN = wordSet('to the at in for with into on a');

/**
 * Finds the values of a message that changes the request before it. Returns null when it names several values of one kind, or takes back a
 * value that the request does not have.
 * @param prefersToken whether a name that a chain and a token share means the token
 */
export function newValues(reading: Reading, before: Slots, prefersToken: boolean): NewValues | null {
  const replaced: Replaced[] = [];
  for (const entity of reading.entities) {
    const at = takenBackAt(reading, entity.from);
    if (at === null) continue;
    const slot = slotWith(entity, before);
    if (slot === null) return null;
    replaced.push({ entity, slot, from: at });
  }
  const others = reading.entities.filter((entity) => !replaced.some((one) => one.entity === entity));
  const rest: Reading = { ...reading, entities: others };
  const amounts = [...entitiesOf(rest, 'amount'), ...entitiesOf(rest, 'all')];
  const named = mentionsOf(rest).filter(({ token }) => token.kind === 'token');
  const asChains = prefersToken ? [] : named.flatMap(({ token, role }) => chainOf(reading, token, role));
  const tokens = named.filter(({ token }) => !asChains.some((one) => one.entity === token));
  const chains = [...entitiesOf(rest, 'chain').map((entity) => ({ entity, id: entity.id, role: roleOf(reading, entity) })), ...asChains];
  const receivers = [...entitiesOf(rest, 'address'), ...entitiesOf(rest, 'name')];
  const lists = [
    amounts,
    tokens,
    chains,
    receivers,
    ...(['interval', 'times', 'span', 'until', 'fiat'] as const).map((kind) => entitiesOf(rest, kind)),
  ];
  if (lists.some((list) => list.length > 1)) return null;
  const [mention] = tokens;
  return {
    amount: amounts[0] ?? null,
    token: mention?.token.kind === 'token' ? { token: mention.token, role: mention.role, amount: mention.amount } : null,
    chain: chains[0] === undefined ? null : { id: chains[0].id, role: chains[0].role },
    receiver: receivers[0]?.text ?? null,
    interval: entitiesOf(rest, 'interval')[0] ?? null,
    count: entitiesOf(rest, 'times')[0] ?? null,
    span: entitiesOf(rest, 'span')[0] ?? null,
    until: entitiesOf(rest, 'until')[0]?.iso ?? null,
    fiat: entitiesOf(rest, 'fiat')[0]?.code ?? null,
    replaced,
    used: others,
  };
}

/** Returns where the words begin that take back the value at a position; null when there are none. */
function takenBackAt(reading: Reading, from: number): number | null {
  let at = from - 1;
  while (BETWEEN.has(reading.words[at]?.text ?? '')) at -= 1;
  return [at, at - 1, at - 2].find((start, i) => start >= 0 && replacesAt(reading, start) === i + 1) ?? null;
}

function slotWith(entity: Entity, { fromToken, toToken, amount, price, to }: Slots): Replaced['slot'] | null {
  if (entity.kind === 'token') {
    const is = (symbol: string | undefined) => symbol?.toLowerCase() === entity.slot.toLowerCase();
    return is(toToken) ? 'toToken' : is(fromToken) ? 'fromToken' : null;
  }
  if (entity.kind === 'amount') return entity.value === amount ? 'amount' : entity.value === price ? 'price' : null;
  if (entity.kind === 'address' || entity.kind === 'name') return entity.text === to ? 'to' : null;
  return null;
}

/** Returns the chain that a word names which is also the nickname of a token ("to arbitrum"), unless it is the chain's own coin. */
function chainOf(reading: Reading, token: Entity, role: Role) {
  if (token.kind !== 'token' || token.how !== 'name') return [];
  const chain: ChainName | null = chainNamed(reading, token.from, token.to);
  return chain === null || chain.coin === token.slot ? [] : [{ entity: token, id: chain.id, role }];
}

function roleOf(reading: Reading, { from, to }: Entity): Role {
  return roleAfter(reading, to) ?? roleBefore(reading, from);
}
