import type { Intent } from '../agent-service.ts';
import { hasMarkOf, isTaken, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import { harmlessEnd } from './harmless-clauses.ts';
import { MOVING } from './told-by-grammar.ts';

/** Kinds of words that may stand before the verb of a request: polite words, questions for a price, and words for the order of steps. */
const LEADING = [
  ...['quote', 'howmuch', 'price', 'my', 'i', 'it', 'yes', 'again', 'hello', 'thanks', 'help', 'together', 'workflow', 'join'],
  ...MOVING,
  ...['p.to', 'p.for', 'p.from', 'p.with', 'p.in', 'p.of', 'p.on', 'p.and', 'if', 'get', 'each', 'balance', 'portfolio', 'howis', 'lately'],
];
export const WORDS = wordSet(
  'must make please pls plz kindly just now can could would will may you u we us me i im id ill d ll m to want wanna gonna need like looking trying ready ' +
    'going have has owe wondering is the a an for and so then first also hey hi ok okay yo uh um well quickly go ahead let s lets what how much ' +
    'many way cheapest best fastest one of this these that do both at once is be able get give got about feel love mind favour favor use time gimme show tell thanks thx bro dude mate man sir fam ser btw asap right away quick fast now today with using from in into on via per as by sen snd sedn venmo drop current split bill want whats worth my your some any here there it',
);

/** The same words in Spanish and Portuguese. */
export const ROMANCE_WORDS = wordSet(
  'me te le les nos yo eu tu usted voce voces ustedes puedes puede podrias podria pudieras pode poderia podes podemos quiero quisiera quero queria ' +
    'necesito preciso gustaria gostaria deseo desejo prefiero prefiro tengo tenho hay tem ha que de a o as os el la los las un una um uma por favor porfa porfavor ' +
    'oye oi ola ei hey bueno bem bom ok dale vale ya ja agora ahora luego logo entonces entao ayudame ayuda ajuda ajude ajudar vamos vou voy va vas solo so y e mi mis meu minha ' +
    'todo toda todos todas se si sim lo isso eso esto para en em com con quieres quer favorcito please hacer haz hazme faz faca fazer una transferencia realiza realizar realice seria possivel posible podrian ' +
    'primero primeiro despues depois tambien tambem hoy hoje mismo mesmo rapido urgente amigo tio cara mano lo antes quanto cuanto quantos cuantos cual qual como onde donde cuando quando cada cualquier mejor melhor',
);

/**
 * Returns the position of the first word before the verb of a transfer or a swap that is no word of a request ("could you please send").
 * Such a word may mean that the action is somebody else's, past or not wanted ("it was a mistake to send"), so the bot asks the user. This
 * is checked only for languages in which the verb stands before what it moves. Null when there is none.
 */
export function doubtfulLeadAt(intent: Intent, reading: Reading): number | null {
  const { words, marks, entities, language } = reading;
  if (language === 'tr' || language === 'hi' || (intent !== 'send_token' && intent !== 'quotes')) return null;
  const ownWords = language === 'en' ? WORDS : ROMANCE_WORDS;
  const verbs = marks.filter(({ concept }) => MOVING.includes(concept));
  const amounts = intent === 'send_token' ? entities.filter(({ kind }) => kind === 'amount' || kind === 'all') : [];
  const starts = (verbs.length > 0 ? verbs : amounts).map(({ from }) => from);
  const end = starts.length === 0 ? 0 : Math.min(...starts);
  if (isSubject(reading, end)) return 0;
  const past = entities.find(({ kind, from }) => kind === 'past' && from < end);
  if (past !== undefined) return past.from;
  const isQuestion = intent === 'quotes' && hasMarkOf(reading, 0, ['howmuch']);
  for (let at = 0; at < end; at += 1) {
    const explained = harmlessEnd(reading, at);
    if (explained > at && explained < end && words[explained]?.kind === 'sign') {
      at = explained;
      continue;
    }
    const isOther = words[at]?.kind === 'word' && !isTaken(reading, at);
    const isAsking = isQuestion && words[at]?.text === 'does';
    if (isOther && !isAsking && !ownWords.has(words[at]?.text ?? '') && !hasMarkOf(reading, at, LEADING)) return at;
  }
  return null;
}

/**
 * Whether the message begins with a form such as "sending" and ends with other words than those of a request, so that it may say something
 * about the action: "sending 5 usdc to bob.eth: forbidden".
 */
function isSubject(reading: Reading, verb: number): boolean {
  const { words } = reading;
  if (verb > 0 || !(words[0]?.text ?? '').endsWith('ing')) return false;
  const end = Math.max(1, ...reading.entities.map(({ to }) => to));
  return words.slice(end).some(({ kind, text }, i) => kind === 'word' && !WORDS.has(text) && !hasMarkOf(reading, end + i, ['filler']));
}
