import { hasConcept, hasMarkOf, type Reading } from '../entities/reading.ts';

/** Names of the word lists for actions that move tokens immediately. */
export const MOVING = ['swap', 'bridge', 'send', 'buy', 'sell', 'move'];
const NOT_A_NOUN = [...MOVING, 'filler', 'p.and', 'join', 'my', 'i'];

/**
 * Word lists of actions that a message can request even though the user is not the subject of their verb: "an agent that buys eth", "my
 * agent sells".
 */
const OF_AGENTS = ['autopilot', 'dca', 'alert', 'limit'];
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
const OTHERS: ReadonlySet<string> = new Set(
  'he she they who nobody noone someone somebody anyone anybody everyone everybody people friend friends brother sister mother father mom dad wife husband boss guy'.split(
    ' ',
  ),
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
const TELLING: ReadonlySet<string> = new Set([
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
const SECOND_PERSON: ReadonlySet<string> = new Set(['you', 'he', 'she', 'they', 'anyone', 'anybody', 'someone', 'it']);
const THIRD = /(?:[a-z]{2,})s$/;
const PARTICIPLE = /ing$/;
const PAST = /(?:[^e]ed|^sent|^bought|^sold|^paid)$/;

/**
 * Whether the English grammar of a message shows that the user does not request its action: the action is somebody else's ("my mother sends
 * 5 usdc"), demanded by somebody ("she asks me to send"), past ("had swapped"), asked about ("is it legal to send"), or quoted ("it says
 * send").
 */
export function isToldByGrammar(reading: Reading): boolean {
  const { words, marks, language } = reading;
  if (language !== 'en' || !hasConcept(reading, MOVING) || hasConcept(reading, OF_AGENTS)) return false;
  const textAt = (at: number) => words[at]?.text ?? '';
  const verbs = marks.filter(({ concept, from }) => MOVING.includes(concept) && words[from]?.kind === 'word');
  return verbs.some(({ from, to }) => {
    const [verb, before, earlier] = [textAt(from), textAt(from - 1), textAt(from - 2)];
    const hasObject = reading.entities.some(
      (entity) => (entity.kind === 'amount' || entity.kind === 'all') && entity.from >= to && entity.from <= to + 2,
    );
    if (!hasObject && !PAST.test(verb)) return false;
    if (before === 'to' && (earlier === 'me' || earlier === 'us') && from > 2) return !HELPS.has(textAt(from - 3));
    if (before === 'to' && textAt(from - 4) === 'is' && textAt(from - 3) === 'it') return true;
    if (TELLING.has(before)) return true;
    if (PARTICIPLE.test(verb) && from > 0 && words[from - 1]?.kind === 'word')
      return !PROPOSES.has(before) ? isPreposition(before) : before === 'about' && !PROPOSAL.has(earlier) && earlier !== '';
    if (PAST.test(verb) && (AUXILIARIES.has(before) || words.slice(0, from).some(({ text }) => text === 'wants'))) return true;
    if (ASKED_OF_OTHERS.has(earlier) && SECOND_PERSON.has(before)) return true;
    const subject = MODALS.has(before) ? earlier : before;
    if (OTHERS.has(subject)) return true;
    return THIRD.test(verb) && hasObject && isNoun(reading, from - 1);
  });
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
