import type { Language } from '../lexicon/vocabulary.ts';
import times from '../words/times.json';
import type { Unit } from './entity.ts';
import { createPhraseMap, type PhraseMap, phrasesOf } from './phrase-map.ts';

export const UNIT_SECONDS: Readonly<Record<Unit, number>> = {
  ...{ second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800, fortnight: 1_209_600 },
  ...{ month: 2_592_000, quarter: 7_776_000, year: 31_536_000 },
};
const UNITS = Object.keys(UNIT_SECONDS).filter(isUnit);

type Day = { readonly kind: 'weekday' | 'month'; readonly index: number };
/** Days that a message can name without a number. */
export type NamedDay = 'today' | 'tomorrow' | 'endOfWeek' | 'endOfMonth' | 'endOfYear' | 'christmas';
const NAMED_DAYS: readonly NamedDay[] = ['today', 'tomorrow', 'endOfWeek', 'endOfMonth', 'endOfYear', 'christmas'];
/** Words and signs that can begin a time in every language, as in "half a day", "next friday" and "10 usdc / day". */
const NOT_IN_LISTS = ['a', 'half', 'next', 'this', 'coming', '/'];
const PARTS = ['every', 'other', 'twice', 'a', 'for', 'in', 'until', 'times', 'past', 'afterSpan', 'uneven', 'start'] as const;

export type TimeWords = {
  readonly units: PhraseMap<Unit>;
  readonly adverbs: PhraseMap<Unit>;
  readonly days: PhraseMap<Day>;
  readonly named: PhraseMap<NamedDay>;
  /** The words with which a time can begin, apart from numbers. */
  readonly openings: ReadonlySet<string>;
  readonly part: Readonly<Record<(typeof PARTS)[number], PhraseMap<true>>>;
};

const LISTS: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = times;
const TIME_WORDS = new Map(Object.entries(LISTS).map(([language, list]) => [language, timeWords(list)]));
const ENGLISH = timeWords(LISTS.en);
const SEARCHED: ReadonlyMap<Language, readonly TimeWords[]> = new Map(
  (
    [
      ['en', ['en']],
      ['es', ['es', 'pt', 'en']],
      ['pt', ['pt', 'es', 'en']],
      ['tr', ['tr', 'en']],
      ['hi', ['hi', 'en']],
    ] as const
  ).map(([language, searched]) => [language, searched.map(timeWordsOf)]),
);

/** Returns the words by which times are searched for in a message of a language: those of the language, and of others that it may use. */
export function timeWordsFor(language: Language): readonly TimeWords[] {
  return SEARCHED.get(language) ?? [ENGLISH];
}

function timeWordsOf(language: Language): TimeWords {
  return TIME_WORDS.get(language) ?? ENGLISH;
}

function timeWords(list: Readonly<Record<string, unknown>>): TimeWords {
  const phrases = (key: string) => {
    const text = list[key];
    return phrasesOf(typeof text === 'string' ? text : '');
  };
  const adverbs = list.adverbs;
  const days = (['weekdays', 'months'] as const).flatMap((key) =>
    phrases(key).flatMap((names, index) =>
      names.split(' ').map((name) => [name, { kind: key === 'weekdays' ? 'weekday' : 'month', index } as const] as const),
    ),
  );
  const words = {
    units: createPhraseMap(UNITS.flatMap((unit) => phrases(unit).map((phrase) => [phrase, unit] as const))),
    adverbs: createPhraseMap(
      typeof adverbs === 'object' && adverbs !== null
        ? Object.entries(adverbs).flatMap(([phrase, unit]) => (isUnit(unit) ? [[phrase, unit] as const] : []))
        : [],
    ),
    days: createPhraseMap(days),
    named: createPhraseMap(NAMED_DAYS.flatMap((day) => phrases(day).map((phrase) => [phrase, day] as const))),
    part: {
      ...{
        every: partMap('every'),
        other: partMap('other'),
        twice: partMap('twice'),
        a: partMap('a'),
        for: partMap('for'),
        in: partMap('in'),
      },
      ...{ until: partMap('until'), times: partMap('times'), past: partMap('past'), afterSpan: partMap('afterSpan') },
      ...{ uneven: partMap('uneven'), start: partMap('start') },
    },
  };
  const { every, twice, a, for: during, until, past, uneven } = words.part;
  const beginning = [words.adverbs, words.days, words.named, every, twice, a, during, until, past, uneven];
  return { ...words, openings: new Set([...NOT_IN_LISTS, ...beginning.flatMap(({ firstWords }) => firstWords)]) };

  function partMap(key: (typeof PARTS)[number]): PhraseMap<true> {
    return createPhraseMap(phrases(key).map((phrase) => [phrase, true] as const));
  }
}

function isUnit(unit: unknown): unit is Unit {
  return typeof unit === 'string' && Object.hasOwn(UNIT_SECONDS, unit);
}
