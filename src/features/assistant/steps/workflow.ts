import type { Token } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { countText, numberText } from '../../../values/inspection/plain-number.ts';
import { mostPerGas } from '../../../values/most-per-gas.ts';
import { askBack, type Handler, refuse } from '../answers/answer.ts';
import type { Notice } from '../answers/shared-schemas.ts';
import { warningWords } from '../handlers/warning-words.ts';
import { evmWallet, type OwnChains } from '../lookup/own-chains.ts';
import { MOST_STEPS } from '../understanding/agent-service.ts';
import { keyOf, type Plan, type PreparedStep } from './plan.ts';
import type { createPreparePlan } from './prepare-plan.ts';
import type { createSimulatePlan, Simulated } from './simulate-plan.ts';

export type WorkflowDeps = {
  readonly preparePlan: ReturnType<typeof createPreparePlan>;
  readonly simulatePlan: ReturnType<typeof createSimulatePlan>;
  readonly chains: OwnChains;
  readonly nativeOf: (chainId: number) => Promise<Token | null>;
};

/** The simulated gas is increased to this percentage, because a transaction that is sent later may use a little more gas. */
const GAS_PERCENT = 120n;

/** Creates the function that prepares several steps which a wallet signs in order. It prepares all steps, or none and gives the reason. */
export function createWorkflow(deps: WorkflowDeps, action: 'workflow' | 'batch'): Handler {
  const { preparePlan, simulatePlan } = deps;

  return async (asked) => {
    const wallet = evmWallet(asked, 'it signs and sends the steps');
    if (wallet.answer) return wallet.answer;
    const { steps } = asked.slots;
    if (steps === undefined || steps.length === 0)
      return askBack('Which steps? For example: "swap 100 usdc to eth and send half of it to 0x...".', ['steps']);
    if (steps.length > MOST_STEPS)
      return refuse('too-many-steps', `At most ${MOST_STEPS} steps can be prepared together, and these are ${steps.length}.`);
    const prepared = await preparePlan(steps, asked, wallet.found);
    if (prepared.answer) return prepared.answer;
    const simulated = await simulatePlan(prepared.found, wallet.found);
    if (simulated.answer) return simulated.answer;
    const plan: Plan = {
      wallet: wallet.found,
      steps: prepared.found.map(({ row }, at) => ({ ...row, simulation: simulated.found.steps[at] ?? { kind: 'none', reason: null } })),
      transactions: prepared.found.reduce((sum, { row }) => sum + row.transactions.length, 0),
      ...{ simulation: simulated.found.whole, changes: simulated.found.changes, expiresAt: firstExpiry(prepared.found) },
      warnings: [...arrivalWarnings(prepared.found), ...(await gasWarnings(prepared.found, simulated.found, wallet.found))],
    };
    return { action, text: sentence(plan), data: { [action]: plan } };
  };

  /** Warns when the native balance that remains after the steps may not cover the cost of their gas. */
  async function gasWarnings(steps: readonly PreparedStep[], { gas }: Simulated, wallet: Address): Promise<readonly Notice[]> {
    const notices: Notice[] = [];
    for (const [chainId, used] of gas) {
      const opened = await deps.chains.open(chainId);
      const native = await deps.nativeOf(chainId);
      if (opened.answer || native === null) continue;
      const [fees, balance] = await Promise.all([opened.found.chain.estimateFees(), opened.found.chain.getBalance(wallet)]);
      const changes = steps.flatMap(({ changes: own }) => own).filter(({ key }) => key === keyOf(native));
      const left = changes.reduce((sum, { units }) => sum + units, balance);
      const cost = (used * GAS_PERCENT * mostPerGas(fees)) / 100n;
      if (left >= cost) continue;
      const amounts = `at least ${numberText(formatAmount(left < 0n ? 0n : left, native.decimals))} ${native.symbol} is left, and the gas costs up to ${numberText(formatAmount(cost, native.decimals))}`;
      notices.push({ code: 'not-enough-gas', message: `On ${opened.found.network.name}, ${amounts}.` });
    }
    return notices;
  }
}

/** Returns when the first of the offers in the steps expires. */
function firstExpiry(steps: readonly PreparedStep[]): string | null {
  const times = steps.flatMap(({ row }) => (row.quote === null ? [] : [row.quote.expiresAt]));
  return times.toSorted()[0] ?? null;
}

function arrivalWarnings(steps: readonly PreparedStep[]): readonly Notice[] {
  return steps.flatMap(({ isBridge, row }, at): Notice[] => {
    const isLast = steps.slice(at + 1).every((later) => later.row.chainId === row.chainId);
    if (!isBridge || isLast) return [];
    return [
      {
        code: 'wait-for-arrival',
        message: `Sign the steps after step ${row.step} when the tokens have arrived. If the offers have expired by then, send the message again.`,
      },
    ];
  });
}

function sentence({ steps, transactions, simulation, changes, warnings, expiresAt }: Plan): string {
  const lines = steps.map(({ step, description, receives, warnings: own }) => {
    const gives =
      // What is wrapped is received exactly, as the description says.
      receives === null || receives.amount === receives.amountMin
        ? ''
        : `: about ${numberText(receives.amount)} ${receives.token.symbol}, at least ${numberText(receives.amountMin)}`;
    return `${step}. ${description}${gives}.${warningWords(own)}`;
  });
  const simulated = {
    together: `Simulated together, they succeed${changes.length === 0 ? '' : `: ${changes.map(({ change, token }) => `${numberText(change)} ${token.symbol}`).join(', ')}`}.`,
    alone: 'Each step was simulated separately, not together with the others.',
    none: `The steps were not simulated together. ${simulation.reason ?? ''}`.trim(),
  }[simulation.kind];
  const later = steps.some(({ usesStep }) => usesStep !== null)
    ? ' A later step spends the amount that an earlier step guarantees. If more arrives, the rest stays in the wallet.'
    : '';
  const until = expiresAt === null ? '' : ` The offers are valid until ${expiresAt}.`;
  const signs =
    transactions === 0
      ? 'There is nothing to sign.'
      : `Sign ${countText(transactions, 'transaction')} in order, each after the previous one was mined.`;
  return [`${countText(steps.length, 'step')}. ${signs}`, ...lines, `${simulated}${later}${until}${warningWords(warnings)}`].join('\n');
}
