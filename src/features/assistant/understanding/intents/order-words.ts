import type { Intent } from '../agent-service.ts';
import { hasConcept, hasMark, hasMarkOf, isTaken, type Reading, textOf } from '../entities/reading.ts';
import { firstPart } from '../text/first-part.ts';
import { wordSet } from '../text/word-set.ts';
import { harmlessEnd } from './harmless-clauses.ts';
import { doubtfulLeadAt, ROMANCE_WORDS, WORDS } from './order-lead.ts';
import { POLITE, PREDICATES } from './taken-back.ts';
import { MOVING } from './told-by-grammar.ts';

/** Requests that prepare transactions or store records. Words that the grammar does not know make them doubtful. */
const PREPARED: readonly Intent[] = ['quotes', 'send_token', 'batch', 'workflow'];
const STANDING: readonly Intent[] = ['price_alert', 'limit_order', 'dca', 'autopilot'];

/** Word lists whose words can stand anywhere in a request. */
const ANYWHERE = [
  ...['p.to', 'p.for', 'p.from', 'p.with', 'p.in', 'p.of', 'p.on', 'post.to', 'post.object', 'each', 'it', 'together', 'join', 'workflow'],
  ...['get', 'addressnoun', 'tokennoun', 'chainnoun', 'gasnoun', 'post.from', 'post.in', 'post.of', 'post.with'],
];
const QUESTIONS = ['quote', 'howmuch', 'price'];
/** Word lists whose words belong to a request with one of these intents. */
const OWN: Readonly<Partial<Record<Intent, readonly string[]>>> = {
  quotes: [...MOVING, 'invest', 'accumulate', 'all'],
  send_token: MOVING,
  batch: [...MOVING, 'invest', 'revoke', 'approvals', 'alert', 'tellme', 'if', 'above', 'below', 'reach', 'limit', 'dca', 'switch'],
  workflow: [...MOVING, 'invest', 'revoke', 'approvals', 'alert', 'tellme', 'if', 'above', 'below', 'reach', 'limit', 'dca', 'switch'],
  price_alert: ['alert', 'tellme', 'if', 'above', 'below', 'reach', 'change', 'price', 'create', 'market', 'howis', 'keep', 'move'],
  limit_order: [...MOVING, 'limit', 'autopilot', 'if', 'above', 'below', 'reach', 'price', 'create', 'invest', 'accumulate'],
  dca: [...MOVING, 'dca', 'invest', 'accumulate', 'create', 'keep', 'stop'],
  autopilot: [
    ...[...MOVING, 'autopilot', 'dca', 'invest', 'accumulate', 'create', 'keep', 'if', 'above', 'below', 'reach', 'change', 'portfolio'],
    ...['limit', 'price', 'market', 'lesson', 'stop', 'listing', 'add'],
  ],
};
/** Words that can stand in every request: prepositions, polite words, and words for "now". */
const KNOWN = wordSet(
  's t m w re ve mine balance up down out or its are them his her their him than each worth total amount sum value equal all whole entire full rest only plus via per above below following given address wallet account token tokens coin coins network chain mainnet ' +
    'instantly immediately directly straight currently automatically manually once twice back over through across new another other more max maximum maybe exactly precisely soon possible thank lot real low lowest fee fees route ' +
    'ones where which who whom yes yeah yep sure ofc alright okey',
);
const ORDINALS = wordSet('second secondly third thirdly fourth last automate');
/** Words that a request with one of these intents can contain. */
const OWN_WORDS: Readonly<Partial<Record<Intent, ReadonlySet<string>>>> = {
  quotes: wordSet('cash would come out have has change use into from equivalent half rate market went slippage tolerance aside'),
  send_token: wordSet('sent should goes go'),
  batch: ORDINALS,
  workflow: ORDINALS,
  price_alert: wordSet(
    'ever gets get goes go becomes drops rises falls price level mark again either way least most cheaper bucks dollars set has have loses its peg depegs trading below instead',
  ),
  limit_order: wordSet('ever gets get goes go price level mark set has have better limit order don buy now instead place market'),
  dca: wordSet(
    'after morning evening night day days week weeks month months time times every aside plan automatic automatic starting long run set keep going ends end purchase purchases buys total',
  ),
  autopilot: wordSet(
    'manage run day days week weeks month months every time automatic morning money hold balanced only set which who that buys sells gets loses goes agent budget day trade trades most least max stop loss trailing portfolio pct percent ratio',
  ),
};
/** Words that say "no" or "stop", although they may belong to lists that a request can contain. They are doubtful at the end of a request. */
const BACK = ['no', 'stop', 'negate', 'correction', 'pause', 'revoke'];
const BACK_WORDS = wordSet('hold stop wait leave keep');
/** Signs that no request contains. */
const ODD_SIGNS: ReadonlySet<string> = new Set([...'{}[]|\\%≠🚫❌✖✗⛔🛑']);
/** Starts of quoted lines, headings and comments: "> send ...", "# send ...", "// send ...", "<!-- send". */
const MARKED = /^(?:[#>*]\p{L}|\/[/*]|<!)/u;
/** Words with which a message about an alert, an order or a plan begins as a question. */
const ASKS = wordSet('is should shouldn was were did didn does doesn has had am are why');
/** Maximum number of words, and of characters, that a question about doubtful words quotes. */
const MOST_NAMED = 6;
const LONGEST = 60;
const MODALS = wordSet('can could would should might may must');
const CAPABLE = wordSet('is are can could does do will would');
const ARTICLES = wordSet('a an the my your it possible for');
const SUBJECTS = wordSet('i we you they he she people');
/** Words of the other languages at the end of a request. */
const LAST_WORDS = wordSet(
  'gracias obrigado obrigada grato valeu tesekkurler tesekkur sagol sagolun dhanyavaad shukriya graciass abrazo saludos urgente rapido ahora agora ya ja hoy hoje logo cuanto quanto ' +
    'favor porfa porfis pls please pf pfv amigo amiga irmao bhai cartera billetera carteira direccion endereco cuenta conta red rede token tokens precio preco mercado acik ' +
    'acilen hemen simdi lutfen adres adresine cuzdan cuzdanima fiyat fiyattan turu abhi jaldi kripya turant',
);

/**
 * Returns the first words of a request for which the user must be asked before anything is prepared or stored, because they may change or
 * take back the request: "send 5 usdc to bob.eth, **leave it**". Null when all words are those of a request.
 */
export function doubtfulWords(intent: Intent, reading: Reading): string | null {
  const isStanding = STANDING.includes(intent);
  if (!isStanding && !PREPARED.includes(intent)) return null;
  const { words, language } = reading;
  const lead = doubtfulLeadAt(intent, reading);
  if (lead !== null) return wordsFrom(reading, lead);
  const sign = words.find(({ raw, kind }, at) => kind === 'sign' && ODD_SIGNS.has(raw) && !isTaken(reading, at));
  if (sign !== undefined) return sign.raw;
  const start = words.slice(0, 2).map(({ raw }) => raw);
  if (MARKED.test(start.join(''))) return start.join('').replace(/\p{L}+/u, '');
  if (language !== 'en') return doubtfulInOthers(intent, reading);
  if (intent === 'quotes' && hasConcept(reading, QUESTIONS)) return null;
  if (isStanding && isQuestion(reading)) return words[0]?.raw ?? null;
  const anyone = anyoneIn(reading, isStanding);
  if (anyone !== null) return anyone;
  const someDay = isStanding ? someDayAt(reading) : -1;
  if (someDay >= 0) return wordsFrom(reading, someDay);
  const end = endOf(reading);
  if (isStanding && end > 0 && PREDICATES.has(words[end]?.text ?? '') && !POLITE.has(words[end + 1]?.text ?? ''))
    return wordsFrom(reading, end);
  const own = [...ANYWHERE, ...(OWN[intent] ?? [])];
  const isKnown = (at: number) =>
    (!(end > 0 && at >= end && isBack(reading, at)) &&
      (hasMarkOf(reading, at, own) || OWN_WORDS[intent]?.has(words[at]?.text ?? '') === true)) ||
    WORDS.has(words[at]?.text ?? '') ||
    KNOWN.has(words[at]?.text ?? '');
  const isLed = intent === 'quotes' || intent === 'send_token';
  return firstOf(reading, isLed ? verbOf(reading) : 0, (at) => !isKnown(at));
}

/**
 * Returns the first words of a message that says what anyone or anything can do, as in "one could swap ..." and "can an agent buy ...?";
 * null for any other message.
 */
function anyoneIn(reading: Reading, isStanding: boolean): string | null {
  const { words } = reading;
  const [first = '', second = ''] = words.map(({ text }) => text);
  if ((first === 'one' || first === 'you' || first === 'u') && MODALS.has(second)) return textOf(reading, 0, 2);
  if (!isStanding || !CAPABLE.has(first)) return null;
  const at = words.findIndex(({ text }, i) => i > 0 && !ARTICLES.has(text));
  return at > 0 && hasMark(reading, at, 'autopilot', 'dca', 'limit', 'alert') && words[at + 1] !== undefined
    ? textOf(reading, 0, at + 2)
    : null;
}

/** Returns where "some day" or "one day" begins, which is no time at which anything can be set up; -1 when it is not there. */
function someDayAt({ words }: Reading): number {
  return words.findIndex(
    ({ text }, at) => text === 'someday' || (at < 3 && (text === 'some' || text === 'one') && words[at + 1]?.text === 'day'),
  );
}

/**
 * Returns doubtful words of a request in Spanish, Portuguese, Turkish or Hindi: after its last part, and before the first of a Spanish or
 * Portuguese alert, order or plan.
 */
function doubtfulInOthers(intent: Intent, reading: Reading): string | null {
  const { words, language } = reading;
  const isRomance = language === 'es' || language === 'pt';
  const own = [...ANYWHERE, ...(OWN[intent] ?? []), ...QUESTIONS, 'thanks', 'lately', 'hello'];
  if (isRomance && STANDING.includes(intent)) {
    const first = words.findIndex((_, at) => hasMarkOf(reading, at, OWN[intent] ?? []));
    const isPast = (at: number) => reading.entities.some(({ kind, from }) => kind === 'past' && from === at);
    const lead = words.findIndex(
      ({ kind, text }, at) => at < first && kind === 'word' && (isTaken(reading, at) ? isPast(at) : !ROMANCE_WORDS.has(text)),
    );
    if (lead >= 0) return wordsFrom(reading, lead);
  }
  let end = endOf(reading);
  if (!isRomance) for (const { concept, to } of reading.marks) if (own.includes(concept) && to > end) end = to;
  return firstOf(reading, end, (at) => {
    const text = words[at]?.text ?? '';
    const isPolite = LAST_WORDS.has(text) || (isRomance ? ROMANCE_WORDS.has(text) : /[ae]bilir/.test(text));
    return !isPolite && (hasMarkOf(reading, at, BACK) || !hasMarkOf(reading, at, [...own, 'filler']));
  });
}

/** Returns the words from the first doubtful one, up to the end of its part of the message. */
function firstOf(reading: Reading, from: number, isDoubtful: (at: number) => boolean): string | null {
  const { words } = reading;
  for (let at = from; at < words.length; at += 1) {
    const harmless = harmlessEnd(reading, at);
    if (harmless > at) {
      at = harmless - 1;
      continue;
    }
    if (words[at]?.kind !== 'word' || isTaken(reading, at) || !isDoubtful(at)) continue;
    return wordsFrom(reading, at);
  }
  return null;
}

/** Returns some words from one on, up to the end of their part of the message. */
function wordsFrom(reading: Reading, from: number): string {
  const { words } = reading;
  let to = from + 1;
  while (to < words.length && to < from + MOST_NAMED && words[to]?.kind === 'word' && !isTaken(reading, to)) to += 1;
  return firstPart(textOf(reading, from, to), LONGEST);
}

function isBack(reading: Reading, at: number): boolean {
  const isStopLoss = reading.words[at + 1]?.text === 'loss';
  return !isStopLoss && (hasMarkOf(reading, at, BACK) || BACK_WORDS.has(reading.words[at]?.text ?? ''));
}

function isQuestion({ words }: Reading): boolean {
  const [first, second] = words.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  return ASKS.has(first ?? '') || (first === 'do' && SUBJECTS.has(second ?? ''));
}

function verbOf(reading: Reading): number {
  const at = reading.words.findIndex((_, i) => hasMark(reading, i, ...MOVING));
  return Math.max(0, at);
}

function endOf({ entities }: Reading): number {
  return Math.max(0, ...entities.map(({ to }) => to));
}
