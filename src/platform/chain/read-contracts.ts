import { type Abi, decodeFunctionResult, encodeFunctionData, size } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { multicall3Abi } from './abi/multicall3.generated.ts';
import { isRevert, requireWell } from './ask-stranger.ts';
import type { AnyContractCall, ChainCall, ChainReads, Hex } from './chain.ts';
import { revertReason } from './revert-reason.ts';

/** Address of Multicall3, the same on every chain that has it (multicall3.com); the devnet deploys it there as well. */
export const MULTICALL3 = parseAddress('0xcA11bde05977b3631167028862bE2a173976CA11');

/**
 * Maximum number of calls per `eth_call`. Nodes limit the gas of an `eth_call` (geth to 50 million gas units; Anvil to 30 million, its
 * block gas limit) and the size of a request.
 */
const CALLS_AT_ONCE = 200;
const BYTES_AT_ONCE = 48_000;
/** Maximum number of concurrent single calls on a chain without Multicall3. */
const SINGLE_CALLS_AT_ONCE = 16;
/**
 * Maximum total gas, in gas units, of one request that contains calls with individual gas limits. Nodes allow at least this much for one
 * request.
 */
const GAS_AT_ONCE = 20_000_000n;
/** Gas, in gas units, that Multicall3 itself and its calldata need in one request. */
const MULTICALL_GAS = 1_000_000n;

export type ContractReadResult =
  | { readonly status: 'success'; readonly result: unknown; readonly error?: undefined }
  | { readonly status: 'failure'; readonly error: CoxswainError; readonly result?: undefined };

export type ContractReadOptions = {
  readonly at?: number | undefined;
  /** The maximum gas of each call, in gas units. It must be set for calls of untrusted contracts. */
  readonly gasEach?: bigint | undefined;
  /** The higher gas limit, in gas units, with which a call is repeated in a request of its own after it failed in a batch. */
  readonly gasAlone?: bigint | undefined;
  /**
   * True when the called contract is one of this service that itself calls untrusted contracts. If such a call fails in a batch, the error
   * of our contract hides the error of the untrusted one, and another call may have used up its gas. So each failed call is repeated in a
   * request of its own.
   */
  readonly isThrough?: boolean | undefined;
};

type Prepared = { readonly call: AnyContractCall; readonly to: Address; readonly data: Hex };

/** Creates a function that combines many contract calls into few requests; see `ChainReads.readContracts`. */
export function createContractReader(deps: {
  readonly abi: Abi;
  readonly call: (call: ChainCall) => Promise<Hex>;
  readonly getCode: (address: Address) => Promise<Hex>;
  /** Reads the newest block number, to check that the node works before a failure is attributed to the call. */
  readonly getBlockNumber: ChainReads['getBlockNumber'];
}): (calls: readonly AnyContractCall[], options?: ContractReadOptions) => Promise<ContractReadResult[]> {
  let multicallIsDeployed = false;

  return async (calls, options = {}) => {
    const prepared = calls.map(prepare);
    if (prepared.length === 0) return [];
    // That Multicall3 exists on the chain is cached. That it does not exist is not cached, since it may be deployed later.
    if (prepared.length > 1) multicallIsDeployed ||= (await deps.getCode(MULTICALL3)) !== '0x';
    if (prepared.length === 1 || !multicallIsDeployed) return await eachAlone(prepared, options);
    const results: ContractReadResult[] = [];
    for (const chunk of chunksOf(prepared, options.gasEach)) results.push(...(await together(chunk, options)));
    return results;
  };

  async function together(chunk: readonly Prepared[], options: ContractReadOptions): Promise<ContractReadResult[]> {
    const { at, gasEach } = options;
    const args = [chunk.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const;
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args });
    const gas = gasEach === undefined ? {} : { gas: gasEach * BigInt(chunk.length) + MULTICALL_GAS };
    let returned: Hex;
    try {
      returned = await deps.call({ to: MULTICALL3, data, ...gas, ...(at === undefined ? {} : { at }) });
    } catch (error) {
      if (isLimited(error)) throw error;
      if (!(error instanceof TerminalError)) await requireWell(deps, error);
      return await inHalves(chunk, options);
    }
    if (returned === '0x') {
      const message = 'The node reports no contract at the address of Multicall3, although it existed before.';
      throw new RetryableError({ code: 'rpc-unavailable', message, retryAfterMs: 1_000 });
    }
    const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: returned });
    const results = chunk.map((one, i) => {
      const answer = answers[i];
      if (answer === undefined) return failure('unexpected-return-data', 'Multicall3 returned fewer results than calls.');
      if (answer.success) return decode(one, answer.returnData);
      const { reason, args } = revertReason(answer.returnData, [...deps.abi, ...one.call.abi]);
      return failure('execution-reverted', `The contract reverted the call: ${reason}.`, { reason, args });
    });
    return gasEach === undefined ? results : await hungryAgain(chunk, answers, results, options);
  }

  /**
   * Repeats failed calls one by one if the reason of the failure is missing, or comes from an intermediate contract. In these cases another
   * call of the batch may have used up the gas.
   */
  async function hungryAgain(
    chunk: readonly Prepared[],
    answers: readonly { readonly success: boolean; readonly returnData: Hex }[],
    results: readonly ContractReadResult[],
    options: ContractReadOptions,
  ): Promise<ContractReadResult[]> {
    const isHungry = (i: number) => answers[i]?.success === false && (options.isThrough === true || answers[i]?.returnData === '0x');
    const hungry = chunk.flatMap((one, i) => (isHungry(i) ? [{ one, i }] : []));
    const again = await eachAlone(
      hungry.map(({ one }) => one),
      options,
    );
    const byPlace = new Map(hungry.map(({ i }, n) => [i, again[n]]));
    return results.map((result, i) => byPlace.get(i) ?? result);
  }

  /**
   * Splits a failed request into halves until the failing call is isolated. A contract that burns all gas makes the whole request fail;
   * after the split, only the call of that contract fails.
   */
  async function inHalves(chunk: readonly Prepared[], options: ContractReadOptions): Promise<ContractReadResult[]> {
    if (chunk.length === 1) return await eachAlone(chunk, options);
    const middle = Math.ceil(chunk.length / 2);
    return [...(await together(chunk.slice(0, middle), options)), ...(await together(chunk.slice(middle), options))];
  }

  async function eachAlone(chunk: readonly Prepared[], options: ContractReadOptions): Promise<ContractReadResult[]> {
    const results: ContractReadResult[] = [];
    for (let i = 0; i < chunk.length; i += SINGLE_CALLS_AT_ONCE) {
      results.push(...(await Promise.all(chunk.slice(i, i + SINGLE_CALLS_AT_ONCE).map((one) => alone(one, options)))));
    }
    return results;
  }

  async function alone(one: Prepared, { at, gasEach, gasAlone: gas = gasEach }: ContractReadOptions): Promise<ContractReadResult> {
    try {
      const bounds = { ...(at === undefined ? {} : { at }), ...(gas === undefined ? {} : { gas }) };
      return decode(one, await deps.call({ to: one.to, data: one.data, ...bounds }));
    } catch (error) {
      // If the contract raised the error, or the node works for other requests, only this call has failed. If the node cannot be reached,
      // all calls fail.
      if (isLimited(error)) throw error;
      if (!isRevert(error)) await requireWell(deps, error);
      if (error instanceof CoxswainError) return { status: 'failure', error };
      throw error;
    }
  }
}

/** Whether the error is a rate limit, which a contract cannot cause. */
function isLimited(error: unknown): boolean {
  return error instanceof RetryableError && error.code === 'rpc-rate-limited';
}

function prepare(call: AnyContractCall): Prepared {
  return { call, to: parseAddress(call.address), data: encodeFunctionData<Abi>(call) };
}

function* chunksOf(prepared: readonly Prepared[], gasEach: bigint | undefined): Generator<Prepared[]> {
  const callsAtOnce = gasEach === undefined ? CALLS_AT_ONCE : Math.max(1, Math.min(CALLS_AT_ONCE, Number(GAS_AT_ONCE / gasEach)));
  let chunk: Prepared[] = [];
  let bytes = 0;
  for (const one of prepared) {
    const itsBytes = size(one.data) + 160;
    if (chunk.length > 0 && (chunk.length >= callsAtOnce || bytes + itsBytes > BYTES_AT_ONCE)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(one);
    bytes += itsBytes;
  }
  yield chunk;
}

function decode({ call }: Prepared, data: Hex): ContractReadResult {
  if (data === '0x' && hasOutputs(call)) return failure('no-contract', `No contract at ${call.address} answers this call.`);
  try {
    return { status: 'success', result: decodeFunctionResult<Abi>({ abi: call.abi, functionName: call.functionName, data }) };
  } catch (cause) {
    const message = `${call.address} returned data of an unexpected shape for ${call.functionName}.`;
    return { status: 'failure', error: new TerminalError({ code: 'unexpected-return-data', message, cause }) };
  }
}

function hasOutputs(call: AnyContractCall): boolean {
  return call.abi.some((item) => item.type === 'function' && item.name === call.functionName && item.outputs.length > 0);
}

function failure(code: string, message: string, details?: { reason: string; args: ReturnType<typeof revertReason>['args'] }) {
  return { status: 'failure', error: new TerminalError({ code, message, details }) } as const;
}
