import type { Intent } from '../agent-service.ts';
import { hasConcept, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

const ASKED: readonly Intent[] = ['send_token', 'quotes', 'price_alert', 'limit_order', 'dca', 'autopilot', 'batch', 'workflow'];
const AFTER_HOW = wordSet('do can to could would should does is');
const POLITE = wordSet('hey hi hello ok okay so and please um uh well');
/** Words for the way to do something: "what is the command to send". */
const WAYS = wordSet('command commands syntax procedure cost costs fee fees pay gas charge charges');
/** Words for what something costs, in the other languages. */
const COSTS = wordSet('cuesta cuestan costaria costara custa custam custaria tutar');
const HOW = wordSet('como nasil kaise');

/** Whether a message asks how an action is done or what it costs, as in "how do I send 5 usdc to bob.eth?", instead of ordering it. */
export function asksHow(intent: Intent, reading: Reading): boolean {
  const { words, language } = reading;
  if (!ASKED.includes(intent) || (intent === 'quotes' && hasConcept(reading, ['quote', 'howmuch', 'price']))) return false;
  const said = words.filter(({ kind, text }) => kind === 'word' && !POLITE.has(text)).map(({ text }) => text);
  const [first = '', second = ''] = said;
  if (language !== 'en' && intent !== 'quotes' && words.some(({ text }) => COSTS.has(text))) return true;
  if (language !== 'en') return HOW.has(first) && language !== 'hi' && language !== 'tr';
  if (first === 'how') return AFTER_HOW.has(second);
  return (first === 'what' || first === 'whats' || first === 'which') && said.slice(1, 6).some((text) => WAYS.has(text));
}
