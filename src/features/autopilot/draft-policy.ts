import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import type { Backtest, BacktestReport } from './backtest/create-backtest.ts';
import type { OpenBacktest } from './backtest/open-backtest.ts';
import type { AutopilotService } from './create-autopilot-service.ts';
import { createCallOf } from './owner-calls.ts';
import type { Preview } from './routes/autopilot-schemas.ts';

/** A policy that was checked but not stored, with the call that its owner would sign. */
export type PolicyDraft = {
  readonly preview: Preview;
  /** The vault call that creates the agent, and the token approval that must be sent before it; null on a chain without a vault. */
  readonly call: ReturnType<typeof createCallOf> | null;
};

export type DraftPolicies = {
  /**
   * Checks a policy and drafts an agent with it, without storing anything.
   * @throws the errors of `AutopilotService.preview`
   */
  readonly draft: (policy: unknown, depositAmount: string) => Promise<PolicyDraft>;
  /** Runs a backtest of a policy over the recorded prices. When that is not possible, returns a text with the reason. */
  readonly backtest: (
    run: {
      readonly policy: unknown;
      readonly budget: string;
      readonly fromMs: number;
      readonly toMs: number;
      readonly slippageBps: number;
    },
    signal: AbortSignal,
  ) => Promise<{ readonly summary: BacktestReport['summary'] } | { readonly problem: string }>;
};

export function createDraftPolicies(deps: {
  readonly preview: AutopilotService['preview'];
  readonly vaultAt: (chainId: number, address: Address) => AutopilotVault;
  readonly open: OpenBacktest;
  readonly backtest: Backtest;
}): DraftPolicies {
  return {
    async draft(policy, depositAmount) {
      const { preview, prepared, deposit } = await deps.preview(policy, depositAmount);
      const { vault, policy: valid } = preview;
      if (vault === null || !isAddress(vault)) return { preview, call: null };
      return { preview, call: createCallOf(deps.vaultAt(valid.chainId, vault), prepared, deposit ?? 0n) };
    },

    async backtest({ policy, budget, fromMs, toMs, slippageBps }, signal) {
      try {
        const request = await deps.open({ policy, history: { kind: 'recorded', fromMs, toMs }, budget, feeBps: 0, slippageBps });
        const running = deps.backtest(request, signal);
        for (;;) {
          const step = await running.next();
          if (step.done === true) return { summary: step.value.summary };
        }
      } catch (error) {
        if (!(error instanceof CoxswainError)) throw error;
        // The paths of the problems are those of a request, which the reader of a draft has not written.
        return { problem: error instanceof InvalidInputError ? error.problems.map(({ message }) => message).join(' ') : error.message };
      }
    },
  };
}
