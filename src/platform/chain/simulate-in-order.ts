import * as v from 'valibot';
import { type Abi, numberToHex, RpcRequestError } from 'viem';
import { parseAddress } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ChainCall, Hex, SimulatedCall } from './chain.ts';
import { revertReason } from './revert-reason.ts';

const hex = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const replySchema = v.tuple([
  v.looseObject({
    calls: v.array(
      v.looseObject({
        status: hex,
        returnData: v.optional(hex, '0x'),
        gasUsed: hex,
        logs: v.optional(v.array(v.looseObject({ address: hex, topics: v.array(hex), data: hex })), []),
        error: v.optional(v.looseObject({ message: v.optional(v.string(), ''), data: v.optional(v.nullable(v.unknown())) })),
      }),
    ),
  }),
]);

const NOT_SUPPORTED =
  /method.{0,40}(not (found|supported|available|exist)|does not exist)|unsupported method|not implemented|unknown method/i;
const MOST_REASON = 200;

/** Time in seconds by which the simulated block is later than the newest block. */
const LATER_SEC = 30;

/**
 * Builds the parameters of `eth_simulateV1`. All calls are simulated in one block after the newest block, and transfers of the native asset
 * appear as logs. The block's time is stated, because Anvil otherwise simulates at time 0.
 */
export function simulationOf(calls: readonly ChainCall[], newestSec: number): readonly unknown[] {
  const rows = calls.map(({ from, to, data, value }) => ({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { input: data }),
    value: numberToHex(value ?? 0n),
  }));
  const blockOverrides = { time: numberToHex(newestSec + LATER_SEC) };
  return [{ blockStateCalls: [{ blockOverrides, calls: rows }], traceTransfers: true, validation: false }, 'latest'];
}

/** Parses the node's answer. @throws RetryableError `rpc-unavailable` when the answer has another structure, or another number of calls */
export function simulatedCalls(reply: unknown, count: number, abi: Abi, chainId: number): readonly SimulatedCall[] {
  const read = v.safeParse(replySchema, reply);
  const rows = read.success ? read.output[0].calls : [];
  if (rows.length !== count) {
    const message = `The node of chain ${chainId} returned an unexpected reply to a simulation of ${count} calls.`;
    throw new RetryableError({ code: 'rpc-unavailable', message });
  }
  return rows.map(({ status, returnData, gasUsed, logs, error }) => ({
    reason: BigInt(status) === 1n ? null : failureOf(returnData, error, abi),
    gasUsed: BigInt(gasUsed),
    logs: logs.map(({ address, topics, data }) => ({ address: parseAddress(address), topics, data })),
  }));
}

/** Whether an error means that the node does not support the method. */
export function isMissingMethod(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof RpcRequestError && (one.code === -32601 || NOT_SUPPORTED.test(one.details))) return true;
  return false;
}

function failureOf(returned: Hex, error: { readonly message: string; readonly data?: unknown } | undefined, abi: Abi): string {
  const { reason } = revertReason(returned === '0x' ? error?.data : returned, abi);
  if (reason !== 'no reason given') return reason.slice(0, MOST_REASON);
  return error === undefined || error.message === '' ? reason : error.message.slice(0, MOST_REASON);
}
