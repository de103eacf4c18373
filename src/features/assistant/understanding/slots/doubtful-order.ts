import type { Intent, Slots } from '../agent-service.ts';
import { entitiesOf, type Reading, textOf } from '../entities/reading.ts';
import { asksHow } from '../intents/asks-how.ts';
import { doubtfulWords } from '../intents/order-words.ts';
import { firstPart } from '../text/first-part.ts';
import { unusedEntities } from './left-out.ts';
import { DOLLARS } from './unusable-condition.ts';

/** Requests that are carried out or stored with one set of values, so that a further value of the message changes their meaning. */
const EXACT: readonly Intent[] = ['send_token', 'price_alert', 'limit_order', 'dca'];

const LONGEST = 60;

/** Returns the question to ask before a request with doubtful parts is prepared or stored; null when no part is doubtful. */
export function doubtOf(intent: Intent, slots: Slots, reading: Reading): string | null {
  if (asksHow(intent, reading))
    return 'Send it as an order and I prepare it, with what it costs; nothing happens before your wallet signs it. Shall I prepare it now?';
  const words = doubtfulWords(intent, reading);
  if (words !== null) return `I cannot tell what "${words}" changes. Shall I go on without it?`;
  const near = intent === 'send_token' ? entitiesOf(reading, 'token').find(({ how }) => how === 'near') : undefined;
  if (near !== undefined) return `I read "${textOf(reading, near.from, near.to)}" as ${near.slot}. Is that right?`;
  const unused = unusedIn(intent, slots, reading);
  return unused === null ? null : `I cannot tell what "${unused}" means here. Shall I go on without it?`;
}

/** Returns a token, an amount or a receiver of the message that the request does not use, although it is carried out or stored exactly. */
function unusedIn(intent: Intent, slots: Slots, reading: Reading): string | null {
  const isExact = EXACT.includes(intent);
  // A swap pays out to the wallet of the user, so a receiver in the message means more than a swap.
  if (!isExact && intent !== 'quotes') return null;
  const used = [slots.fromToken, slots.toToken].map(unwrapped);
  const place = unusedEntities(reading, slots).find((entity) =>
    entity.kind === 'token'
      ? isExact && !DOLLARS.test(entity.slot) && !used.includes(unwrapped(entity.slot))
      : entity.kind === 'address' || entity.kind === 'name',
  );
  return place === undefined ? null : firstPart(textOf(reading, place.from, place.to), LONGEST);
}

/** Returns the symbol of a coin for that of the coin or of its wrapped token, which have one price: ETH for WETH. */
function unwrapped(symbol: string | undefined): string | undefined {
  return symbol === 'WETH' || symbol === 'WPOL' || symbol === 'WBNB' ? symbol.slice(1) : symbol;
}
