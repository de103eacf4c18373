import { hasConcept, hasMark, hasMarkOf, type Reading } from '../entities/reading.ts';
import { LISTS } from '../lexicon/vocabulary.ts';
import { wordSet } from '../text/word-set.ts';
import { isTakenBack } from './taken-back.ts';
import { isToldByEnding } from './told-by-ending.ts';
import { isToldByGrammar, MOVING } from './told-by-grammar.ts';
import { hasRomancePast, isToldInRomance } from './told-in-romance.ts';

/** Word lists of actions. A message that contains such a word may also forbid, report or quote the action instead of requesting it. */
export const ACTIONS = [
  ...['swap', 'bridge', 'send', 'buy', 'sell', 'invest', 'accumulate', 'get', 'move'],
  ...['revoke', 'dca', 'limit', 'alert', 'autopilot', 'connect', 'switch'],
];
/** Word lists of things that already exist and that a message can ask to stop, such as plans and alerts. */
const STANDING = ['dca', 'limit', 'alert', 'autopilot', 'approvals'];
/** Word lists of trades, which can only be forbidden and not be stopped. */
const UNDOABLE = [...MOVING, 'trades'];
/** Word lists of actions that a message can quote. */
const QUOTED = [...MOVING, 'dca', 'limit', 'alert', 'tellme', 'autopilot'];
const PAST_ACTIONS = [...MOVING, 'traded', 'incoming'];

/** Spanish and Portuguese words that negate the verb after them. */
const ROMANCE_NOT: ReadonlySet<string> = new Set(['no', 'nao', 'nunca', 'jamas', 'jamais', 'tampoco', 'nem', 'ni']);
/** Spanish and Portuguese words that may stand between a negation and its verb. */
const ROMANCE_BETWEEN = wordSet(
  'me te le lo la les los las se nos lhe lhes quiero quero debes debo deves devo vayas va vas vou a que mais mas',
);
/**
 * Negations in languages that the grammar does not support. Every message is searched for them, so that a forbidden action is not carried
 * out.
 */
const FOREIGN_NOT: ReadonlySet<string> = new Set([
  ...'nicht kein keine keinen niemals niet geen nooit pas jamais ikke inte aldrig не нет никогда nie 不 不要 别 non nu jangan tidak nemoj jamas nunca nem sakin'.split(
    ' ',
  ),
  // The Turkish "do not do" can follow words of other languages, as in "transfer etme".
  ...['etme', 'yapma'].flatMap((verb) => ['', 'yin', 'yiniz', 'yelim', 'yalim', 'sin', 'm'].map((ending) => verb + ending)),
]);
/** English words after "non", which then negates no action. */
const NON: ReadonlySet<string> = new Set(['fungible', 'custodial', 'evm', 'zero']);
const HINDI_NOT: ReadonlySet<string> = new Set(['mat', 'nahi', 'nahin', 'nai', 'kabhi']);
/** Words after a Turkish verb with which its form with "-mem" is no negation: "göndermem lazım" ("I need to send"). */
const TURKISH_NEED = /^(?:lazim|gerek|gerekiyor|sart)$/;
const UNDOES: ReadonlySet<string> = new Set(['undo', 'reverse', 'revert', 'refund']);
const BEFORE_NOUN: ReadonlySet<string> = new Set(['my', 'the', 'that', 'this', 'last', 'latest', 'a', 'of', 'any']);
/**
 * Names that programs use for the actions of this service. A message that contains one of them quotes a function call instead of requesting
 * an action.
 */
const CALLS: ReadonlySet<string> = new Set(['send_token', 'tool_call', 'tool_calls', 'function_call', 'limit_order', 'price_alert']);
const QUOTE = '"';
const PAST = /(?:[^e]ed|^sent|^bought|^sold|^paid|^gave)$/;
const SUBJECTS: ReadonlySet<string> = new Set([
  'i',
  'we',
  'he',
  'she',
  'they',
  'who',
  'someone',
  'somebody',
  'friend',
  'brother',
  'sister',
]);
const BETWEEN_SUBJECT: ReadonlySet<string> = new Set([
  'already',
  'just',
  'have',
  've',
  'has',
  's',
  'had',
  'only',
  'also',
  'then',
  'accidentally',
]);

const STEMS = {
  romance: stemsOf(['es', 'pt'], 4),
  turkish: stemsOf(['tr'], 2).filter((stem) => !/m[ae]k$/.test(stem)),
};

/** Turkish phrases of two words for actions, such as "haber ver" ("tell"), whose second word can be negated: "haber verme". */
const TURKISH_ENDS: ReadonlySet<string> = new Set(
  [...ACTIONS, 'tellme'].flatMap((concept) => (LISTS.tr[concept]?.split(';') ?? []).map((phrase) => phrase.trim())),
);

/** Whether the message forbids the action that it names: "no envíes 5 usdc", "100 usdc gönderme", "mat bhejo", "cancel that swap". */
export function forbidsAction(reading: Reading): boolean {
  const { marks, language, words } = reading;
  const isPlain =
    hasConcept(reading, ['negate']) &&
    marks.some(({ concept, to }) => concept === 'negate' && [0, 1, 2].some((ahead) => hasMarkOf(reading, to + ahead, ACTIONS)));
  const isForeign = words.some(({ text }, at) => FOREIGN_NOT.has(text) && !(text === 'non' && NON.has(words[at + 1]?.text ?? '')));
  if (isPlain || isForeign || stopsMove(reading)) return true;
  if (language === 'es' || language === 'pt')
    return words.some(({ text }, at) => ROMANCE_NOT.has(text) && isRomanceAction(reading, at + 1));
  if (language === 'tr') return words.some((_, at) => isTurkishNegative(reading, at) && !TURKISH_NEED.test(words[at + 1]?.text ?? ''));
  if (language !== 'hi') return false;
  // The word lists contain "mat bhejo" ("do not send") as a single phrase, so the verb in it is not found by itself.
  const isPhrase = marks.some(({ concept, from, to }) => concept === 'negate' && to - from > 1);
  return isPhrase || words.some(({ text }, at) => HINDI_NOT.has(text) && isNearAction(reading, at));
}

/** Whether the message reports or quotes an action instead of ordering it: "I sent 5 eth to bob.eth". */
export function reportsAction(reading: Reading): boolean {
  const { language } = reading;
  const isRomance = language === 'es' || language === 'pt';
  if ((language === 'tr' || language === 'hi') && isToldByEnding(reading)) return true;
  if (isRomance ? isToldInRomance(reading) : language === 'en' && hasRomancePast(reading)) return true;
  return quotesAction(reading) || tellsPast(reading) || isToldByGrammar(reading) || isTakenBack(reading) || isCode(reading);
}

function isRomanceAction(reading: Reading, from: number): boolean {
  const at = ROMANCE_BETWEEN.has(reading.words[from]?.text ?? '') ? from + 1 : from;
  const word = reading.words[at];
  if (word === undefined || word.kind !== 'word') return false;
  if (hasMarkOf(reading, at, ACTIONS)) return true;
  return STEMS.romance.some((stem) => word.text.length <= stem.length + 3 && sharedStart(stem, word.text) >= Math.max(4, stem.length - 2));
}

/** Whether a Turkish verb is negated, by an ending of the verb (`gönder-me`) or by a word after it. */
function isTurkishNegative(reading: Reading, at: number): boolean {
  const text = reading.words[at]?.text ?? '';
  if (hasMark(reading, at, 'negate') && isNearAction(reading, at)) return true;
  const [, verb = ''] = /^(\p{L}+?)m[ae](?:yin|yiniz|yelim|yalim|sin|m|z)?$/u.exec(text) ?? [];
  return STEMS.turkish.includes(verb) || (verb !== '' && TURKISH_ENDS.has(`${reading.words[at - 1]?.text ?? ''} ${verb}`));
}

function isNearAction(reading: Reading, at: number): boolean {
  return [-2, -1, 0, 1, 2].some((step) => hasMarkOf(reading, at + step, ACTIONS));
}

/**
 * Whether the message asks to stop a trade, as in "Cancel that swap". Such a message cannot be about an existing swap, because a swap is
 * either signed at once or not at all; so the message forbids the swap.
 */
function stopsMove(reading: Reading): boolean {
  const { marks } = reading;
  if (reading.language !== 'en' || hasConcept(reading, STANDING)) return false;
  if (reading.entities.some(({ kind }) => kind === 'interval')) return false;
  return marks.some(({ concept, to }) => {
    if (concept !== 'stop' && !UNDOES.has(reading.words[to - 1]?.text ?? '')) return false;
    let next = to;
    while (BEFORE_NOUN.has(reading.words[next]?.text ?? '')) next += 1;
    return hasMarkOf(reading, next, UNDOABLE);
  });
}

/** Whether the message contains an action in quotation marks and other words outside of them. */
function quotesAction(reading: Reading): boolean {
  const open = reading.words.findIndex(({ raw }) => raw === QUOTE);
  if (open < 0) return false;
  const close = reading.words.findLastIndex(({ raw }) => raw === QUOTE);
  const isInside = (at: number) => at > open && at < close;
  const hasAction = reading.words.some((_, at) => isInside(at) && hasMarkOf(reading, at, QUOTED));
  const isOutside = reading.words.some(({ kind }, at) => kind === 'word' && !isInside(at) && !hasMark(reading, at, 'filler'));
  return hasAction && isOutside;
}

/**
 * Whether the message is data or a function call that a program would write: `{"intent": "send_token", ...}`, `send_token(amount=5,
 * to=0x...)`.
 */
function isCode({ words }: Reading): boolean {
  const counts = (raw: string) => words.filter((word, at) => word.raw === raw && !['<', '>'].includes(words[at - 1]?.raw ?? '')).length;
  const isObject = counts('{') > 0 && counts('}') > 0 && counts(':') > 0;
  const isCall = words.some(({ raw }, at) => raw === '(' && /^\p{L}+_\p{L}/u.test(words[at - 1]?.raw ?? ''));
  const isNamed = words.some(({ text }) => CALLS.has(text));
  return isObject || isCall || isNamed || counts('=') >= 2;
}

function tellsPast(reading: Reading): boolean {
  const { words, entities, language } = reading;
  if (language !== 'en' || hasConcept(reading, ['didi', 'if', 'howmuch'])) return false;
  const isPast = (at: number) => hasMarkOf(reading, at, PAST_ACTIONS) && PAST.test(words[at]?.text ?? '');
  const isTold = words.some((_, at) => {
    if (!isPast(at)) return false;
    let before = at - 1;
    while (BETWEEN_SUBJECT.has(words[before]?.text ?? '')) before -= 1;
    const hasAmount = entities.some(({ kind, from }) => (kind === 'amount' || kind === 'all') && from > at && from <= at + 3);
    return SUBJECTS.has(words[before]?.text ?? '') && hasAmount;
  });
  return isTold && !words.some((_, at) => !isPast(at) && hasMarkOf(reading, at, MOVING));
}

function stemsOf(languages: readonly ('es' | 'pt' | 'tr')[], least: number): readonly string[] {
  const phrases = languages.flatMap((language) => ACTIONS.flatMap((concept) => LISTS[language][concept]?.split(';') ?? []));
  return [...new Set(phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase.length >= least && !phrase.includes(' ')))];
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
