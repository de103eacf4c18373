import { tokenKey } from '../../../market/tokens/token.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { countText, exactText } from '../../../values/inspection/plain-number.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import { type Handler, refuse } from '../answers/answer.ts';
import { tokenRef } from '../handlers/held-token.ts';
import { namedApprovals } from '../handlers/named-approvals.ts';
import type { PrepareTransfer } from '../handlers/prepare-transfer.ts';
import { approvalsOf, type RevokeDeps } from '../handlers/revoke-approvals.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { found, instead } from '../lookup/outcome.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import type { ReadAmount } from '../lookup/read-amount.ts';
import { emptyRow, keyOf, type PrepareStep } from './plan.ts';
import { spentBy } from './step-amount.ts';

const NOTHING = { output: null, changes: [], allowances: [], isBridge: false } as const;
/**
 * The codes of warnings that result from a comparison with the current balance. A plan omits these warnings, because its earlier steps
 * change the balance; the simulation of the plan shows which step would fail.
 */
const OF_BALANCE: ReadonlySet<string> = new Set(['balance-too-small', 'not-enough-gas', 'would-fail']);

/** Creates the function that prepares a step of a plan which sends tokens. */
export function createSendStep(deps: {
  readonly prepareTransfer: PrepareTransfer;
  readonly findToken: FindToken;
  readonly readAmount: ReadAmount;
  readonly chains: OwnChains;
}): PrepareStep {
  return async (step, of) => {
    const { wallet, before } = of;
    if (step.slots.to === undefined) return instead(refuse('missing-receiver', 'the address of the receiver is missing.'));
    const spent = await spentBy(step, of, deps);
    if (spent.answer) return spent;
    const { token, amount, usesStep } = spent.found;
    const place = await deps.chains.open(token.chainId);
    if (place.answer) return place;
    const prepared = await deps.prepareTransfer({ wallet, to: step.slots.to, token, amount, place: place.found });
    if (prepared.answer) return prepared;
    const { transfer, txn } = prepared.found;
    const warnings = transfer.warnings.filter(({ code }) => !OF_BALANCE.has(code));
    if (txn === null) return instead(refuse('receiver-refused', warnings.map(({ message }) => message).join(' ')));
    return found({
      ...NOTHING,
      row: {
        ...emptyRow(step, before.number, place.found.network),
        ...{ description: txn.description, usesStep, to: transfer.to, toName: transfer.toName, transactions: [txn], warnings },
        spends: { token: tokenRef(token), amount: amount.text, amountUnits: amount.units.toString(), note: amount.note },
      },
      changes: [{ key: keyOf(token), units: -amount.units }],
    });
  };
}

/** Creates the function that prepares a step of a plan which ends the existing approvals of one token or of all tokens. */
export function createRevokeStep(deps: {
  readonly approvals: RevokeDeps;
  readonly findToken: FindToken;
  readonly chains: OwnChains;
}): PrepareStep {
  return async (step, { asked, wallet, before }) => {
    const { fromChainId, toChainId } = step.slots;
    const chainId = fromChainId ?? toChainId ?? asked.chainId;
    if (chainId === null) return instead(refuse('missing-chain', 'the chain is missing.'));
    const place = await deps.chains.open(chainId);
    if (place.answer) return place;
    const named = await namedApprovals(step.slots, chainId, deps.findToken);
    if (named.answer) return named;
    const { isNamed, words } = named.found;
    const { approvals: own, notShown, chains } = await approvalsOf(deps.approvals, [place.found], wallet, isNamed);
    if (own.length === 0) {
      const why = chains.map(({ problem }) => problem).find((problem) => problem !== null) ?? null;
      return instead(refuse('no-approvals', `no approvals${words} in force were found${why === null ? '' : ` (${why})`}.`));
    }
    const isWhole = chains.every((chain) => chain.isWhole);
    return found({
      ...NOTHING,
      row: {
        ...emptyRow(step, before.number, place.found.network),
        description: `End ${countText(own.length, 'approval')}${words} on ${place.found.network.name}`,
        transactions: own.map(({ revoke }) => revoke),
        warnings: [
          ...(isWhole ? [] : [{ code: 'partly-read', message: 'Older blocks were not read yet, so there may be more approvals.' }]),
          ...(notShown === 0 ? [] : [{ code: 'not-all', message: `${notShown} more approvals are not a part of this step.` }]),
        ],
      },
      allowances: own.map((row) => `${tokenKey(chainId, row.token)}/${row.spender}`),
    });
  };
}

/** Creates the function that prepares a step of a plan which switches the wallet's chain. */
export function createSwitchStep(handler: Handler): PrepareStep {
  return async (step, { asked, before }) => {
    const answer = await handler({ ...asked, intent: 'switch_chain', slots: step.slots });
    const { switchChain } = answer.data;
    if (switchChain === undefined) return instead(answer);
    const { chainId: id, name } = switchChain;
    return found({ ...NOTHING, row: { ...emptyRow(step, before.number, { id, name }), description: `Switch to ${name}`, switchChain } });
  };
}

/**
 * Creates the function that prepares a step which sets up purchases at intervals: the draft of the purchases, and the transactions that
 * open their position.
 */
export function createDcaStep({ handler, chains }: { readonly handler: Handler; readonly chains: OwnChains }): PrepareStep {
  return async (step, { asked, before }) => {
    if (asked.operation !== null)
      return instead(refuse('plan-exists', 'an existing plan of purchases can be changed only by a separate message.'));
    if (step.usesEarlier)
      return instead(refuse('plan-of-output', 'a plan of purchases needs a fixed amount, and not the result of an earlier step.'));
    const answer = await handler({ ...asked, intent: 'dca', slots: step.slots });
    const { dca } = answer.data;
    if (dca === undefined) return instead(answer);
    if (dca.transactions.length === 0) return instead(refuse('no-vault', 'there is no DCA vault on this chain.'));
    const place = await chains.open(dca.from.chainId);
    if (place.answer) return place;
    const units = parseAmount(dca.total, dca.from.decimals);
    return found({
      ...NOTHING,
      row: {
        ...emptyRow(step, before.number, place.found.network),
        description: `Buy ${dca.to.symbol} with ${exactText(dca.perOrder)} ${dca.from.symbol}, ${countText(dca.orders, 'time')}`,
        ...{ dca, transactions: dca.transactions, warnings: dca.warnings.filter(({ code }) => !OF_BALANCE.has(code)) },
        spends: { token: dca.from, amount: formatAmount(units, dca.from.decimals), amountUnits: units.toString(), note: null },
      },
      changes: [{ key: tokenKey(dca.from.chainId, dca.from.address), units: -units }],
    });
  };
}

/** Creates the function that refuses a step of a plan because the step cannot be done by a transaction of the wallet. */
export function notInPlan(why: string): PrepareStep {
  return async () => instead(refuse('not-in-a-plan', why));
}
