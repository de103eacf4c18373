import type { Intent } from '../agent-service.ts';
import { entitiesOf, hasMark, type Reading, textOf } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

const CONDITIONS = wordSet('if when whenever unless assuming provided providing');
/** Words that begin a condition or a time when other words follow ("once I am paid"), and the words after them with which they do not: "once more". */
const NO_CONDITION: Readonly<Record<string, ReadonlySet<string>>> = {
  once: wordSet('more again only and to you'),
  ...{ after: wordSet('that all this'), before: wordSet('that all you'), until: wordSet(''), till: wordSet('') },
};
/** Words for later times. */
const LATER = wordSet(
  'later eventually someday sometime midnight noon midday sunrise sunset dawn dusk weekend luego pronto manana amanha depois despues mediodia meianoite medianoche',
);
const MONTHS = wordSet(
  'january february march april may june july august september october november december enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
);
const IN = wordSet('in next en em');

/**
 * Finds a condition, a later time or a repetition in a request that is prepared at once: "once I am paid", "at midnight", "every month".
 * @returns a text for the user; null when there is none
 */
export function waitingPart(intent: Intent, reading: Reading): string | null {
  const { words, language } = reading;
  const textAt = (at: number) => words[at]?.text ?? '';
  const hasSteps = intent === 'batch' || intent === 'workflow';
  const later = words.findIndex(
    ({ kind, text }, at) =>
      kind === 'word' &&
      reading.taken[at] !== true &&
      // "Y luego" only stands between two steps.
      !(hasSteps && at + 1 < words.length && hasMark(reading, at, 'join')) &&
      ((LATER.has(text) && !isGreeting(at)) || (MONTHS.has(text) && IN.has(textAt(at - 1)))),
  );
  if (later >= 0 && language !== 'tr' && language !== 'hi') return AT_ONCE(textOf(reading, later, later + 1));
  if (intent !== 'send_token') return null;
  const repeated = entitiesOf(reading, 'interval')[0];
  if (repeated !== undefined)
    return `A transfer is made once and cannot repeat ("${textOf(reading, repeated.from, repeated.to)}"). Send it again without that, each time that you want to pay.`;
  const at = words.findIndex(({ text }, i) => isCondition(text, i));
  return at < 0
    ? null
    : `A transfer is prepared at once and cannot depend on a condition ("${words[at]?.raw} ..."). Send it again without one.`;

  function isCondition(text: string, at: number): boolean {
    if (reading.taken[at] === true) return false;
    if (CONDITIONS.has(text)) return textAt(at - 1) !== 'wondering';
    if (text === 'as' && textAt(at + 1) === 'soon')
      return textAt(at + 2) === 'as' && textAt(at + 3) !== 'possible' && textAt(at + 3) !== 'you';
    if (text === 'moment' && textAt(at - 1) === 'the') return true;
    const isOpening = Object.hasOwn(NO_CONDITION, text) && words[at + 1]?.kind === 'word' && !hasMark(reading, at, 'join');
    return isOpening && textAt(at - 1) !== 'at' && NO_CONDITION[text]?.has(textAt(at + 1)) !== true;
  }

  function isGreeting(at: number): boolean {
    return words.every((_, i) => i >= at || words[i]?.kind === 'sign');
  }
}

const AT_ONCE = (said: string) =>
  `A transaction is prepared at once and cannot wait ("${said}"). Send the message again then, or without it.`;
