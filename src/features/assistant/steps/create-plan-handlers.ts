import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Handler } from '../answers/answer.ts';
import type { RevokeDeps } from '../handlers/revoke-approvals.ts';
import { createDcaStep, createRevokeStep, createSendStep, createSwitchStep, notInPlan } from './other-steps.ts';
import { createPreparePlan } from './prepare-plan.ts';
import { createSimulatePlan } from './simulate-plan.ts';
import { createSwapStep, type SwapStepDeps } from './swap-step.ts';
import { createWorkflow, type WorkflowDeps } from './workflow.ts';

export type PlanHandlerDeps = SwapStepDeps &
  Pick<WorkflowDeps, 'nativeOf'> &
  Parameters<typeof createSendStep>[0] & {
    readonly tokens: Pick<Tokens, 'findMany'>;
    readonly approvals: RevokeDeps;
    /** The handler that answers a single request to switch the chain. It also prepares such a step of a plan. */
    readonly switchChain: Handler;
    /** The handler that answers a single request for purchases at intervals. It also prepares such a step of a plan. */
    readonly dca: Handler;
  };

/** Creates the handlers of messages that ask for several steps. */
export function createPlanHandlers(deps: PlanHandlerDeps): { readonly workflow: Handler; readonly batch: Handler } {
  const { chains, tokens, approvals, findToken, nativeOf } = deps;
  const alone = (what: string) => notInPlan(`${what} is not a transaction of a wallet. Request it in a separate message`);
  const preparePlan = createPreparePlan({
    quotes: createSwapStep(deps),
    send_token: createSendStep(deps),
    revoke_approvals: createRevokeStep({ approvals, findToken, chains }),
    switch_chain: createSwitchStep(deps.switchChain),
    dca: createDcaStep({ handler: deps.dca, chains }),
    limit_order: alone('a limit order'),
    price_alert: alone('a price alert'),
    buy_sell: alone('a purchase or sale with money'),
  });
  const own = { preparePlan, simulatePlan: createSimulatePlan({ chains, tokens }), chains, nativeOf };
  return { workflow: createWorkflow(own, 'workflow'), batch: createWorkflow(own, 'batch') };
}
