import { compareRationals, parseRational } from '../../../../values/rational.ts';
import type { Option, PendingQuestion, Slots, Understood } from '../agent-service.ts';
import { entitiesOf, hasMark, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import { chosenOption } from './answer-pending.ts';
import { isExplained } from './explained-words.ts';

/** Words that may stand beside what chooses one of several alerts: "the 1500 one please", "the alert at 1500". */
const BESIDE = wordSet(
  'the that one ones please pls just only at for on with alert alerts order orders limit my yes ok okay cancel delete remove stop it ' +
    'la el los las o a os as da de del do alerta alertas orden ordem por favor cancela ' +
    'alarm alarmi emri lutfen olani iptal et wala wali karo cancel',
);
/** Words for all of the listed alerts. */
const ALL = wordSet('all both everything every them todas todos tudo ambas ambos hepsi hepsini tumu ikisini sab saare');
const CHOOSING: ReadonlySet<string> = new Set([...BESIDE, ...ALL]);

/**
 * Understands the answer to a question such as "Which of your alerts shall I cancel?": an option, all of them, or the values of one of
 * them. The result is about an existing alert, so nothing new is created. Returns null when the message does not answer the question.
 */
export function standingChoice(pending: PendingQuestion, reading: Reading, text: string): Understood | null {
  const { operation, intent, options = [] } = pending;
  if (operation === undefined || options.length === 0) return null;
  const option = chosenOption(pending, reading, text);
  // An option with an intent decides what the message means, and not which alert is meant.
  if (option?.intent !== undefined && option.intent !== intent) return null;
  const chosen = option === null ? namedIn(reading, options) : option.slots;
  const slots = option?.intent !== undefined || chosen === 'all' ? pending.slots : chosen;
  if (slots === null) return null;
  return { intent, slots, confidence: 0.9, by: 'grammar', missing: [], operation, leftOut: [], pending: 'filled' };
}

function namedIn(reading: Reading, options: readonly Option[]): Slots | 'all' | null {
  const amounts = entitiesOf(reading, 'amount');
  const tokens = entitiesOf(reading, 'token');
  const [amount, token] = [amounts[0], tokens[0]];
  const used = [...amounts, ...tokens, ...entitiesOf(reading, 'all')];
  const isKnown = (at: number) => hasMark(reading, at, 'above', 'below', 'reach');
  if (amounts.length > 1 || tokens.length > 1 || !isExplained(reading, used, CHOOSING, isKnown)) return null;
  const isAll = entitiesOf(reading, 'all').length > 0 || reading.words.some(({ text }) => ALL.has(text));
  if (amount === undefined && token === undefined) return isAll ? 'all' : null;
  if (isAll && amount !== undefined) return null;
  const named: Slots = {
    ...(token === undefined ? {} : { fromToken: token.slot }),
    ...(amount === undefined
      ? {}
      : amount.unit === 'percent'
        ? { amount: amount.value, amountKind: 'percent' as const }
        : { price: amount.value }),
  };
  return options.some(({ slots }) => fits(slots, named)) ? named : null;
}

function fits(slots: Slots, named: Slots): boolean {
  const isToken = named.fromToken === undefined || named.fromToken.toLowerCase() === slots.fromToken?.toLowerCase();
  return isToken && isSame(slots.price, named.price) && isSame(slots.amount, named.amount);
}

function isSame(value: string | undefined, named: string | undefined): boolean {
  if (named === undefined) return true;
  return value !== undefined && compareRationals(parseRational(value), parseRational(named)) === 0;
}
