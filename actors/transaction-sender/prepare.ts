import type { PrepareParams, SignParams } from '../../machines/transaction-sender/effect-params.ts';
import type { transactionSenderMachine } from '../../machines/transaction-sender.ts';
import type { Chain, ChainReads } from '../../src/platform/chain/chain.ts';
import type { Signers } from '../../src/platform/chain/signer.ts';
import type { EventInput } from '../../src/runtime/define/definition.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../src/values/hash.ts';
import { mostPerGas } from '../../src/values/most-per-gas.ts';
import { parseBytes } from './parse-bytes.ts';
import { toStoredFees } from './stored-fees.ts';

/**
 * Gas limit of a transaction, in percent of the gas estimate, when the requester specified no gas. The margin is needed because some
 * estimates were lower than the gas that the transaction then used.
 */
const GAS_MARGIN = 130n;
/**
 * Maximum gas estimate that is accepted, as a multiple of the gas that the requester specified. Without this limit, a hostile token could
 * make the signer pay for a whole block.
 */
const MOST_TIMES_ASKED = 2n;
/**
 * The signer's balance must cover twice the current data fee of the rollup (what the rollup charges for the calldata), because the fee can
 * rise until the transaction is mined.
 */
const TIMES_DATA_FEES = 2n;

type Prepared = EventInput<typeof transactionSenderMachine>;
type Planned = Pick<SignParams, 'nonce' | 'gas' | 'fees'>;

/** Signs a transaction, without sending it, and returns the signed bytes and the transaction hash. */
export type Sign = (params: SignParams) => Promise<{ readonly raw: string; readonly hash: string }>;

/**
 * Reads everything that signing needs, and signs the call. When nothing is signed, returns the reason: the call reverts, this node does not
 * have the signer's key, the balance is too low for the gas, or the deadline of the transaction has passed by the chain's clock. The
 * request is postponed when the balance would suffice if the transactions in flight cost nothing.
 */
export async function prepare(
  params: PrepareParams,
  deps: { readonly chain: Chain; readonly signers: Signers; readonly maxInFlight: number; readonly sign: Sign },
): Promise<Prepared> {
  const { round, deadlineSec, chainId, lastNonce = null, reservedWei = '0' } = params;
  const signer = parseAddress(params.signer);
  deps.signers.of(chainId, signer);
  const planned = await deps.chain.onOneEndpoint(async (reads): Promise<Prepared | Planned> => {
    const asked = params.call.gas === null ? null : BigInt(params.call.gas);
    const { to, data, value } = params.call;
    const sent = { from: signer, to: parseAddress(to), data: parseBytes(data), value: BigInt(value) };
    // The following reads run in parallel to save time, because a sender prepares its transactions one after another.
    const [head, dataFees, passes, fees, balance, free] = await Promise.all([
      reads.getBlock('latest'),
      deps.chain.dataFees(sent, asked ?? 0n),
      asked === null ? false : passesWith(reads, { ...sent, gas: asked }),
      // Fees are requested through the chain's client, which checks unusually high fees with another endpoint. The check is needed because
      // the signer pays the full tip that an endpoint suggests.
      deps.chain.estimateFees(),
      reads.getBalance(signer),
      nextNonce(reads, signer, params.recent),
    ]);
    if (head.timestampSec > deadlineSec)
      return { type: 'NOT_SENT', round, outcome: 'expired', reason: 'the deadline of the transaction has passed' };

    // Some rollups charge for calldata in gas. That gas is added to the gas limit, because the gas that the requester specified covers only
    // the call itself.
    const dataGas = (dataFees.gas * GAS_MARGIN) / 100n;
    // The requester measured the gas with a simulation. If the call now needs several times as much gas, it no longer does what the
    // requester planned.
    const call = asked === null ? sent : { ...sent, gas: (asked + dataGas) * MOST_TIMES_ASKED };
    const refused = (reason: string): Prepared => ({ type: 'NOT_SENT', round, outcome: 'refused', reason });
    const estimate = asked !== null && passes && dataGas === 0n ? asked : await estimateOrReason(reads, call);
    if (typeof estimate === 'string') return refused(estimate);

    const gas = asked === null ? (estimate * GAS_MARGIN) / 100n : larger(asked + dataGas, estimate);
    const cost = call.value + gas * mostPerGas(fees) + dataFees.wei * TIMES_DATA_FEES;
    if (balance < cost) {
      return refused(`insufficient-funds: ${signer} holds ${balance} wei on chain ${chainId}, and the transaction may cost ${cost} wei`);
    }
    if (balance < cost + BigInt(reservedWei)) {
      const reason = `the balance of ${balance} wei is reserved for transactions that are already sent and may cost ${reservedWei} wei`;
      return { type: 'POSTPONED', round, reason };
    }
    const nonce = Math.max((lastNonce ?? -1) + 1, free);
    return { nonce, gas: gas.toString(), fees: toStoredFees(fees) };
  });
  if ('type' in planned) return planned;
  const signed = await deps.sign({
    chainId,
    signer,
    round,
    ...planned,
    to: params.call.to,
    data: params.call.data,
    value: params.call.value,
  });
  return { type: 'CALL_SIGNED', round, ...planned, maxInFlight: deps.maxInFlight, ...signed };
}

/**
 * Whether the call succeeds with its gas limit. A node simulates the call once for this check, but about a dozen times for a gas estimate.
 */
async function passesWith(reads: ChainReads, call: Parameters<ChainReads['simulate']>[0]): Promise<boolean> {
  try {
    await reads.simulate(call);
    return true;
  } catch (error) {
    // The call failed with its gas limit. The gas estimate that follows this check shows whether more gas helps, or returns the reason of
    // the failure.
    if (error instanceof TerminalError) return false;
    throw error;
  }
}

async function estimateOrReason(reads: ChainReads, call: Parameters<ChainReads['estimateGas']>[0]): Promise<bigint | string> {
  try {
    return await reads.estimateGas(call);
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error;
    const reason = error.code === 'execution-reverted' ? error.details?.reason : null;
    return typeof reason === 'string' ? reason : `${error.code}: ${error.message}`;
  }
}

/**
 * Returns the next free nonce after all pending transactions, so that a transaction which another program sent with this key is not
 * replaced. Skips nonces with a known receipt, because a lagging node may still report them as free.
 */
async function nextNonce(reads: ChainReads, signer: Address, recent: PrepareParams['recent']): Promise<number> {
  let nonce = Math.max(...(await Promise.all([reads.getNonce(signer, 'latest'), reads.getNonce(signer, 'pending')])));
  for (;;) {
    const used = recent.find((sent) => sent.nonce === nonce);
    if (used === undefined || (await reads.getReceipt(parseHash(used.hash))) === null) return nonce;
    nonce += 1;
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
