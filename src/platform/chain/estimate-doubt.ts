import type { ChainCall } from './chain.ts';

/**
 * A gas estimate is checked with another endpoint before it is used, if it is more than this many times higher or lower than usual for such
 * a call.
 */
const TIMES_OFF = 5n;
/** Maximum number of kinds of calls whose usual gas is remembered; the oldest kind is removed first. */
const MOST_KINDS = 256;
const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;

/** Remembers the usual gas of each kind of call, and detects estimates that differ widely from it. */
export type EstimateDoubt = {
  isDoubtful(call: ChainCall, gas: bigint): boolean;
  learn(call: ChainCall, gas: bigint): void;
};

/** Creates a tracker without any estimates. Two calls are of the same kind if they call the same function of the same contract. */
export function createEstimateDoubt(): EstimateDoubt {
  const usualByKind = new Map<string, bigint>();
  return {
    isDoubtful(call, gas) {
      // A node that respects the call's gas limit never returns an estimate above it, so such an estimate is doubtful.
      if (call.gas !== undefined && gas > call.gas) return true;
      const usual = usualByKind.get(kindOf(call));
      return usual !== undefined && (gas > TIMES_OFF * usual || TIMES_OFF * gas < usual);
    },
    learn(call, gas) {
      const kind = kindOf(call);
      const usual = usualByKind.get(kind);
      usualByKind.delete(kind);
      usualByKind.set(kind, usual === undefined ? gas : (3n * usual + gas) / 4n);
      const [oldest] = usualByKind.keys();
      if (usualByKind.size > MOST_KINDS && oldest !== undefined) usualByKind.delete(oldest);
    },
  };
}

/**
 * Returns the gas that a transaction with the data of a call costs before any code runs (EIP-2028). A gas estimate below this number must
 * be wrong.
 */
export function leastGasOf({ data }: Pick<ChainCall, 'data'>): bigint {
  let gas = TRANSACTION_GAS;
  for (let at = 2; at < (data?.length ?? 0); at += 2) gas += data?.slice(at, at + 2) === '00' ? ZERO_BYTE_GAS : BYTE_GAS;
  return gas;
}

function kindOf({ to, data }: ChainCall): string {
  return `${to ?? ''}/${data?.slice(0, 10) ?? ''}`;
}
