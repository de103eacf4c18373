import { requireSendable } from '../../app/contracts/deploy-contracts.ts';
import { describeStep } from '../../app/contracts/describe-plan.ts';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import type { PlannedSteps } from '../../app/contracts/plan-steps.ts';
import type { LookedStep } from '../../deployment/steps/look-at-steps.ts';
import { type SentStep, sendSteps } from '../../deployment/steps/send-steps.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';
import { coinPriceOf } from './coin-price-option.ts';
import { clock, tell } from './contract-options.ts';
import { stepLines } from './plan-lines.ts';
import { isWritten, writeTransactions } from './write-transactions.ts';

type Values = Parameters<typeof isWritten>[0] & { readonly json: boolean | undefined; readonly price: string | undefined };

export const NO_KEY =
  'Nothing was sent: no key is given. Use --key-file, --keystore or CONTRACTS_KEY, or write the transactions with --unsigned or --safe.';

/** Advice for the user about transactions that another account must send. This command does not have the key of that account. */
export const FOR_OTHERS = 'To write transactions that another account must send, use --unsigned FILE, or --safe FILE for a Safe.';

/** Returns the number of the plan's transactions that still have to be sent. */
export function countNeeded(plan: Pick<PlannedSteps, 'looked'>): number {
  return neededOf(plan).length;
}

/** Last line of a dry run: how many transactions `--yes` would send, and who must send the other transactions. */
export function dryRunLine(plan: Pick<PlannedSteps, 'looked' | 'sender'>): string {
  const { sender } = plan;
  const needed = neededOf(plan);
  if (needed.length === 0) return 'The chain already has everything: no transaction is needed.';
  if (sender === null) return `${NO_KEY} Still needed: ${transactionsText(needed.length)}.`;
  const others = needed.filter(({ step }) => step.sender !== null && step.sender !== sender);
  const own = needed.length - others.length;
  const senders = [...new Set(others.map(({ step }) => step.sender))].join(' and ');
  return [
    'Nothing was sent.',
    ...(own === 0 ? [] : [`Add --yes to send ${transactionsText(own)}.`]),
    ...(others.length === 0 ? [] : [`${senders} must send ${transactionsText(others.length)}. ${FOR_OTHERS}`]),
  ].join(' ');
}

/** Explains why some transactions (steps) of a plan were not sent. Steps with the same reason are listed together. */
export function reasonsText(sent: readonly Pick<SentStep, 'id' | 'reason'>[]): string {
  const ids = new Map<string, string[]>();
  for (const { id, reason } of sent) if (reason !== null) ids.set(reason, [...(ids.get(reason) ?? []), id]);
  return [...ids].map(([reason, steps]) => `${steps.join(', ')}: ${reason}`).join(' ');
}

export function transactionsText(count: number): string {
  return count === 1 ? '1 transaction' : `${count} transactions`;
}

function neededOf({ looked }: Pick<PlannedSteps, 'looked'>): readonly LookedStep[] {
  return looked.filter(({ state }) => state.kind === 'needed' || state.kind === 'broadcast');
}

/**
 * Prints the planned transactions of an administrative action. With `--yes` the command sends them; with `--unsigned` or `--safe` it writes
 * them to files.
 * @returns what was sent
 * @throws the errors of `requireSendable` and `sendSteps`; TerminalError `no-key`, `contracts-unfinished`
 */
export async function runSteps(
  open: OpenContracts,
  plan: PlannedSteps & { readonly admin: Address },
  signer: Signer | null,
  values: Values,
  { say, folder }: Pick<CommandContext, 'say' | 'folder'>,
): Promise<readonly SentStep[]> {
  const { nativeCurrency } = open.network;
  if (values.yes !== true) {
    const coin = await coinPriceOf(values.price, open);
    if (values.json === true) say(JSON.stringify({ steps: plan.looked.map((each) => describeStep(each, coin, nativeCurrency.decimals)) }));
    else for (const line of stepLines(nativeCurrency, plan.looked, coin)) say(line);
  }
  if (isWritten(values)) {
    requireSendable(open, { ...plan, balanceWei: null });
    for (const line of writeTransactions(values, open, plan.admin, plan.looked, { folder, nowMs: clock.now() })) tell(line);
    return [];
  }
  requireSendable(open, plan);
  if (values.yes !== true) {
    if (values.json !== true) say(dryRunLine(plan));
    return [];
  }
  if (signer === null && countNeeded(plan) > 0) throw new TerminalError({ code: 'no-key', message: NO_KEY });
  const sent =
    signer === null ? [] : await sendSteps(plan.steps, { chain: open.chain, signer, fees: plan.fees, looked: plan.looked, tell });
  if (values.json === true) say(JSON.stringify({ sent }));
  else
    for (const { id, outcome, hash, block, reason } of sent)
      say(`${id}: ${reason ?? (hash === null ? outcome : `${hash} in block ${block}`)}`);
  const other = sent.filter(({ outcome }) => outcome === 'other-sender');
  if (other.length > 0) {
    throw new TerminalError({ code: 'contracts-unfinished', message: `Not finished. ${reasonsText(other)} ${FOR_OTHERS}` });
  }
  return sent;
}
