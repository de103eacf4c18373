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
const PARTS = ['every', 'other', 'twice', 'a', 'for', 'in', 'until', 'times', 'past', 'afterSpan'] as const;

export type TimeWords = {
  readonly units: PhraseMap<Unit>;
  readonly adverbs: PhraseMap<Unit>;
  readonly days: PhraseMap<Day>;
  readonly named: PhraseMap<NamedDay>;
  readonly part: Readonly<Record<(typeof PARTS)[number], PhraseMap<true>>>;
};

const LISTS: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = times;
const TIME_WORDS = new Map(Object.entries(LISTS).map(([language, list]) => [language, timeWords(list)]));
const ENGLISH = timeWords(LISTS.en);

/** Returns the words of a language that express times, such as units of time, months and days. */
export function timeWordsOf(language: Language): TimeWords {
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
  return {
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
    },
  };

  function partMap(key: (typeof PARTS)[number]): PhraseMap<true> {
    return createPhraseMap(phrases(key).map((phrase) => [phrase, true] as const));
  }
}

function isUnit(unit: unknown): unit is Unit {
  return typeof unit === 'string' && Object.hasOwn(UNIT_SECONDS, unit);
}
