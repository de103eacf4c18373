import type { Slots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { oneChain } from './chain-slots.ts';
import type { Mention } from './mentions.ts';

type Draft = { -readonly [K in keyof Slots]: Slots[K] };

export function contractOrToken(reading: Reading, mentions: readonly Mention[]): Slots {
  const contract = addressIn(reading);
  if (contract !== undefined) return { contract };
  return compact({ fromToken: mentions[0] === undefined ? undefined : slotOf(mentions[0]) });
}

/** Returns the first address in the message, which may also be a token's. */
export function addressIn(reading: Reading): string | undefined {
  const tokens = entitiesOf(reading, 'token').filter(({ how }) => how === 'address');
  return [...entitiesOf(reading, 'address'), ...tokens]
    .sort((a, b) => a.from - b.from)
    .map((found) => (found.kind === 'token' ? found.slot : found.text))[0];
}

export function recipient(reading: Reading): { readonly to?: string } {
  const found = [...entitiesOf(reading, 'address'), ...entitiesOf(reading, 'name')].sort((a, b) => a.from - b.from).at(-1);
  return found === undefined ? {} : { to: found.text };
}

export function tokenAndChain(reading: Reading, mentions: readonly Mention[]): Slots {
  const [first] = mentions;
  return compact({ fromToken: first === undefined ? undefined : slotOf(first), ...chainOnly(reading) });
}

export function chainOnly(reading: Reading): { readonly fromChainId?: number } {
  const fromChainId = oneChain(reading);
  return fromChainId === undefined ? {} : { fromChainId };
}

export function fiatOf(reading: Reading): { readonly fiat?: string } {
  const fiat = entitiesOf(reading, 'fiat')[0]?.code;
  return fiat === undefined ? {} : { fiat };
}

/**
 * Returns the slot value of a token in the message; undefined for a word that is not a listed token, because such a word must not be
 * replaced by a similar token.
 */
export function slotOf({ token }: Mention): string | undefined {
  return token.kind === 'token' ? token.slot : undefined;
}

export function slotOrNone(mention: Mention | null): string | undefined {
  return mention === null ? undefined : slotOf(mention);
}

/** Returns the slots (values of a request) without those whose value is undefined. */
export function compact(slots: { readonly [K in keyof Slots]?: Slots[K] | undefined }): Slots {
  const all: Readonly<Record<string, unknown>> = slots;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(all)) if (all[name] !== undefined) kept[name] = all[name];
  return kept as Draft;
}
