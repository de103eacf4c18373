import type * as v from 'valibot';
import { type Token, tokenKey } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import type { Asked } from '../answers/answer.ts';
import type { planSchema, planStepSchema } from '../answers/workflow-schemas.ts';
import type { Found } from '../lookup/outcome.ts';
import type { Step } from '../understanding/agent-service.ts';

export type Plan = v.InferOutput<typeof planSchema>;
export type PlanStep = v.InferOutput<typeof planStepSchema>;

/** What a step gives for later ones: `units` is guaranteed. */
export type StepOutput = { readonly step: number; readonly token: Token; readonly units: bigint };

/** A step as it was prepared, before it is simulated. */
export type PreparedStep = {
  readonly row: Omit<PlanStep, 'simulation'>;
  readonly output: StepOutput | null;
  /** How balances of the wallet change at worst, in base units, by the key of the token. */
  readonly changes: readonly { readonly key: string; readonly units: bigint }[];
  /** Allowances that are other after this step than the chain says now. */
  readonly allowances: readonly string[];
  /** True when what it gives arrives on another chain later, so that steps there cannot be simulated. */
  readonly isBridge: boolean;
};

/** What the steps before the present one do. */
export type Before = {
  readonly number: number;
  readonly output: StepOutput | null;
  readonly changeOf: (token: Token) => bigint;
  readonly allowances: ReadonlySet<string>;
  /** How long the offers of this step may take, ms. */
  readonly withinMs: number;
};

export type StepContext = { readonly asked: Asked; readonly wallet: Address; readonly before: Before };
export type PrepareStep = (step: Step, of: StepContext) => Promise<Found<PreparedStep>>;

export function keyOf({ chainId, address }: Pick<Token, 'chainId' | 'address'>): string {
  return tokenKey(chainId, address);
}

/** A row in which everything that a step need not have is missing. */
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
