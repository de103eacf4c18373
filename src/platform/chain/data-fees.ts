import { decodeFunctionResult, encodeFunctionData, parseAbi, serializeTransaction } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ChainCall, ChainReads, RollupKind } from './chain.ts';

/** Address of the contract that computes the fees for data, the same on every OP-stack chain (Base, OP Mainnet and others). */
export const OP_STACK_ORACLE = parseAddress('0x420000000000000000000000000000000000000F');
/** Arbitrum's nodes answer calls of this address themselves, because no contract is deployed there. */
export const ARBITRUM_NODE_INTERFACE = parseAddress('0x00000000000000000000000000000000000000C8');

/** The function `getOperatorFee` does not exist before the chain's Isthmus upgrade. */
export const opStackOracleAbi = parseAbi([
  'function getL1Fee(bytes unsignedTransaction) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);
export const arbitrumNodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
]);

/**
 * How long, in ms, a chain is treated as no rollup after none of the contracts by which rollups are recognized was found on it. The time is
 * limited, because a faulty endpoint may fail to report a contract that exists.
 */
const NONE_FOR_MS = 3_600_000;
const NO_FEES: DataFees = { gas: 0n, wei: 0n };

/** The fields of a transaction that determine its data fee. */
export type DataCall = Pick<ChainCall, 'to' | 'data' | 'value'>;

export type DataFeeReader = {
  /** Determines once which kind of rollup the chain is. @throws RetryableError when the chain cannot be queried */
  kind(): Promise<RollupKind>;
  /** Reads a transaction's data fee. @param gas its gas limit @throws the errors of `kind`; TerminalError for another kind of rollup */
  of(call: DataCall, gas: bigint): Promise<DataFees>;
};

/**
 * Reads the fee that a transaction pays for its data on a rollup.
 * @param deps.pinned the configured kind of rollup; when missing, the chain is queried for the contracts of each kind
 */
export function createDataFeeReader(deps: {
  readonly chainId: number;
  readonly reads: Pick<ChainReads, 'call' | 'readContracts'>;
  readonly pinned: RollupKind | undefined;
  readonly stopwatch: () => number;
}): DataFeeReader {
  const { chainId, reads, pinned, stopwatch } = deps;
  let known: { readonly kind: Promise<RollupKind>; readonly untilMs: number } | null = null;

  function kind(): Promise<RollupKind> {
    if (pinned !== undefined) return Promise.resolve(pinned);
    if (known !== null && stopwatch() < known.untilMs) return known.kind;
    const asked = ask();
    const entry = { kind: asked, untilMs: stopwatch() + NONE_FOR_MS };
    known = entry;
    asked.then(
      (found) => {
        if (found !== 'none') known = { kind: asked, untilMs: Number.POSITIVE_INFINITY };
      },
      () => {
        if (known === entry) known = null;
      },
    );
    return asked;
  }

  async function ask(): Promise<RollupKind> {
    if (await answers(opStackFees({ data: '0x' }, 0n))) return 'op-stack';
    return (await answers(arbitrumFees({ data: '0x' }))) ? 'arbitrum' : 'none';
  }

  return {
    kind,
    async of(call, gas) {
      switch (await kind()) {
        case 'op-stack':
          return await opStackFees(call, gas);
        case 'arbitrum':
          return await arbitrumFees(call);
        case 'none':
          return NO_FEES;
      }
    },
  };

  async function opStackFees(call: DataCall, gas: bigint): Promise<DataFees> {
    const oracle = { address: OP_STACK_ORACLE, abi: opStackOracleAbi } as const;
    const [[data], [operator]] = await Promise.all([
      reads.readContracts([{ ...oracle, functionName: 'getL1Fee', args: [unsigned(chainId, call, gas)] }] as const),
      reads.readContracts([{ ...oracle, functionName: 'getOperatorFee', args: [gas] }] as const),
    ]);
    if (data.status === 'failure') throw data.error;
    if (operator.status === 'failure' && operator.error instanceof RetryableError) throw operator.error;
    return { gas: 0n, wei: data.result + (operator.status === 'success' ? operator.result : 0n) };
  }

  async function arbitrumFees({ to, data = '0x' }: DataCall): Promise<DataFees> {
    const asked = { abi: arbitrumNodeInterfaceAbi, functionName: 'gasEstimateL1Component' } as const;
    const calldata = encodeFunctionData({ ...asked, args: [to ?? ZERO, to === undefined, data] });
    const returned = await reads.call({ to: ARBITRUM_NODE_INTERFACE, data: calldata });
    // The reply of `gasEstimateL1Component` must consist of exactly three words of 32 bytes (64 hex characters each) after the prefix `0x`.
    if (returned.length !== 2 + 3 * 64) {
      const message = `The price of data on chain ${chainId} cannot be read from the chain. Correct \`rollup\` in its Network record.`;
      throw new TerminalError({ code: 'no-data-fees', message });
    }
    const [gas] = decodeFunctionResult({ ...asked, data: returned });
    return { gas, wei: 0n };
  }
}

async function answers(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch (error) {
    // The call failed because the address has no contract, or because its contract is of another kind. In both cases the chain is not a
    // rollup of the kind that was checked.
    if (error instanceof TerminalError) return false;
    throw error;
  }
}

const ZERO: Address = parseAddress(`0x${'0'.repeat(40)}`);
/**
 * Typical nonce and fees for a sample transaction. They have as many digits as usual, because the data fee depends on every byte of the
 * transaction.
 */
const USUAL_NONCE = 100_000;
const USUAL_FEE = 10_000_000_000n;

/** The unsigned transaction that the fee oracle expects; the oracle adds the signature itself. */
function unsigned(chainId: number, { to, data = '0x', value = 0n }: DataCall, gas: bigint): `0x${string}` {
  return serializeTransaction({
    ...{ type: 'eip1559', chainId, nonce: USUAL_NONCE, gas, data, value },
    ...{ maxFeePerGas: USUAL_FEE, maxPriorityFeePerGas: USUAL_FEE },
    ...(to === undefined ? {} : { to }),
  });
}
