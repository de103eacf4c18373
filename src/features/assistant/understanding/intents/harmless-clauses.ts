import { isTaken, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

/** Words with which a clause is no mere explanation: "because that was a mistake", "for nothing". */
const DOUBTS = wordSet(
  'example instance fun story stories blog dreams movie film book novel tutorial article tweet post lesson docs documentation screenshot demo homework mistake mistaken joke joking kidding test testing example wrong scam scams scammer scammers fake never not no don dont didn doesn isn wasn cant nothing cancel cancelled canceled undo undone stop wait hold later ' +
    'said says told asked wrote stupid bad error lie lies dream void ignore forget instead but unless until if when once nada teste prueba broma piada error erro mentira nunca',
);
/** Words that begin a reason: "because I owe him". It lasts until the end of the sentence. */
const REASONS = wordSet('because cause cuz cos coz since porque');
/** Words that begin a purpose of a few words: "for the pizza", "para la cena". */
const PURPOSES = wordSet('for para por pra');
const MOST_OF_PURPOSE = 6;
/** Maximum number of words about the receiver: "my hardware wallet". */
const MOST_OF_OWN = 4;
/** Words after "as" with which it gives a reason: "as promised", "as a gift". */
const AS = wordSet(
  'promised agreed discussed usual always planned requested mentioned before gift tip present reward payment refund thanks donation deposit loan bonus salary birthday rent',
);
/** Words before a sentence about a person or a thing, and words that make such a sentence an explanation: "he is my brother". */
const ABOUT = wordSet('he she they it that this thats its');
const EXPLAINS = wordSet('my our for paid owed owe owes needs need deserves deserve asap urgent friend');
/** Words after "no" or "don't" with which it changes nothing: "no rush", "don't wait". */
const NO_MATTER = wordSet('rush hurry worries worry problem pressure biggie fuss stress wait delay');
const THANKS = wordSet('thanks thank thx ty cheers');
const PRAISES = wordSet('best great awesome legend star amazing rock kind sweet');
const FRIENDS = wordSet('to from with on in');

/**
 * Returns where a clause ends that begins at a word of an English request and only explains it or is polite; `at` itself when none begins
 * there.
 */
export function harmlessEnd(reading: Reading, at: number): number {
  const { words } = reading;
  const textAt = (i: number) => words[i]?.text ?? '';
  const end = sentenceEnd(reading, at);
  const rest = words.slice(at, end).map(({ text }) => text);
  const isFree = !rest.some((text) => DOUBTS.has(text));
  const text = textAt(at);
  if (text === 'no' && NO_MATTER.has(textAt(at + 1))) return at + 2;
  if (text === 'don' && textAt(at + 1) === 't' && NO_MATTER.has(textAt(at + 2))) return at + 3;
  if (text === 'dont' && NO_MATTER.has(textAt(at + 1))) return at + 2;
  if (PURPOSES.has(text)) return purposeEnd(reading, at);
  if (FRIENDS.has(text) && textAt(at + 1) === 'my') return ownEnd(reading, at + 2);
  if (text === 'my' && isReceiver(reading, at + 2)) return at + 2;
  if (!isFree) return at;
  if (REASONS.has(text) || THANKS.has(text)) return end;
  if (text === 'as' && textAt(at + 1) === 'my') return end;
  if (text === 'as' && rest.slice(1, 4).some((word) => AS.has(word))) return end;
  if (text === 'have' && rest.includes('day')) return end;
  if (text === 'you' && rest.length <= 6 && rest.some((word) => PRAISES.has(word))) return end;
  const isFirst = words[at - 1] === undefined || words[at - 1]?.kind === 'sign' || isTaken(reading, at - 1);
  if (isFirst && at > 0 && text === 'my' && rest.length > 1 && rest.length <= MOST_OF_OWN) return end;
  return isFirst && ABOUT.has(text) && rest.some((word) => EXPLAINS.has(word)) ? end : at;
}

/** Returns the end of the sentence or of the part up to the next value of the request. */
function sentenceEnd(reading: Reading, from: number): number {
  const { words } = reading;
  let end = from;
  while (end < words.length && !isTaken(reading, end) && !(words[end]?.kind === 'sign' && words[end]?.raw !== "'")) end += 1;
  return end;
}

function purposeEnd(reading: Reading, at: number): number {
  const end = sentenceEnd(reading, at);
  const to = Math.min(end, at + 1 + MOST_OF_PURPOSE);
  const first = reading.words.slice(at + 1, to).findIndex(({ text }) => DOUBTS.has(text) || text === 'to');
  return first < 0 ? to : reading.words[at + 1 + first]?.text === 'to' ? at + 1 + first : at;
}

/** Returns the end of a noun after "my": "from my wallet", "to my friend bob.eth". */
function ownEnd(reading: Reading, at: number): number {
  const end = sentenceEnd(reading, at);
  const isNoun = end > at && !DOUBTS.has(reading.words[at]?.text ?? '');
  return isNoun ? at + 1 : at - 2;
}

function isReceiver({ entities }: Reading, at: number): boolean {
  return entities.some(({ kind, from }) => (kind === 'name' || kind === 'address') && from === at);
}
