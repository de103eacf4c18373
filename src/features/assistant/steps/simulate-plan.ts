import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../../market/tokens/token.ts';
import type { Chain, ChainCall, SimulatedCall } from '../../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { clause } from '../../../values/inspection/plain-number.ts';
import { refuse } from '../answers/answer.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { tokenRef } from '../handlers/held-token.ts';
import { errorText, revertText } from '../lookup/error-text.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import type { Plan, PlanStep, PreparedStep } from './plan.ts';
import { addMoves } from './simulated-moves.ts';

type Simulation = PlanStep['simulation'];
export type Simulated = {
  /** The result of the simulation for each step of the plan. */
  readonly steps: readonly Simulation[];
  readonly whole: Simulation;
  readonly changes: Plan['changes'];
  /** Gas units that the transactions used, by chain id; a chain that was not simulated is missing. */
  readonly gas: ReadonlyMap<number, bigint>;
};

const TOGETHER: Simulation = { kind: 'together', reason: null };

/** Creates the function that simulates the transactions of a plan in order. When a step fails, the whole plan is refused. */
export function createSimulatePlan({ chains, tokens }: { readonly chains: OwnChains; readonly tokens: Pick<Tokens, 'findMany'> }) {
  return async (steps: readonly PreparedStep[], wallet: Address): Promise<Found<Simulated>> => {
    const results: Simulation[] = steps.map(({ row }) => ({
      kind: 'none',
      reason: row.transactions.length === 0 ? 'The step has no transaction.' : null,
    }));
    const moves = new Map<string, bigint>();
    const gas = new Map<number, bigint>();
    for (const chainId of new Set(steps.map(({ row }) => row.chainId))) {
      const bridged = steps.findIndex(({ isBridge, output }) => isBridge && output?.token.chainId === chainId);
      const own = steps.flatMap(({ row }, at) => (row.chainId === chainId && row.transactions.length > 0 ? [at] : []));
      const early = own.filter((at) => bridged < 0 || at < bridged);
      for (const at of own)
        if (!early.includes(at))
          results[at] = { kind: 'none', reason: `The step needs the tokens that step ${bridged + 1} bridges to this chain.` };
      if (early.length === 0) continue;
      const opened = await chains.open(chainId);
      if (opened.answer) return opened;
      const { chain } = opened.found;
      const calls = early.flatMap((at) => (steps[at]?.row.transactions ?? []).map((transaction) => ({ at, transaction })));
      const simulated = await together(chain, calls);
      if (simulated.answer) return simulated;
      if (simulated.found === null) {
        for (const at of early) {
          const alone = await eachAlone(chain, steps[at], at, steps.slice(0, at));
          if (alone.answer) return alone;
          results[at] = alone.found;
        }
        continue;
      }
      for (const at of early) results[at] = TOGETHER;
      gas.set(
        chainId,
        simulated.found.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
      );
      const { wrappedNative } = opened.found.network.contracts;
      for (const { logs } of simulated.found) addMoves(moves, logs, { chainId, wallet, wrappedNative });
    }
    return found({ steps: results, whole: wholeOf(results, steps), changes: await changesOf(moves), gas });
  };

  async function changesOf(moves: ReadonlyMap<string, bigint>): Promise<Plan['changes']> {
    const places = [...moves].map(([key, units]) => {
      const [chainId = '', address = ''] = key.split(':');
      return { chainId: Number(chainId), address: parseAddress(address), units };
    });
    const listed = await tokens.findMany(places);
    return places.flatMap(({ chainId, address, units }) => {
      const token = listed.get(tokenKey(chainId, address));
      if (token === undefined || units === 0n) return [];
      const sign = units < 0n ? '-' : '';
      const change = `${sign}${formatAmount(units < 0n ? -units : units, token.decimals)}`;
      return [{ token: tokenRef(token), change, changeUnits: units.toString() }];
    });
  }
}

function callOf({ from, to, data, value }: Unsigned): ChainCall {
  return {
    ...(from === null ? {} : { from: parseAddress(from) }),
    to: parseAddress(to),
    data: data as `0x${string}`,
    value: BigInt(value),
  };
}

/** Simulates the transactions of a chain together; null when no node of the chain can simulate several calls. */
async function together(
  chain: Chain,
  calls: readonly { readonly at: number; readonly transaction: Unsigned }[],
): Promise<Found<readonly SimulatedCall[] | null>> {
  try {
    const results = await chain.simulateInOrder(calls.map(({ transaction }) => callOf(transaction)));
    if (results === null) return found(null);
    const failed = results.findIndex(({ reason }) => reason !== null);
    if (failed < 0) return found(results);
    const reason = results[failed]?.reason ?? null;
    const why = reason === null ? 'no reason given' : revertText(reason);
    return instead(wouldFail((calls[failed]?.at ?? 0) + 1, calls[failed]?.transaction, why));
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    if (error.code === 'insufficient-funds')
      return instead(refuse('plan-would-fail', 'The wallet has too little for these steps together. Nothing was prepared.'));
    // The node refuses to simulate several calls together, but it may still be able to estimate single transactions.
    return found(null);
  }
}

/** Estimates the gas of each step that does not depend on an earlier step. Each step is estimated separately. */
async function eachAlone(
  chain: Chain,
  step: PreparedStep | undefined,
  at: number,
  before: readonly PreparedStep[],
): Promise<Found<Simulation>> {
  const [first, ...rest] = step?.row.transactions ?? [];
  if (step === undefined || first === undefined) return found({ kind: 'none', reason: null });
  if (step.row.usesStep !== null)
    return found({
      kind: 'none',
      reason: `The step needs the result of step ${step.row.usesStep}, and no node of this chain can simulate several steps together.`,
    });
  const isAfterOthers = before.some(({ row }) => row.chainId === step.row.chainId && row.transactions.length > 0);
  try {
    await chain.estimateGas(callOf(first));
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    if (isAfterOthers)
      return found({
        kind: 'none',
        reason: `Simulated by itself, the step fails (${clause(errorText(error))}), perhaps because it needs an earlier step.`,
      });
    const { reason } = error.details ?? {};
    return instead(wouldFail(at + 1, first, typeof reason === 'string' ? revertText(reason) : errorText(error)));
  }
  if (rest.length === 0) return found({ kind: 'alone', reason: null });
  return found({ kind: 'none', reason: 'Only the first transaction of the step was simulated, because the other transactions need it.' });
}

function wouldFail(step: number, transaction: Unsigned | undefined, reason: string) {
  const what = transaction === undefined ? '' : ` (${transaction.description})`;
  return refuse('plan-would-fail', `Step ${step}${what} would fail: ${clause(reason)}. Nothing was prepared.`);
}

function wholeOf(results: readonly Simulation[], steps: readonly PreparedStep[]): Simulation {
  const own = results.filter((_, at) => (steps[at]?.row.transactions.length ?? 0) > 0);
  if (own.length > 0 && own.every(({ kind }) => kind === 'together')) return TOGETHER;
  if (own.length > 0 && own.every(({ kind }) => kind === 'alone'))
    return { kind: 'alone', reason: 'No node of this chain can simulate several steps together.' };
  return {
    kind: 'none',
    reason:
      own.length === 0
        ? 'There is no transaction to simulate.'
        : 'Not every step could be simulated. The result of each step says how far it was simulated.',
  };
}
