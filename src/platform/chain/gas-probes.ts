import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { withinTime } from '../loop/within-time.ts';
import type { ChainReads, GasProbe, Hex, ProbedCall } from './chain.ts';

/** Requests for one sender and contract at once; more calls wait, and are measured together. */
const REQUESTS_AT_ONCE = 4;
/** The maximum number of calls in one request: an ordinary one takes 300,000 gas, and nodes limit the gas of a request. */
const CALLS_AT_ONCE = 24;
const BYTES_AT_ONCE = 96_000;
/** Longest request, ms. One call may keep the node busy, and the others must not wait for it. */
const TOGETHER_WITHIN_MS = 1_500;
/** How long a chain whose nodes cannot measure is not asked to, ms. */
const UNSUPPORTED_FOR_MS = 3_600_000;

type Waiting = { readonly data: Hex; readonly resolve: (probe: GasProbe) => void; readonly reject: (error: unknown) => void };
type Line = {
  readonly from: Address;
  readonly to: Address;
  readonly gas: bigint;
  readonly waiting: Waiting[];
  running: number;
  /** Calls in the next request: half as many after one that took too long, and one more after each that did not. */
  size: number;
};

/**
 * Estimates calls of untrusted contracts. Those of one sender to one contract that are asked for while others are running are measured
 * together, each on the state before all of them. A call that fails there, or is not known from it, is estimated alone; so is a single one.
 */
export function createGasProbes(deps: {
  readonly reads: Pick<ChainReads, 'estimateGas' | 'measureGas'>;
  readonly stopwatch: () => number;
  readonly togetherWithinMs?: number;
}): (call: ProbedCall) => Promise<GasProbe> {
  const { reads, stopwatch, togetherWithinMs = TOGETHER_WITHIN_MS } = deps;
  /** One for each executor and vault, which are few. */
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
    // What is asked for in the same turn belongs together.
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
