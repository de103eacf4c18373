import type { Violation } from './violation.ts';

// Folders in which addresses, hashes and amounts must have branded types (`src/values/{address,hash,base-units}.ts`). Plain strings are
// allowed only where input is not parsed yet, and for values that are only displayed.

const ROOMS = ['src/values/', 'src/market/', 'src/features/', 'machines/', 'actors/'];
const NAMES =
  'wallet|walletAddress|recipient|vault|router|spender|token|tokenIn|tokenOut|fromToken|toToken|budgetToken|address|' +
  'txHash|blockHash|policyHash|destinationHash|hash|amountIn|amountOut|amountOutMin|amountOutExpected';
const PLAIN = new RegExp(`(?<![\\w.])(${NAMES})\\??: (?:readonly )?string\\b`, 'g');
const CAST = /\bas (?:Address|ChainAddress|Hash|TransactionHash|BaseUnits)\b/g;

/** Exceptions by path prefix: files in which addresses, hashes and amounts may be plain strings. The value is the reason. */
const EDGES: Readonly<Record<string, string>> = {
  'src/values/inspection/': 'what operators see of any actor; its definitions copy text from contexts',
  'src/values/sign-in-link.ts': "the hash of a page's address",
  'src/values/route-trail.ts': 'what operators see of a search for a route',
  'src/market/tokens/create-tokens.ts': 'finds tokens by text in any casing',
  'src/market/price-series/': "a reply's text, and the route's parameter in any casing",
  'src/market/chains/': 'receives what the transaction sender stores',
  'src/market/routes/': 'asks by text in any casing, as token records are found',
  'src/market/vault-routes/': 'asks by text in any casing, as token records are found',
  'src/features/trades/trade-terms.ts': 'the body of a request, whose addresses depend on its chains',
  'src/features/trades/trade-record.ts': "a client's statement, which is shown and not acted on",
  'src/features/trades/trade-actors.ts': "a client's statement, which is shown and not acted on",
  'src/features/trades/complete-bridge.ts': "a client's statement: a hash or a record's id",
  'src/features/trades/bridge-completions.ts': "a client's statement: a hash or a record's id",
  'src/features/orders/order.ts': "a client's description, which is stored and shown and not acted on",
  'src/features/quotes/quote-input.ts': 'the request as it was sent, which replies repeat',
  'src/features/quotes/provider.ts': "an aggregator's word, before it has its chain's form",
  'src/features/quotes/output-token.ts': "an aggregator's word, before it is compared",
  'src/features/quotes/providers/rango.ts': "an aggregator's word, before it is compared",
  'src/features/assistant/legacy/sentence.ts': "a person's words",
  'src/features/assistant/understanding/': "a person's words, as slots of an intent",
  'src/features/dca/dca-record.ts': 'a public record: clients may overwrite its members',
  'src/features/dca/create-dca-service.ts': 'the body of a request',
  'src/features/autopilot/create-autopilot-service.ts': 'the body of a request',
  'machines/trade.ts': "a client's statement, which is shown and not acted on",
  'machines/trade/context.ts': "a client's statement, which is shown and not acted on",
  'machines/transaction-sender/': "the sender's own records: what it has signed and what endpoints say",
  'actors/transaction-sender/': "the sender's own records: what it has signed and what endpoints say",
};
/** The only files that may cast a string to a branded type without parsing it. */
const BRANDS = [
  'src/values/address.ts',
  'src/values/hash.ts',
  'src/values/base-units.ts',
  'src/values/parse-transaction-hash.ts',
  'test/support/branded.ts',
];

/**
 * Finds addresses, hashes and amounts that are typed as plain strings in the checked folders, and casts to branded types without a check.
 */
export function checkPlainText(tree: ReadonlyMap<string, string>): Violation[] {
  const used = new Set<string>();
  const found = [...tree].flatMap(([path, text]) => {
    const edge = Object.keys(EDGES).find((begin) => path.startsWith(begin));
    const isInside = ROOMS.some((room) => path.startsWith(room));
    return text.split('\n').flatMap((line, index): Violation[] => {
      const at = { path, line: index + 1 };
      const plain = isInside ? [...line.matchAll(PLAIN)].map(([match]) => match) : [];
      if (plain.length > 0 && edge !== undefined) used.add(edge);
      const casts = BRANDS.includes(path) ? [] : [...line.matchAll(CAST)].map(([match]) => match);
      return [
        ...(edge === undefined ? plain.map((match) => ({ ...at, rule: 'plain text', message: `\`${match}\` needs its brand` })) : []),
        ...casts.map((match) => ({ ...at, rule: 'brand', message: `\`${match}\` gives a brand without a check` })),
      ];
    });
  });
  const isWhole = BRANDS.every((path) => tree.has(path));
  const unused = isWhole ? Object.keys(EDGES).filter((begin) => !used.has(begin)) : [];
  return [...found, ...unused.map((path) => ({ rule: 'plain text', path, line: 1, message: 'this edge is not needed any more' }))];
}
