import { type Abi, decodeFunctionResult, encodeFunctionData, size } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { multicall3Abi } from './abi/multicall3.generated.ts';
import type { AnyContractCall, ChainCall, Hex } from './chain.ts';
import { revertReason } from './revert-reason.ts';

/** The same address on every chain it is deployed on (multicall3.com); the devnet puts it there as well. */
export const MULTICALL3 = parseAddress('0xcA11bde05977b3631167028862bE2a173976CA11');

/** Nodes bound the gas of one `eth_call` (geth 50 M, Anvil its block's 30 M) and the size of a request. */
const CALLS_AT_ONCE = 200;
const BYTES_AT_ONCE = 48_000;
/** Where there is no Multicall3: how many single calls are under way at a time. */
const SINGLE_CALLS_AT_ONCE = 16;

export type ContractReadResult =
  | { readonly status: 'success'; readonly result: unknown; readonly error?: undefined }
  | { readonly status: 'failure'; readonly error: CoxswainError; readonly result?: undefined };

type Prepared = { readonly call: AnyContractCall; readonly to: Address; readonly data: Hex };

/** Many contract calls in few requests; see `ChainReads.readContracts`. */
export function createContractReader(deps: {
  readonly abi: Abi;
  readonly call: (call: ChainCall) => Promise<Hex>;
  readonly getCode: (address: Address) => Promise<Hex>;
}): (calls: readonly AnyContractCall[], at: number | undefined) => Promise<ContractReadResult[]> {
  let multicallIsDeployed = false;

  return async (calls, at) => {
    const prepared = calls.map(prepare);
    if (prepared.length === 0) return [];
    // Only a yes is remembered: a contract that is missing today may be deployed tomorrow.
    if (prepared.length > 1) multicallIsDeployed ||= (await deps.getCode(MULTICALL3)) !== '0x';
    const results: ContractReadResult[] = [];
    if (prepared.length > 1 && multicallIsDeployed) {
      for (const chunk of chunksOf(prepared)) results.push(...(await together(chunk, at)));
    } else {
      for (let i = 0; i < prepared.length; i += SINGLE_CALLS_AT_ONCE) {
        results.push(...(await Promise.all(prepared.slice(i, i + SINGLE_CALLS_AT_ONCE).map((one) => alone(one, at)))));
      }
    }
    return results;
  };

  async function together(chunk: readonly Prepared[], at: number | undefined): Promise<ContractReadResult[]> {
    const args = [chunk.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const;
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args });
    let returned: Hex;
    try {
      returned = await deps.call({ to: MULTICALL3, data, ...(at === undefined ? {} : { at }) });
    } catch (error) {
      if (!(error instanceof TerminalError)) throw error;
      return await inHalves(chunk, at);
    }
    const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: returned });
    return chunk.map((one, i) => {
      const answer = answers[i];
      if (answer === undefined) return failure('unexpected-return-data', 'Multicall3 gave fewer answers than there were calls.');
      if (answer.success) return decode(one, answer.returnData);
      const { reason, args } = revertReason(answer.returnData, [...deps.abi, ...one.call.abi]);
      return failure('execution-reverted', `The contract refused the call: ${reason}.`, { reason, args });
    });
  }

  /** One contract that burns all gas fails the whole request: the others are asked without it, and only it gets the failure. */
  async function inHalves(chunk: readonly Prepared[], at: number | undefined): Promise<ContractReadResult[]> {
    const [only] = chunk;
    if (chunk.length === 1 && only !== undefined) return [await alone(only, at)];
    const middle = Math.ceil(chunk.length / 2);
    return [...(await together(chunk.slice(0, middle), at)), ...(await together(chunk.slice(middle), at))];
  }

  async function alone(one: Prepared, at: number | undefined): Promise<ContractReadResult> {
    try {
      return decode(one, await deps.call({ to: one.to, data: one.data, ...(at === undefined ? {} : { at }) }));
    } catch (error) {
      // What the contract says belongs to this call; that the node cannot be reached concerns them all.
      if (error instanceof TerminalError && error.code === 'execution-reverted') return { status: 'failure', error };
      throw error;
    }
  }
}

function prepare(call: AnyContractCall): Prepared {
  return { call, to: parseAddress(call.address), data: encodeFunctionData<Abi>(call) };
}

function* chunksOf(prepared: readonly Prepared[]): Generator<Prepared[]> {
  let chunk: Prepared[] = [];
  let bytes = 0;
  for (const one of prepared) {
    const itsBytes = size(one.data) + 160;
    if (chunk.length > 0 && (chunk.length >= CALLS_AT_ONCE || bytes + itsBytes > BYTES_AT_ONCE)) {
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
  if (data === '0x' && hasOutputs(call)) return failure('no-contract', `There is no contract at ${call.address} that answers this call.`);
  try {
    return { status: 'success', result: decodeFunctionResult<Abi>({ abi: call.abi, functionName: call.functionName, data }) };
  } catch (cause) {
    const message = `${call.address} answered ${call.functionName} with data of another shape.`;
    return { status: 'failure', error: new TerminalError({ code: 'unexpected-return-data', message, cause }) };
  }
}

function hasOutputs(call: AnyContractCall): boolean {
  return call.abi.some((item) => item.type === 'function' && item.name === call.functionName && item.outputs.length > 0);
}

function failure(code: string, message: string, details?: { reason: string; args: ReturnType<typeof revertReason>['args'] }) {
  return { status: 'failure', error: new TerminalError({ code, message, details }) } as const;
}
