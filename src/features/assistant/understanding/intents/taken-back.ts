import { hasConcept, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import { MOVING, OF_AGENTS, TELLING } from './told-by-grammar.ts';

/** Kinds of entities that a request for a transfer or a trade names. What follows the last of them is about the whole request. */
const NAMED = wordSet('amount all token unknown address name chain interval span times until');
const QUESTIONS = ['quote', 'howmuch', 'price', 'if'];
/** Words that take a request back when they end the message or a part of it: "send 5 usdc to bob.eth? no". */
const NEGATIONS = wordSet('no not nope nah never neither dont hayir nao nahi nahin nunca jamas asla mat');
/** Words after such a negation with which the request is still taken back: "no way", "not really". Others are not: "no rush". */
const AFTER_NEGATION = wordSet(
  'way chance thanks thank never no not really ever actually i stop wait forget sir gracias obrigado anymore today possible allowed happening going',
);
/** Verbs after "don't" with which the request still stands: "don't wait". */
const HARMLESS = wordSet('wait worry forget rush hurry need tell ask delay be mess want care know use include');
/** Verbs that make what stands before them the subject of a statement: "sending 5 usdc to bob.eth is forbidden". */
export const PREDICATES = wordSet(
  'is was isn isnt wasn wasnt are were aren would wouldn will won failed fails fail failing has had hasn did didn does doesn seems seemed sounds feels looks costs can cannot cant could should shouldn must might may makes made took takes hurts went got mean means',
);
/** The same verbs in Spanish and Portuguese. */
const ROMANCE_PREDICATES = wordSet(
  'es fue sera seria era foi é está esta parece fallo fallara falla falhou falha funciona funcionou funciono cuesta custa',
);
/** Words after such a verb with which it begins a polite question: "send 5 usdc to bob.eth would you". */
export const POLITE: ReadonlySet<string> = new Set(['you', 'u', 'ya', 'we', 'please']);

/**
 * Whether the words after a request take it back or state something about it: "send 5 usdc to bob.eth? no", "sending 5 usdc to bob.eth
 * failed".
 */
export function isTakenBack(reading: Reading): boolean {
  const { words, entities, language } = reading;
  if (
    !(hasConcept(reading, MOVING) || hasConcept(reading, ['dca'])) ||
    hasConcept(reading, OF_AGENTS) ||
    (hasConcept(reading, QUESTIONS) && !hasConcept(reading, ['explainer']))
  )
    return false;
  let end = 0;
  for (const { kind, to } of entities) if (to > end && NAMED.has(kind)) end = to;
  if (end === 0) return false;
  let at = end;
  while (words[at]?.kind === 'sign') at += 1;
  const word = words[at];
  if (word?.kind !== 'word') return false;
  const next = words[at + 1];
  if (isLastNegation(words, end) || saysDoNot(words, end) || (language === 'en' && TELLING.has(word.text))) return true;
  if (NEGATIONS.has(word.text))
    return next === undefined || next.kind === 'sign' || next.kind === 'suffix' || AFTER_NEGATION.has(next.text);
  if (language === 'es' || language === 'pt')
    return at === end && (ROMANCE_PREDICATES.has(word.text) || ROMANCE_PREDICATES.has(word.raw.toLowerCase()));
  const isNext = words.slice(end, at).every(({ raw }) => raw === "'" || raw === '"');
  return language === 'en' && isNext && PREDICATES.has(word.text) && !POLITE.has(next?.text ?? '');
}

/** Whether the message ends with a negation, as in "send 5 usdc to bob.eth? absolutely not". */
function isLastNegation(words: Reading['words'], end: number): boolean {
  let last = words.length - 1;
  while (last >= end && words[last]?.kind === 'sign') last -= 1;
  return last >= end && NEGATIONS.has(words[last]?.text ?? '') && words[last - 1]?.text !== 'why';
}

/** Whether the words after a request contain "do not", as in "send 5 usdc to bob.eth? I don't think so". "Don't wait" is harmless. */
function saysDoNot(words: Reading['words'], end: number): boolean {
  const textAt = (at: number) => words[at]?.text ?? '';
  return words.slice(end).some((_, i) => {
    const at = end + i;
    if (textAt(at) === 'dont') return !HARMLESS.has(textAt(at + 1));
    const isNot = (textAt(at) === 'don' && textAt(at + 1) === 't') || (textAt(at) === 'do' && textAt(at + 1) === 'not');
    return isNot && !HARMLESS.has(textAt(at + 2));
  });
}
