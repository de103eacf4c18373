import type { TransferFees } from '../../../market/routes/transfer-fees.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { Chain, ChainCall, SimulatedCall } from '../../../platform/chain/chain.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText, percentText } from '../../../values/inspection/plain-number.ts';
import { isNative } from '../../../values/native.ts';
import type { Notice } from '../answers/shared-schemas.ts';
import { addressIn, TRANSFER_TOPIC, unitsIn } from '../lookup/token-moves.ts';

/**
 * Warns when a token takes a fee on transfer, so that the receiver gets less than was sent. The transfer is simulated. If it cannot be
 * simulated (by this node, or because the wallet holds too little), the fee counts that was measured in a trade.
 */
export async function feeNotices(
  { chain, transferFees }: { readonly chain: Pick<Chain, 'simulateInOrder'>; readonly transferFees: Pick<TransferFees, 'of'> },
  { token, call, to, units }: { readonly token: Token; readonly call: ChainCall; readonly to: Address; readonly units: bigint },
): Promise<readonly Notice[]> {
  const { address } = token;
  if (isNative(address) || !isAddress(address) || units === 0n) return [];
  const [arrived, fee] = await Promise.all([
    known(chain.simulateInOrder([call]).then((results) => arrivedIn(results?.[0], address, to))),
    known(transferFees.of(token.chainId, address)),
  ]);
  if (arrived !== null && arrived < units) {
    const [sent, got] = [units, arrived].map((amount) => exactText(formatAmount(amount, token.decimals)));
    return [notice(`${token.symbol} takes a fee on each transfer: of the ${sent} ${token.symbol}, only ${got} would arrive.`)];
  }
  const bps = Math.max(fee?.buyBps ?? 0, fee?.sellBps ?? 0);
  if (arrived !== null || bps === 0) return [];
  return [notice(`${token.symbol} takes a fee of up to ${percentText(bps)} on each transfer, so less may arrive.`)];
}

function notice(message: string): Notice {
  return { code: 'fee-on-transfer', message };
}

/** The units of a token that arrive at an address by the logs of a simulated call; null when the call failed or logged no transfer to it. */
function arrivedIn(result: SimulatedCall | undefined, token: Address, to: Address): bigint | null {
  if (result === undefined || result.reason !== null) return null;
  const own = result.logs.flatMap(({ address, topics: [topic, , receiver, id], data }) =>
    address === token && topic === TRANSFER_TOPIC && receiver !== undefined && id === undefined && addressIn(receiver) === to
      ? [unitsIn(data) ?? 0n]
      : [],
  );
  return own.length === 0 ? null : own.reduce((sum, units) => sum + units, 0n);
}

/** What could be read from a chain; null when the chain could not be read. A transfer is prepared without what is not known. */
async function known<T>(work: Promise<T | null>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    return null;
  }
}
