import { hasConcept, hasMarkOf, type Reading } from '../entities/reading.ts';
import { LISTS } from '../lexicon/vocabulary.ts';
import { wordSet } from '../text/word-set.ts';
import { MOVING } from './told-by-grammar.ts';

const STANDING = ['dca', 'limit', 'alert', 'autopilot'];
const REVOKES = ['revoke', 'approvals'];
/** Word lists of questions, in which a past form asks about what happened. */
const QUESTIONS = ['howmuch', 'quote', 'trades', 'alert'];

/** The Turkish verbs of the word lists, without endings; a verb that ends with a vowel also without it ("yolla", "yolluyor"). */
const TURKISH_STEMS: readonly string[] = turkishStems();
/** Endings of Turkish verbs of the past, the present, the future, the conditional and the optative, and of nouns made of verbs. */
const TURKISH_ENDING =
  /^y?(?:[dt][iu](?:m|n|k|l[ae]r|n[iu]z)?|m[iu]s.*|(?:[iu][ln]|n)(?:d[iu]|m[iu]s|[ae]c|[iu]yor|s[iu]n|m[ae]l).*|[iuae]?yor.*|[ae]c[ae][gk]t[iu].*|[ae]c[ae]k(?:l[ae]r)?|(?:[iuae]?r)?s[ae](?:m|n|k|n[iu]z|l[ae]r)?|[iuae]?rd[iu].*|m[ae]l[iu].*|m[ae](?:m|s)[iu].*|[ae]?m[ae]d[iu].*|[dt][iu]g.*|[iuae]?rken|m[ae]d[ae]n|m[ae]kt[ae]n|m[ae]y[iu]|s[iu]n(?:l[ae]r)?)$/;
/** Endings of a noun such as "gönderim", which are too short for verbs of two or three letters. */
const TURKISH_NOUN = /^[iu]m[iu]n?[iu]?$/;
/** Forms that are a request only before "misin" ("gönderir misin"), and forms that are a question before "mi" ("göndereyim mi"). */
const TURKISH_HABIT = /^[iuae]?r$/;
const TURKISH_OFFER = /^y?[ae](?:y[iu]m|l[iu]m)$/;
const TURKISH_AUXILIARY: readonly string[] = ['et', 'ed', 'yap'];
const TURKISH_TELLING = wordSet(
  'gitti dedi dediler diyor diyorlar soyledi soylediler istedi istediler istiyor istiyorlar yazdi yazmis sordu onerdi tavsiye belki galiba acaba yasak kotu yanlis hata fikir ' +
    'mantikli akillica dogru yerine vazgectim vazgec vazgecti unut birisi biri kimse dun gecen keske basarisiz hataydi yanlisti',
);
const NEEDED: ReadonlySet<string> = new Set(['lazim', 'gerek', 'gerekiyor', 'gerekir', 'sart']);
const TURKISH_CANCELLED = /^(?:transfer|takas|odeme|gonder|havale|swap|satis|yolla)/;
const TURKISH_PARTICLE = /^m[iu]$/;

const HINDI_FORM = /^(?:bhej|badl|badal|kharid|khareed|bech)(?:a|e|i|u|un|oon|unga|ungi|oge|ega|egi|enge|ta|te|ti|ne)$/;
/** Words after a Hindi verb with which it tells of the past or of what happens: "bhej diya", "bhej raha". */
const HINDI_AUXILIARY = wordSet('diya diye liya liye chuka chuke chuki raha rahe rahi gaya gaye gayi tha thi hoga hogi rahega');
const HINDI_TELLING = wordSet(
  'maine usne unhone unhonne isne inhone kisne kisine humne hamne tumne kaha kahaa bola boli bole bolta bolti bolte kehta kehte kehti kahta socha shayad galat bajay bajaye ne',
);

/**
 * Whether the forms and the words of a message in Turkish or Hindi show that its action is not requested. In these languages the verb
 * stands at the end, and its ending says whether the action is past ("gönderdim", "bheja"), conditional ("gönderirsem"), doubted
 * ("göndermeli miyim", "bhejun") or somebody else's ("göndersin").
 */
export function isToldByEnding(reading: Reading): boolean {
  const { entities, language } = reading;
  const hasAmount = entities.some(({ kind }) => kind === 'amount' || kind === 'all');
  if ((!hasAmount && !hasConcept(reading, REVOKES)) || (hasConcept(reading, QUESTIONS) && !hasConcept(reading, ['send']))) return false;
  const isMoving = hasConcept(reading, MOVING);
  if (isMoving && hasConcept(reading, ['safe'])) return true;
  return language === 'tr' ? isToldInTurkish(reading) : isToldInHindi(reading, isMoving);
}

function isToldInTurkish(reading: Reading): boolean {
  const { words } = reading;
  const isCancelled = hasConcept(reading, ['stop']) && !hasConcept(reading, STANDING);
  return words.some(({ kind, text }, at) => {
    if (kind !== 'word') return false;
    const next = words[at + 1]?.text ?? '';
    if (TURKISH_TELLING.has(text) || (NEEDED.has(text) && TURKISH_PARTICLE.test(next))) return true;
    if (isCancelled && TURKISH_CANCELLED.test(text)) return true;
    if (hasMarkOf(reading, at - 1, [...MOVING, 'revoke']) && TURKISH_AUXILIARY.some((stem) => isTurkishForm(text, stem, next))) return true;
    return TURKISH_STEMS.some((stem) => isTurkishForm(text, stem, next));
  });
}

function isTurkishForm(text: string, stem: string, next: string): boolean {
  if (!text.startsWith(stem) || text.length === stem.length) return false;
  const ending = text.slice(stem.length);
  // The past of "al" is "aldı"; "altı" is the number six and "altın" is gold.
  if (stem === 'al' && ending.startsWith('t')) return false;
  if (NEEDED.has(next) && /^m[ae]m[iu]?z?$/.test(ending)) return false;
  if (TURKISH_ENDING.test(ending)) return true;
  if (stem.length < 4 && !TURKISH_AUXILIARY.includes(stem)) return TURKISH_OFFER.test(ending) && TURKISH_PARTICLE.test(next);
  if (TURKISH_OFFER.test(ending)) return TURKISH_PARTICLE.test(next);
  if (TURKISH_NOUN.test(ending)) return true;
  return TURKISH_HABIT.test(ending) && !next.startsWith('mis') && !next.startsWith('mus') && !TURKISH_AUXILIARY.includes(stem);
}

function isToldInHindi(reading: Reading, isMoving: boolean): boolean {
  const { words } = reading;
  if (isMoving && hasConcept(reading, ['stop', 'revoke']) && !hasConcept(reading, [...STANDING, 'approvals'])) return true;
  return words.some(({ kind, text }, at) => {
    if (kind !== 'word') return false;
    if (HINDI_TELLING.has(text) || HINDI_AUXILIARY.has(text)) return true;
    const [before, next] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? ''];
    if (text === 'chahiye') return before.endsWith('na');
    if (text === 'the') return at === words.length - 1;
    if (!HINDI_FORM.test(text) || (text === 'badle' && before === 'ke')) return false;
    // "bhejne hain" is the plural of "bhejna hai", with which the user says what is to be sent.
    return !(text.endsWith('ne') && next.startsWith('hai'));
  });
}

function turkishStems(): readonly string[] {
  const phrases = MOVING.flatMap((concept) => LISTS.tr[concept]?.split(';') ?? []).map((phrase) => phrase.trim());
  const infinitives = phrases.filter((phrase) => /^[a-z]+m[ae]k$/.test(phrase)).map((phrase) => phrase.slice(0, -3));
  const all = [...infinitives, 'bozdur', 'takasla', 'swapla', 'gotur', 'gecir', 'ode'];
  return [...new Set([...all, ...all.filter((stem) => /[ae]$/.test(stem) && stem.length > 4).map((stem) => stem.slice(0, -1))])];
}
