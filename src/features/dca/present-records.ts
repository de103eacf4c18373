import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { type Token, tokenKey } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import type { DcaReading } from './dca-record.ts';
import type { ReadFinality } from './fill-finality.ts';
import type { DcaFill } from './fill-repository.ts';
import type { PublicDcaFill, PublicDcaRecord } from './routes/dca-schemas.ts';

/** Returns the DCA records with the details of their tokens, in the order of `readings`. */
export async function presentRecords(tokens: Tokens, readings: readonly DcaReading[]): Promise<PublicDcaRecord[]> {
  const wanted = readings.flatMap(({ terms }) => [terms.fromToken, terms.toToken].map((address) => ({ chainId: terms.chainId, address })));
  const found = await tokens.findMany(wanted);
  return readings.map(({ record, terms }) => {
    const { chainId } = terms;
    const populated = (address: Address, decimals: number | null) =>
      presentToken(found.get(tokenKey(chainId, address)), chainId, address, decimals);
    return {
      ...record,
      fromToken: populated(terms.fromToken, terms.fromDecimals),
      toToken: populated(terms.toToken, terms.toDecimals),
    };
  });
}

/** Returns the fills (executed orders) with the details of their tokens and their finality, in the order of the input. */
export async function presentFills(
  tokens: Tokens,
  readFinality: ReadFinality,
  fills: readonly (DcaFill & { readonly _id: string })[],
): Promise<PublicDcaFill[]> {
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
    fee: fill.fee ?? '0',
    blockNumber: fill.blockNumber,
    blockHash: fill.blockHash,
    ...(finalities.get(fill.chainId)?.(fill.blockNumber) ?? { confirmations: 0, isFinal: false }),
    executedAt: new Date(fill.executedAtMs).toISOString(),
    createdAt: new Date(fill.executedAtMs).toISOString(),
  }));
}

/**
 * Returns the details of a token. For a token that is not listed, these are only the details that the executed order or the DCA record
 * itself contains.
 */
function presentToken(token: Token | undefined, chainId: number, address: Address, decimals: number | null): PublicDcaRecord['fromToken'] {
  return token === undefined ? { address, chainId, symbol: null, name: null, decimals } : { ...token };
}
