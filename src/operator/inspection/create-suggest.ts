import type { FindPage, FindQuery } from '../../runtime/operator/find-actors.ts';
import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Clock } from '../../values/clock.ts';
import type { Suggestion, Suggestions } from '../../values/inspection/suggestion.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { createSharedReading } from '../../values/shared-reading.ts';
import { typesIn } from '../overview/count-types.ts';
import type { Summaries } from './create-summaries.ts';
import type { FindNamed } from './find-named.ts';

export type SuggestDeps = {
  readonly counts: () => Promise<StoreCounts>;
  readonly find: (query: FindQuery) => Promise<FindPage>;
  readonly named: FindNamed;
  readonly titlesOf: Summaries['titlesOf'];
  readonly clock: Clock;
};

/** The data about an actor by which it can be suggested: its title, its numbers on chain, and the addresses and hashes in its record. */
type Known = Pick<Suggestion, 'id' | 'title' | 'status'> & {
  readonly words: string;
  readonly numbers: ReadonlySet<string>;
  readonly hexes: readonly string[];
};

const MOST = 10;
/** Maximum number of actors of each type whose records are examined, beginning with the newest. */
const NEWEST = 1_000;
/** Number of actor records that are read with one call of the store when suggestions are searched for. */
const AT_ONCE = 100;
const HEX = /0x(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/gi;
/** Minimum number of characters of a part of an address or hash by which actors are searched. */
const LEAST_HEX = 6;
/** Names of the fields in an actor's context that contain the actor's number on chain, by which people know the actor. */
const NUMBERS = new Set(['positionId', 'agentId', 'tokenId']);

/**
 * Suggests actors for a text: by id, key, wallet or complete transaction hash from the store's indexes, and by title, number on chain,
 * token, address or part of a transaction hash among the newest actors of each type.
 */
export function createSuggest(deps: SuggestDeps): (text: string) => Promise<Suggestions> {
  const { counts, find, titlesOf, clock } = deps;

  async function readNewest(): Promise<readonly Known[]> {
    const known: Known[] = [];
    for (const type of typesIn(await counts())) {
      let read = 0;
      for await (const { actors } of pagesOf((after) => find({ type, sort: 'created', order: 'newest', limit: AT_ONCE, ...after }))) {
        const records = actors.map(({ record }) => record);
        const titles = await titlesOf(records);
        known.push(...records.map((record, index) => knownOf(record, titles[index] ?? null)));
        read += AT_ONCE;
        if (read >= NEWEST) break;
      }
    }
    return known;
  }

  const newest = createSharedReading(readNewest, { clock });

  return async (text) => {
    const asked = text.trim().toLowerCase();
    if (asked === '') return { actors: [], isMore: false };
    const named = await deps.named(text);
    const [page, { value: all }] = await Promise.all([
      find({ search: text.trim(), named, sort: 'created', order: 'newest', limit: MOST + 1 }),
      newest(),
    ]);
    const records = page.actors.map(({ record }) => record);
    const titles = await titlesOf(records);
    const isNamed = new Set(named.ids);
    const byIndex = records.map(
      (record, index): Suggestion => ({
        ...headOf(record, titles[index] ?? null),
        by: isNamed.has(record.id) ? 'hash or address' : 'id or wallet',
      }),
    );
    const byRecord = all.flatMap((known): Suggestion[] => {
      const by = matchOf(known, asked);
      return by === null ? [] : [{ id: known.id, title: known.title, status: known.status, by }];
    });
    const ranked = byRecord.toSorted((a, b) => RANK.indexOf(a.by) - RANK.indexOf(b.by));
    const unique = new Map([...byIndex, ...ranked].toReversed().map((one) => [one.id, one]));
    return { actors: [...unique.values()].toReversed().slice(0, MOST), isMore: records.length > MOST || named.isMore };
  };
}

const RANK: readonly Suggestion['by'][] = ['id or wallet', 'number', 'title', 'hash or address'];

function matchOf({ words, numbers, hexes }: Known, asked: string): Suggestion['by'] | null {
  if (numbers.has(asked.replace(/^#/, ''))) return 'number';
  if (words.includes(asked)) return 'title';
  const isHex = asked.startsWith('0x') && asked.length >= LEAST_HEX;
  return isHex && hexes.some((hex) => hex.startsWith(asked)) ? 'hash or address' : null;
}

function headOf({ id, keys }: ActorRecord, title: string | null): Omit<Suggestion, 'by'> {
  const { status = null } = keys;
  return { id, title, status: status === null ? null : String(status) };
}

function knownOf(record: ActorRecord, title: string | null): Known {
  const hexes = new Set<string>();
  for (const [hex] of JSON.stringify(record.snapshot.context).matchAll(HEX)) hexes.add(hex.toLowerCase());
  return { ...headOf(record, title), words: title?.toLowerCase() ?? '', numbers: numbersOf(record.snapshot.context), hexes: [...hexes] };
}

/**
 * The numbers by which an actor is known on chain are in the actor's context, or in an object that is directly in the context, such as
 * `link`.
 */
function numbersOf(context: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const numbers = new Set<string>();
  for (const part of [context, ...Object.values(context)]) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    for (const [name, value] of Object.entries(part)) if (NUMBERS.has(name) && value !== null) numbers.add(String(value));
  }
  return numbers;
}
