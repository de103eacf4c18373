import { parseRational } from '../../../values/rational.ts';
import { usdTextOf } from '../../../values/usd.ts';
import type { NewCondition } from '../../alerts/resolve-condition.ts';
import { askBack, refuse } from '../answers/answer.ts';
import type { Slots } from '../understanding/agent-service.ts';
import type { createMoney } from './money.ts';
import { type Found, found, instead } from './outcome.ts';

export type ReadCondition = (slots: Slots, text: string) => Promise<Found<NewCondition>>;

/**
 * Matches words for a fall and for a rise of a price, in the languages of the grammar. When a message has words of neither kind or of both,
 * the alert waits for a change in either direction.
 */
const FALLS =
  /\b(?:drops?|dropped|falls?|fell|down|lower|loses?|dips?|crash(?:es)?|dumps?|declines?|decreases?|sinks?|baj[ae]n?|ca[ei]n?|cair|pierd[ae]|düş\w*|dus(?:er|erse|tu)\w*|azal\w*|gir(?:e|ta|ti|jaye)\w*|neeche)\b/iu;
const RISES =
  /\b(?:rises?|rose|up|higher|gains?|pumps?|climbs?|increases?|jumps?|grows?|surges?|sub[ae]n?|subir|gana|yüksel\w*|yuksel\w*|art(?:ar|arsa|ti)\w*|badh\w*|upar)\b/iu;

/**
 * Creates the function that reads from a message the price or the change that an alert waits for. Amounts in other currencies are converted
 * to dollars at the current rate.
 */
export function createReadCondition({ money }: { readonly money: Pick<ReturnType<typeof createMoney>, 'toUsd'> }): ReadCondition {
  return async ({ price, amount, amountKind, condition, fiat = 'USD' }, text) => {
    if (price === undefined && amount !== undefined && amountKind === 'percent')
      return found({ type: 'change', percent: amount, direction: directionIn(text) });
    if (price === undefined) return instead(askBack('At what price, in dollars?', ['price']));
    const usd = await money.toUsd(parseRational(price), fiat);
    if (usd === null) return instead(refuse('no-rate', `There is no exchange rate of ${fiat} now. State the price in dollars.`));
    return found({ type: condition === 'below' ? 'below' : 'above', usd: usdTextOf(usd) });
  };
}

export function directionIn(text: string): 'up' | 'down' | 'either' {
  const [falls, rises] = [FALLS.test(text), RISES.test(text)];
  if (falls === rises) return 'either';
  return falls ? 'down' : 'up';
}
