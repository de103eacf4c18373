/** What a sentence asks for, as far as a few fixed patterns tell. */
export type Intent = 'swap' | 'bridge' | 'price' | 'balance' | 'unknown';

export type ChainWord = { readonly id: number; readonly name: string };

export type Entities = {
  /** Decimal text, or `all` or `half`. */
  readonly amount?: string;
  readonly fromToken?: string;
  readonly toToken?: string;
  readonly fromChain?: ChainWord;
  readonly toChain?: ChainWord;
};

export type ParsedIntent = {
  readonly intent: Intent;
  readonly entities: Entities;
  /** 0 to 1: the share of what this intent needs that the sentence said, in hundredths. 0 for `unknown`. */
  readonly confidence: number;
};

/** A chain under each of its names, lowercase. */
export type ChainNames = ReadonlyMap<string, ChainWord>;

const VERBS: readonly (readonly [Exclude<Intent, 'unknown'>, RegExp])[] = [
  ['bridge', /\b(?:bridge|move)\b/],
  ['swap', /\b(?:swap|exchange|convert|trade|sell|buy)\b/],
  ['price', /\b(?:price|worth|quote)\b|\bhow much is\b/],
  ['balance', /\b(?:balances?|holdings?|portfolio)\b/],
];

const NUMBER = /^(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})$/;
/** A token's symbol; a dot for bridged ones (`usdc.e`). */
const SYMBOL = /^[a-z][a-z0-9]{1,11}(?:\.[a-z]{1,4})?$/;
const AMOUNT_WORDS: ReadonlySet<string> = new Set(['all', 'half']);
const LITTLE_WORDS: ReadonlySet<string> = new Set(
  'a an and at at best bit can could do does for from get give have how i in into is it me much my now of on onto please some the to token tokens using want what whats with worth you'.split(
    ' ',
  ),
);
const VERB_WORDS: ReadonlySet<string> = new Set(
  'swap exchange convert trade sell buy bridge move price quote balance balances holding holdings portfolio'.split(' '),
);

/** What each intent needs, for the confidence. */
const NEEDS: Readonly<Record<Exclude<Intent, 'unknown'>, readonly (keyof Entities)[]>> = {
  swap: ['amount', 'fromToken', 'toToken'],
  bridge: ['amount', 'fromToken', 'toChain'],
  price: ['fromToken'],
  balance: [],
};

/**
 * Reads sentences such as "swap 1.5 eth to usdc on base" or "bridge 100 usdc from arbitrum to base". The same words always give the same
 * answer; what it does not know it leaves out.
 */
export function parseIntent(text: string, chains: ChainNames): ParsedIntent {
  const sentence = text.toLowerCase().replaceAll(/->|=>|→/g, ' to ');
  const intent = VERBS.find(([, verb]) => verb.test(sentence))?.[0] ?? 'unknown';
  if (intent === 'unknown') return { intent, entities: {}, confidence: 0 };
  const words = wordsOf(sentence, chains);
  const entities = entitiesOf(intent, words, chains);
  const needed = NEEDS[intent];
  const told = needed.filter((name) => entities[name] !== undefined).length;
  return { intent, entities, confidence: Math.round((100 * (1 + told)) / (1 + needed.length)) / 100 };
}

/** The sentence in words; a chain's name of several words ("bnb chain") stays one. */
function wordsOf(sentence: string, chains: ChainNames): readonly string[] {
  const single = sentence.split(/[\s,;:!?"'()]+/).flatMap(splitAmount);
  const words: string[] = [];
  for (let i = 0; i < single.length; i += 1) {
    const pair = `${single[i] ?? ''} ${single[i + 1] ?? ''}`;
    const isPair = chains.has(pair);
    const word = isPair ? pair : (single[i] ?? '').replace(/\.+$/, '');
    if (isPair) i += 1;
    if (word !== '') words.push(word);
  }
  return words;
}

/** `1.5eth` is two words. `1e5`, `0x10` and `5k` are other ways to write a number, and `$5` is no amount of a token: none of them is split. */
function splitAmount(word: string): readonly string[] {
  const [, amount, symbol] = /^(\d+(?:\.\d+)?)([a-z][a-z0-9.]*)$/.exec(word) ?? [];
  if (amount === undefined || symbol === undefined) return [word];
  const isOtherNumber = symbol.length === 1 || /^e\d+$/.test(symbol) || (amount === '0' && symbol.startsWith('x'));
  return isOtherNumber ? [word] : [amount, symbol];
}

function entitiesOf(intent: Exclude<Intent, 'unknown'>, words: readonly string[], chains: ChainNames): Entities {
  const found: { -readonly [K in keyof Entities]: Entities[K] } = {};
  const isBuy = words.includes('buy');
  const symbols: { readonly symbol: string; readonly after: string }[] = [];
  words.forEach((word, i) => {
    const before = words[i - 1] ?? '';
    const chain = chains.get(word);
    if (found.amount === undefined && (isAmount(words, i) || AMOUNT_WORDS.has(word))) found.amount = word;
    else if (chain !== undefined && isPlace(intent, before, word, symbols.length)) noteChain(intent, found, before, chain);
    else if (SYMBOL.test(word) && !LITTLE_WORDS.has(word) && !VERB_WORDS.has(word) && !AMOUNT_WORDS.has(word))
      symbols.push({ symbol: word.toUpperCase(), after: before });
  });
  const [first, second] = symbols;
  // "buy eth with usdc": what is named first is what is wanted.
  const [from, to] = isBuy ? [second, first] : [first, second];
  if (from !== undefined) found.fromToken = from.symbol;
  if (to !== undefined) found.toToken = to.symbol;
  // Over a bridge a token stays what it is unless another one is named.
  if (intent === 'bridge' && found.toToken === undefined && found.fromToken !== undefined) found.toToken = found.fromToken;
  return found;
}

/** Of `1,000` and `1 000` only the writer knows whether a thousand or one is meant, so neither half counts. */
function isAmount(words: readonly string[], i: number): boolean {
  const isNumber = (word: string | undefined) => word !== undefined && NUMBER.test(word);
  return isNumber(words[i]) && !isNumber(words[i - 1]) && !isNumber(words[i + 1]);
}

/** Some chains are called as their coin is. "on X" is a place; "to X" is one when something is bridged, or both tokens are known. */
function isPlace(intent: Intent, before: string, word: string, symbolsSoFar: number): boolean {
  if (['on', 'onto', 'at'].includes(before)) return true;
  if (before === 'from') return intent === 'bridge' || symbolsSoFar >= 2;
  if (['to', 'into', 'in'].includes(before)) return intent === 'bridge' || symbolsSoFar >= 2 || !SYMBOL.test(word);
  return false;
}

function noteChain(intent: Intent, found: { fromChain?: ChainWord; toChain?: ChainWord }, before: string, chain: ChainWord): void {
  if (before === 'from') found.fromChain ??= chain;
  else if (intent === 'bridge' && before !== 'on' && before !== 'at') found.toChain ??= chain;
  else if (intent === 'bridge' && before === 'on') found.fromChain ??= chain;
  else {
    found.fromChain ??= chain;
    found.toChain ??= chain;
  }
}
