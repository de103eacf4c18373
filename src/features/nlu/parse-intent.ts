/** The action that a sentence requests, recognized by a few fixed patterns. */
export type Intent = 'swap' | 'bridge' | 'price' | 'balance' | 'unknown';

export type ChainWord = { readonly id: number; readonly name: string };

export type Entities = {
  /** The amount: a decimal string, `all` or `half`. */
  readonly amount?: string;
  readonly fromToken?: string;
  readonly toToken?: string;
  readonly fromChain?: ChainWord;
  readonly toChain?: ChainWord;
};

export type ParsedIntent = {
  readonly intent: Intent;
  readonly entities: Entities;
  /** From 0 to 1 in hundredths: the share of the intent's required parts that the sentence contains. It is 0 for `unknown`. */
  readonly confidence: number;
};

/** The chains, indexed by each of their names in lowercase. */
export type ChainNames = ReadonlyMap<string, ChainWord>;

const VERBS: readonly (readonly [Exclude<Intent, 'unknown'>, RegExp])[] = [
  ['bridge', /\b(?:bridge|move)\b/],
  ['swap', /\b(?:swap|exchange|convert|trade|sell|buy)\b/],
  ['price', /\b(?:price|worth|quote)\b|\bhow much is\b/],
  ['balance', /\b(?:balances?|holdings?|portfolio)\b/],
];

const NUMBER = /^(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})$/;
/** Matches a token's symbol. Symbols of bridged tokens contain a dot (`usdc.e`). */
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

/** The parts of a sentence that each intent requires. The confidence is computed from how many of them are present. */
const NEEDS: Readonly<Record<Exclude<Intent, 'unknown'>, readonly (keyof Entities)[]>> = {
  swap: ['amount', 'fromToken', 'toToken'],
  bridge: ['amount', 'fromToken', 'toChain'],
  price: ['fromToken'],
  balance: [],
};

/**
 * Parses sentences such as "swap 1.5 eth to usdc on base" or "bridge 100 usdc from arbitrum to base". The result is deterministic;
 * unrecognized parts are omitted.
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

/** Splits a sentence into words. A chain name of several words ("bnb chain") stays one word. */
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

/** Splits `1.5eth` into two words. Other notations of numbers (`1e5`, `0x10`, `5k`) and dollar amounts (`$5`) are not split. */
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
  // In "buy eth with usdc" the first token is the one to receive.
  const [from, to] = isBuy ? [second, first] : [first, second];
  if (from !== undefined) found.fromToken = from.symbol;
  if (to !== undefined) found.toToken = to.symbol;
  // A bridge delivers the same token unless the sentence contains another one.
  if (intent === 'bridge' && found.toToken === undefined && found.fromToken !== undefined) found.toToken = found.fromToken;
  return found;
}

/** `1,000` and `1 000` are ambiguous (a thousand, or one), so neither part counts as an amount. */
function isAmount(words: readonly string[], i: number): boolean {
  const isNumber = (word: string | undefined) => word !== undefined && NUMBER.test(word);
  return isNumber(words[i]) && !isNumber(words[i - 1]) && !isNumber(words[i + 1]);
}

/**
 * Decides whether a word means a chain, since some chains have the same name as their coin. In "on X" it does; in "to X" it does when
 * bridging, or when both tokens are already known.
 */
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
