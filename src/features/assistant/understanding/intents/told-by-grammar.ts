import { hasConcept, hasMarkOf, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

/** Names of the word lists for actions that move tokens immediately. */
export const MOVING = ['swap', 'bridge', 'send', 'buy', 'sell', 'move'];
/** Names of the word lists whose words can tell of an action that is not requested. */
const TRADES = [...MOVING, 'traded', 'dca'];
const VERBS = [...TRADES, 'revoke', 'dca'];
/** Words before a past form of "revoke" that do not leave open whether the form describes approvals ("my revoked approvals"). */
const TELLERS = wordSet('i we he she they ve have has had already just');
const NOT_A_NOUN = [...MOVING, 'filler', 'p.and', 'join', 'my', 'i'];

/**
 * Word lists of actions that a message can request even though the user is not the subject of their verb: "an agent that buys eth", "my
 * agent sells".
 */
export const OF_AGENTS = ['autopilot', 'alert', 'limit'];
const MODALS: ReadonlySet<string> = new Set([
  'should',
  'would',
  'could',
  'might',
  'must',
  'may',
  'will',
  'can',
  'to',
  'ever',
  'never',
  'just',
]);
/**
 * Grammatical subjects that show that the action of a sentence is not requested by the user, but is that of another person or of nobody.
 */
const OTHERS = wordSet(
  'he she they who nobody noone someone somebody anyone anybody everyone everybody people friend friends brother sister mother father mom dad wife husband boss guy',
);
/**
 * Words before "me to send" with which the user asks for help. Any other verb in this place ("he told me to send") shows that somebody else
 * demands the action.
 */
const HELPS: ReadonlySet<string> = new Set(['help', 'helps', 'allow', 'let', 'for', 'enable', 'helping']);
/** Words after which a verb with the ending "-ing" still requests the action, as in "how about sending". */
const PROPOSES: ReadonlySet<string> = new Set(['about', 'try', 'start', 'with', 'by', 'for', 'and', 'then', 'of']);
const PROPOSAL: ReadonlySet<string> = new Set(['how', 'what']);
const AUXILIARIES: ReadonlySet<string> = new Set(['had', 'was', 'were', 'been', 'being', 'got']);
export const TELLING: ReadonlySet<string> = new Set([
  'says',
  'said',
  'shows',
  'showed',
  'reads',
  'wrote',
  'writes',
  'asks',
  'asked',
  'states',
  'screams',
]);
const ASKED_OF_OTHERS: ReadonlySet<string> = new Set(['did', 'does', 'has', 'have']);
/** Words for doubt between "i" and a verb: "i would send", "i'd swap". */
const DOUBTFUL: ReadonlySet<string> = new Set(['would', 'could', 'might', 'd', 'wouldn', 'couldn', 'should', 'shouldn']);
/** Words that begin a question about what the user should do: "should i send". */
const ASKED_OF_SELF: ReadonlySet<string> = new Set(['should', 'must', 'would', 'had', 'shouldn']);
const FIRST_PERSON: ReadonlySet<string> = new Set(['i', 'we']);
const ADVERBS = wordSet('already just never probably maybe only rather also even definitely really ever actually simply');
/** Words before "to send" with which the user tells of an intention that is past or not their own: "i used to send". */
const PAST_INTENTS = wordSet(
  'used planned meant tried forgot refused failed hoped intended supposed hesitated declined tempted afraid scared illegal forbidden dangerous wrong stupid crazy unwise wise smart sensible risky silly',
);
/** Verbs that begin a question about an action: "is sending 5 usdc safe?". */
const ASKING = wordSet('is isn isnt does doesn was wasn did would will can could has should are were');
/** Words before a past participle with which it is still a request: "i need 10 usdc swapped". */
const NEEDING = wordSet('get have want need like wanna gotta please let');
const ABOUT_THE_PAST = ['didi', 'if', 'howmuch', 'quote', 'price', 'history', 'trades', 'status', 'tx'];
const SECOND_PERSON: ReadonlySet<string> = new Set(['you', 'he', 'she', 'they', 'anyone', 'anybody', 'someone', 'it']);
const THIRD = /(?:[a-z]+[^s])s$/;
const PARTICIPLE = /ing$/;
const PAST = /(?:..[^e]ed|^sent|^bought|^sold|^paid)$/;

/**
 * Whether the English grammar of a message shows that the user does not request its action: the action is somebody else's ("my mother sends
 * 5 usdc"), demanded by somebody ("she asks me to send"), past ("had swapped"), asked about ("is it legal to send"), or quoted ("it says
 * send").
 */
export function isToldByGrammar(reading: Reading): boolean {
  const { words, marks, language } = reading;
  if (language !== 'en' || !hasConcept(reading, VERBS) || hasConcept(reading, OF_AGENTS)) return false;
  const textAt = (at: number) => words[at]?.text ?? '';
  const verbs = marks.filter(({ concept, from }) => VERBS.includes(concept) && words[from]?.kind === 'word');
  return verbs.some(({ from, to }) => {
    const [verb, before, earlier] = [textAt(from), textAt(from - 1), textAt(from - 2)];
    const last = ADVERBS.has(before) ? from - 2 : from - 1;
    const isRevoke = !hasMarkOf(reading, from, TRADES);
    const hasObject = reading.entities.some(
      ({ kind, ...entity }) =>
        (kind === 'amount' || kind === 'all' || (isRevoke && kind === 'token')) && entity.from >= to && entity.from <= to + 2,
    );
    if (!hasObject && !PAST.test(verb)) return false;
    if (before === 'to' && (earlier === 'me' || earlier === 'us') && from > 2) return !HELPS.has(textAt(from - 3));
    if (before === 'to' && textAt(from - 4) === 'is' && textAt(from - 3) === 'it') return true;
    if (before === 'to' && PAST_INTENTS.has(earlier)) return true;
    if (TELLING.has(before) || (words[from - 1]?.kind === 'sign' && TELLING.has(earlier))) return true;
    if (FIRST_PERSON.has(textAt(last - 1)) && DOUBTFUL.has(textAt(last))) return true;
    if (FIRST_PERSON.has(textAt(last)) && ASKED_OF_SELF.has(textAt(last - 1))) return true;
    if (PARTICIPLE.test(verb) && ASKING.has(before)) return true;
    if (PARTICIPLE.test(verb) && from > 0 && words[from - 1]?.kind === 'word')
      return !PROPOSES.has(before) ? isPreposition(before) : before === 'about' && !PROPOSAL.has(earlier) && earlier !== '';
    if (PAST.test(verb) && (AUXILIARIES.has(before) || words.slice(0, from).some(({ text }) => text === 'wants'))) return true;
    if (PAST.test(verb) && hasObject && tellsOfPast(reading, from)) return !isRevoke || last < 0 || TELLERS.has(textAt(last));
    if (ASKED_OF_OTHERS.has(earlier) && SECOND_PERSON.has(before)) return true;
    const subject = MODALS.has(before) ? earlier : before;
    if (OTHERS.has(subject)) return true;
    return THIRD.test(verb) && hasObject && (from === 0 || isNoun(reading, from - 1));
  });
}

/** Whether a past form such as "swapped" tells of a past action: it is neither part of a question nor of a request ("get it swapped"). */
function tellsOfPast(reading: Reading, from: number): boolean {
  if (hasConcept(reading, ABOUT_THE_PAST)) return false;
  return !reading.words.slice(0, from).some(({ text }) => NEEDING.has(text));
}

function isPreposition(text: string): boolean {
  return ['against', 'from', 'after', 'before', 'without', 'despite', 'stop', 'stopped', 'avoid', 'avoided', 'regretted', 'hate'].includes(
    text,
  );
}

/** Whether a word can be a noun because no list of the grammar contains it, such as "mother" in "my mother sends". */
function isNoun(reading: Reading, at: number): boolean {
  const word = reading.words[at];
  return word !== undefined && word.kind === 'word' && !hasMarkOf(reading, at, NOT_A_NOUN);
}
