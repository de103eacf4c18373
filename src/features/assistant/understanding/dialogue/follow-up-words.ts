import { hasMark, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import { ROLE_LISTS } from './explained-words.ts';

/** What shows that a message refers to the one before. `and`: it asks the same about something else ("and wbtc?"). */
export type Cue = 'again' | 'and' | 'no' | 'instead-of' | 'change';

/** Words without a meaning of their own, which may stand in a follow-up message. Words such as "not", "should" and "said" are none. */
const FILLERS = {
  en: wordSet(
    'please pls plz ok okay oh ah sorry wait hmm then just only the a an to for with in into on at of from it that this them one token coin chain network amount price ' +
      'receiver recipient address interval and but also too rather actually instead make use let s me i want mean meant d like set be change',
  ),
  es: wordSet('por favor porfa ok vale en y a para el la los las con de pero mejor que sea pon cambialo cambia perdon'),
  pt: wordSet('por favor ok em e a o os as para pra com de da do na no mas melhor que seja coloca muda desculpa'),
  tr: wordSet('lutfen tamam ve de da icin ile yap olsun ama pardon'),
  hi: wordSet('please ok par pe ko ka ke ki aur bhi karo kar do lekin mein me se'),
};
const LEADS = wordSet('oh ah ok okay sorry wait hmm perdon desculpa pardon lekin pero mas ama');
const NO = wordSet('no nope nah nao hayir nahi nahin');
const AND = wordSet('and y e ve aur');
const REPEATS = wordSet(
  'again same the thing repeat that once more one time do as before please pls ok it lo mismo otra vez de nuevo o mesmo mesma coisa novo outra a ayni aynisi aynisini tekrar yine bir daha ' +
    'wahi dobara phir fir se ek baar aur por favor lutfen',
);
const REPEAT_CORE = wordSet(
  'again same repeat once more before mismo otra nuevo mesmo mesma outra novo ayni aynisi aynisini tekrar yine daha wahi dobara phir fir baar',
);

/** Returns the position of the first word that is not only a lead such as "ok" or "sorry". */
function start({ words }: Reading): number {
  const at = words.findIndex(({ kind, text }) => kind !== 'sign' && !LEADS.has(text));
  return at < 0 ? words.length : at;
}

/** Finds what shows that a message refers to the one before; null when nothing does. */
export function cueOf(reading: Reading): Cue | null {
  const { words } = reading;
  const at = start(reading);
  const first = words[at]?.text ?? '';
  const hasRest = at + 1 < words.length;
  // Without a sign after it, "no" can be a part of the sentence: "no weth" refuses WETH, "no, weth" names it instead.
  const isNo = NO.has(first) && hasRest && (words[at + 1]?.kind === 'sign' || hasMark(reading, at + 1, 'again'));
  if (isNo) return 'no';
  if (words.some((_, i) => replacesAt(reading, i) > 0)) return 'instead-of';
  if (reading.marks.some(({ concept }) => concept === 'again')) return 'again';
  if (AND.has(first) && hasRest) return 'and';
  return first === 'change' && hasRest ? 'change' : null;
}

/**
 * Returns the number of words at a position that take back the value after them ("instead of weth", "not weth"); 0 when there are none.
 */
export function replacesAt({ words }: Reading, at: number): number {
  const [first, second, third] = [0, 1, 2].map((i) => words[at + i]?.text ?? '');
  if (first === 'instead' && second === 'of') return 2;
  if (first === 'rather' && second === 'than') return 2;
  if ((first === 'en' || first === 'em') && (second === 'vez' || second === 'lugar') && third === 'de') return 3;
  return first === 'not' ? 1 : 0;
}

/** Whether a word of a follow-up message has no meaning of its own, or is the cue. */
export function isFollowUpWord(reading: Reading, at: number): boolean {
  const { words, language } = reading;
  const word = words[at]?.text ?? '';
  const isLead = at <= start(reading) && (LEADS.has(word) || NO.has(word) || AND.has(word));
  if (isLead) return true;
  return FILLERS.en.has(word) || FILLERS[language].has(word) || hasMark(reading, at, 'again', ...ROLE_LISTS);
}

/** Whether the message only asks for the same once more: "same again", "do that again please". */
export function isRepeat({ words }: Reading): boolean {
  const said = words.filter(({ kind }) => kind !== 'sign').map(({ text }) => text);
  return said.every((word) => REPEATS.has(word)) && said.some((word) => REPEAT_CORE.has(word));
}

/** Returns the words of the message without signs, as one text. */
export function wordsOf({ words }: Reading): string {
  return words
    .filter(({ kind }) => kind !== 'sign')
    .map(({ text }) => text)
    .join(' ');
}
