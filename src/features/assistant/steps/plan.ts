import type * as v from 'valibot';
import { type Token, tokenKey } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import type { Asked } from '../answers/answer.ts';
import type { planSchema, planStepSchema } from '../answers/workflow-schemas.ts';
import type { Found } from '../lookup/outcome.ts';
import type { Step } from '../understanding/agent-service.ts';

export type Plan = v.InferOutput<typeof planSchema>;
export type PlanStep = v.InferOutput<typeof planStepSchema>;

/** What a step of a plan delivers to later steps. `units` is the guaranteed amount in base units. */
export type StepOutput = { readonly step: number; readonly token: Token; readonly units: bigint };

/** The output of a step, and what later steps have left of it, in base units. */
export type LeftOutput = StepOutput & { readonly left: bigint };

/** A step of a plan that was prepared but not simulated yet. */
export type PreparedStep = {
  readonly row: Omit<PlanStep, 'simulation'>;
  readonly output: StepOutput | null;
  /** The least favourable changes of the wallet's balances that the step causes, in base units, by the key of the token. */
  readonly changes: readonly { readonly key: string; readonly units: bigint }[];
  /** The allowances that this step changes, so that the following steps must not use the current values on the chain. */
  readonly allowances: readonly string[];
  /** True when the step's output arrives later on another chain, so that the steps on that chain cannot be simulated. */
  readonly isBridge: boolean;
};

/** The combined effects of all steps of a plan before the current one. */
export type Before = {
  readonly number: number;
  readonly output: LeftOutput | null;
  readonly changeOf: (token: Token) => bigint;
  readonly allowances: ReadonlySet<string>;
  /** How long requesting the offers for the current step may take, in ms. */
  readonly withinMs: number;
};

export type StepContext = { readonly asked: Asked; readonly wallet: Address; readonly before: Before };
export type PrepareStep = (step: Step, of: StepContext) => Promise<Found<PreparedStep>>;

export function keyOf({ chainId, address }: Pick<Token, 'chainId' | 'address'>): string {
  return tokenKey(chainId, address);
}

/** Builds the description of a step with null or empty lists for all optional fields. */
export function emptyRow(
  step: Step,
  number: number,
  place: { readonly id: number; readonly name: string },
): Omit<PlanStep, 'simulation' | 'description'> {
  return {
    ...{ step: number, intent: step.intent, chainId: place.id, chainName: place.name, usesStep: null, spends: null, receives: null },
    ...{ to: null, toName: null, quote: null, switchChain: null, dca: null, transactions: [], warnings: [] },
  };
}
