import type { Json, JsonObject } from '../../values/json.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { type Token, tokenKey } from '../tokens/token.ts';
import type { DcaReading } from './dca-record.ts';
import type { DcaFill } from './fill-book.ts';
import type { ReadFinality } from './fill-finality.ts';

/** The records with their tokens populated, in the order given. */
export async function presentRecords(tokens: Tokens, readings: readonly DcaReading[]): Promise<JsonObject[]> {
  const wanted = readings.flatMap(({ record, terms }) =>
    [record.fromToken, record.toToken, terms.fromToken, terms.toToken].flatMap((member) => {
      const address = addressOf(member ?? null);
      return address === null ? [] : [{ chainId: terms.chainId, address }];
    }),
  );
  const found = await tokens.findMany(wanted);
  return readings.map(({ record, terms }) => {
    // A client may have merged another token in: shown if there is such a token, else the record's own.
    const populated = (member: Json | undefined, own: string, decimals: number): Json => {
      const claimed = addressOf(member ?? null);
      const token = claimed === null ? undefined : found.get(tokenKey(terms.chainId, claimed));
      return presentToken(token ?? found.get(tokenKey(terms.chainId, own)), terms.chainId, own, decimals);
    };
    return {
      ...record,
      fromToken: populated(record.fromToken, terms.fromToken, terms.fromDecimals),
      toToken: populated(record.toToken, terms.toToken, terms.toDecimals),
    };
  });
}

/** The fills with their tokens populated, and how final each is, in the order given. */
export async function presentFills(
  tokens: Tokens,
  readFinality: ReadFinality,
  fills: readonly (DcaFill & { readonly _id: string })[],
): Promise<JsonObject[]> {
  const chainIds = [...new Set(fills.map(({ chainId }) => chainId))];
  const finalities = new Map(await Promise.all(chainIds.map(async (chainId) => [chainId, await readFinality(chainId)] as const)));
  const wanted = fills.flatMap(({ chainId, fromToken, toToken }) => [fromToken, toToken].map((address) => ({ chainId, address })));
  const found = await tokens.findMany(wanted);
  return fills.map((fill) => ({
    _id: fill._id,
    id: fill._id,
    chainId: fill.chainId,
    walletAddress: fill.wallet,
    vault: fill.vault,
    positionId: fill.positionId,
    orderIndex: fill.orderIndex,
    txHash: fill.txHash,
    fromToken: presentToken(found.get(tokenKey(fill.chainId, fill.fromToken)), fill.chainId, fill.fromToken, null),
    toToken: presentToken(found.get(tokenKey(fill.chainId, fill.toToken)), fill.chainId, fill.toToken, null),
    amountIn: fill.amountIn,
    amountOut: fill.amountOut,
    blockNumber: fill.blockNumber,
    blockHash: fill.blockHash,
    ...(finalities.get(fill.chainId)?.(fill.blockNumber) ?? { confirmations: 0, isFinal: false }),
    executedAt: new Date(fill.executedAtMs).toISOString(),
    createdAt: new Date(fill.executedAtMs).toISOString(),
  }));
}

/** A token that is on no list is shown by what is known of it. */
function presentToken(token: Token | undefined, chainId: number, address: string, decimals: number | null): Json {
  return token === undefined ? { address, chainId, symbol: null, name: null, decimals } : { ...token };
}

function addressOf(member: Json): string | null {
  if (typeof member === 'string') return member.toLowerCase();
  if (typeof member === 'object' && member !== null && 'address' in member && typeof member.address === 'string') {
    return member.address.toLowerCase();
  }
  return null;
}
