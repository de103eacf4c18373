import { entitiesOf, hasMark, hasMarkOf, isTaken, type Reading } from '../entities/reading.ts';

const VERBS = ['swap', 'bridge', 'send', 'buy', 'sell', 'move', 'revoke', 'alert', 'invest', 'dca'];
/** Signs that some people write between two actions. */
const RULES: ReadonlySet<string> = new Set(['|', '/', '-', '–', '—', ':', '\\', '•', '*']);
const SIGNS: ReadonlySet<string> = new Set([',', ';', '.', '+', '&', '>']);

/** Words that can stand before the verb of a later clause, as in "First swap ..., second bridge ...". */
const ORDINALS: ReadonlySet<string> = new Set(['second', 'secondly', 'third', 'thirdly', 'fourth', 'last']);

export type Clause = { readonly text: string; readonly hasJoin: boolean };

/**
 * Splits a message that requests several actions into clauses, one for each action. A new clause begins after "then", and after "and" or a
 * comma when a verb or an amount follows. Returns one clause when the message describes one action.
 */
export function splitClauses(reading: Reading, text: string): readonly Clause[] {
  const { words } = reading;
  const cuts: { readonly at: number; readonly to: number; readonly hasJoin: boolean }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (isListNumber(reading, at)) {
      cuts.push({ at, to: at + 2, hasJoin: true });
      at += 1;
      continue;
    }
    if (isTaken(reading, at)) continue;
    const joined = joinEndAt(reading, at);
    if (joined !== null) {
      cuts.push({ at, to: joined, hasJoin: true });
      at = joined - 1;
      continue;
    }
    if (isRuledOff(reading, at)) {
      cuts.push({ at, to: at + 1, hasJoin: true });
      continue;
    }
    if (isSecondVerb(reading, at)) {
      cuts.push({ at, to: at, hasJoin: true });
      continue;
    }
    const isAnd = hasMark(reading, at, 'p.and') || words[at]?.text === '&';
    const isSign = SIGNS.has(words[at]?.raw ?? '') && words[at]?.kind === 'sign';
    if ((isAnd || isSign) && beginsAction(reading, at + 1, isSign)) cuts.push({ at, to: at + 1, hasJoin: false });
  }
  let from = 0;
  let hasJoin = false;
  const clauses: Clause[] = [];
  for (const cut of [...cuts, { at: words.length, to: words.length, hasJoin: false }]) {
    const [first, last] = [words[from], words[cut.at - 1]];
    if (first !== undefined && last !== undefined && cut.at > from) clauses.push({ text: text.slice(first.start, last.end), hasJoin });
    hasJoin = cut.at > from ? cut.hasJoin : hasJoin || cut.hasJoin;
    from = cut.to;
  }
  return clauses;
}

/** Whether the number of an action in a list begins at a word: "1) swap ... 2) send ...". */
function isListNumber(reading: Reading, at: number): boolean {
  const [number, sign] = [reading.words[at], reading.words[at + 1]];
  const isNumbered = number?.kind === 'number' && /^[1-8]$/.test(number.raw) && sign?.raw === ')' && sign.isGlued;
  return isNumbered && hasMarkOf(reading, at + 2, VERBS);
}

/** Whether a sign such as "|" or "→" stands between an action and the next one: "swap 5 usdc to weth → send weth to ...". */
function isRuledOff(reading: Reading, at: number): boolean {
  const word = reading.words[at];
  const isRule = word !== undefined && (word.kind === 'arrow' || RULES.has(word.raw));
  if (!isRule || !hasVerbBefore(reading, at)) return false;
  if (hasMarkOf(reading, at + 1, VERBS) && !isTaken(reading, at + 1)) return true;
  // In "swap 5 usdc to weth → weth to wbtc", the token before the sign is exchanged again.
  const [before, after] = [tokenAt(reading, at, 'to'), tokenAt(reading, at + 1, 'from')];
  return before !== undefined && before.slot === after?.slot;
}

/** Whether a transfer begins right after the token of a trade: "swap 5 usdc to weth send weth to ...". */
function isSecondVerb(reading: Reading, at: number): boolean {
  return hasMark(reading, at, 'send') && tokenAt(reading, at, 'to') !== undefined && hasVerbBefore(reading, at);
}

function hasVerbBefore(reading: Reading, end: number): boolean {
  return reading.words.slice(0, end).some((_, at) => hasMarkOf(reading, at, VERBS) && !isTaken(reading, at));
}

function tokenAt(reading: Reading, at: number, side: 'from' | 'to') {
  return entitiesOf(reading, 'token').find((token) => token[side] === at);
}

/** Returns where the longest phrase such as "and then" ends that begins at a word; null when none begins there. */
function joinEndAt(reading: Reading, at: number): number | null {
  if (!hasMark(reading, at, 'join')) return null;
  const ends = reading.marks.filter(({ concept, from }) => concept === 'join' && from === at).map(({ to }) => to);
  return ends.length === 0 ? null : Math.max(...ends);
}

/**
 * Whether a new action begins at a position: a verb or an amount comes next, possibly after function words. After a comma, only a verb
 * begins an action.
 */
function beginsAction(reading: Reading, from: number, isSign: boolean): boolean {
  for (let at = from; at < Math.min(from + 3, reading.words.length); at += 1) {
    if (hasMarkOf(reading, at, VERBS) && !isTaken(reading, at)) return !isMeansOfPayment(reading, at);
    if (!isSign && isPaidToken(reading, at)) return true;
    // "And with the rest buy wbtc" begins with what is spent.
    if (hasMark(reading, at, 'rest')) return true;
    if (isSign && at === from && ORDINALS.has(reading.words[at]?.text ?? '')) continue;
    const amount = reading.entities.find((entity) => (entity.kind === 'amount' || entity.kind === 'all') && entity.from === at);
    if (amount !== undefined) return !isSign || at === from || hasMark(reading, at - 1, 'other');
    const isBeforeRest = hasMark(reading, at, 'other') || (at === from && hasMark(reading, at, 'p.with') && !isSign);
    if (!isBeforeRest && !hasMark(reading, at, 'filler', 'p.and', 'join'))
      return reading.language === 'tr' || reading.language === 'hi' ? endsInVerb(reading, at) : false;
  }
  return false;
}

/** Whether a word only begins the statement of what pays for the action before it: "get me 250 usdx, **pay** in usdc". */
function isMeansOfPayment(reading: Reading, at: number): boolean {
  if (!['pay', 'paying', 'paid', 'pays', 'payment'].includes(reading.words[at]?.text ?? '')) return false;
  return (
    hasMark(reading, at + 1, 'p.in', 'p.with', 'p.from') ||
    ['in', 'with', 'using', 'from', 'by'].includes(reading.words[at + 1]?.text ?? '')
  );
}

/** Whether a token to receive begins at a word, followed by the amount that pays for it: "... and wbtc with 20 usdc". */
function isPaidToken(reading: Reading, at: number): boolean {
  const token = reading.entities.find((entity) => entity.kind === 'token' && entity.from === at);
  if (token === undefined || !hasMark(reading, token.to, 'p.with', 'p.for')) return false;
  return reading.entities.some(({ kind, from }) => kind === 'amount' && from === token.to + 1);
}

/** Whether one of the next words is a verb. This is for languages in which the verb stands at the end. */
function endsInVerb(reading: Reading, from: number): boolean {
  return reading.words.slice(from, from + 8).some((_, i) => hasMarkOf(reading, from + i, VERBS));
}
