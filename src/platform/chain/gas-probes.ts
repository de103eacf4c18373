import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { withinTime } from '../loop/within-time.ts';
import type { ChainReads, GasProbe, Hex, ProbedCall } from './chain.ts';

/** Maximum number of concurrent requests for one sender and contract. Further calls wait, and are then measured together in one request. */
const REQUESTS_AT_ONCE = 4;
/**
 * Maximum number of calls that are measured in one request. Nodes limit the gas of a request, and an ordinary call takes about 300,000 gas
 * units.
 */
const CALLS_AT_ONCE = 24;
const BYTES_AT_ONCE = 96_000;
/**
 * Time limit of a request that measures several calls, in ms. One call may keep the node busy, and the other calls must not wait for it.
 */
const TOGETHER_WITHIN_MS = 1_500;
/** How long, in ms, calls are estimated one by one after a node has shown that it cannot measure several calls in one request. */
const UNSUPPORTED_FOR_MS = 3_600_000;

type Waiting = { readonly data: Hex; readonly resolve: (probe: GasProbe) => void; readonly reject: (error: unknown) => void };
type Line = {
  readonly from: Address;
  readonly to: Address;
  readonly gas: bigint;
  readonly waiting: Waiting[];
  running: number;
  /**
   * Number of calls in the next request. The number is halved after a request that took too long, and increased by one after any other
   * request.
   */
  size: number;
};

/**
 * Creates the function that estimates the gas of calls to contracts that may run untrusted code. When calls of one sender to one contract
 * arrive while others are being measured, they wait, and are then measured together in one request, each as if it were the only call. A
 * single call is estimated alone. A call is also estimated alone when it failed in a request with others, or when that request did not show
 * its gas.
 */
export function createGasProbes(deps: {
  readonly reads: Pick<ChainReads, 'estimateGas' | 'measureGas'>;
  readonly stopwatch: () => number;
  readonly togetherWithinMs?: number;
}): (call: ProbedCall) => Promise<GasProbe> {
  const { reads, stopwatch, togetherWithinMs = TOGETHER_WITHIN_MS } = deps;
  /** The queues of waiting calls, by sender and contract. There are few of them: one for each executor and vault. */
  const lines = new Map<string, Line>();
  let unsupportedUntilMs = Number.NEGATIVE_INFINITY;

  const alone = async ({ from, to, gas }: Line, { data, resolve, reject }: Waiting): Promise<void> => {
    try {
      resolve({ gas: await reads.estimateGas({ from, to, data, gas }), hasDataGas: true });
    } catch (error) {
      reject(error);
    }
  };

  async function together(line: Line, group: readonly Waiting[]): Promise<void> {
    const { from, to, gas } = line;
    let measured: readonly (bigint | null)[] | null = null;
    try {
      const calls = group.map(({ data }) => data);
      measured = await withinTime(reads.measureGas({ from, to, gas, calls }), togetherWithinMs, () => null);
      line.size = measured === null ? Math.max(2, Math.floor(line.size / 2)) : Math.min(CALLS_AT_ONCE, line.size + 1);
    } catch (error) {
      if (isLimited(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      if (error instanceof TerminalError) unsupportedUntilMs = stopwatch() + UNSUPPORTED_FOR_MS;
    }
    await Promise.all(
      group.map(async (one, index) => {
        const used = measured?.[index] ?? null;
        if (used === null) await alone(line, one);
        else one.resolve({ gas: used, hasDataGas: false });
      }),
    );
  }

  async function run(line: Line): Promise<void> {
    line.running += 1;
    // Waits until the end of the current turn of the event loop, so that calls requested in the same turn are measured together.
    await Promise.resolve();
    for (let group = nextGroup(line); group.length > 0; group = nextGroup(line)) {
      const [first, ...others] = group;
      const isAlone = others.length === 0 || stopwatch() < unsupportedUntilMs;
      if (isAlone) await Promise.all(group.map((one) => alone(line, one)));
      else if (first !== undefined) await together(line, group);
    }
    line.running -= 1;
  }

  return ({ from, to, data, gas }) => {
    const { promise, resolve, reject } = Promise.withResolvers<GasProbe>();
    const key = `${from}/${to}/${gas}`;
    const line = lines.get(key) ?? { from, to, gas, waiting: [], running: 0, size: CALLS_AT_ONCE };
    lines.set(key, line);
    line.waiting.push({ data, resolve, reject });
    if (line.running < REQUESTS_AT_ONCE) void run(line);
    return promise;
  };
}

function nextGroup({ waiting, size }: Line): readonly Waiting[] {
  let bytes = 0;
  let count = 0;
  for (const { data } of waiting) {
    bytes += data.length / 2;
    if (count > 0 && (count >= size || bytes > BYTES_AT_ONCE)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Whether the error is a rate limit, which a contract cannot cause. */
function isLimited(error: unknown): boolean {
  return error instanceof RetryableError && error.code === 'rpc-rate-limited';
}
