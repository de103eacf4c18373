import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, OutboxEntry } from '../../data/actor-record.ts';
import { formatPlural } from '../../kit/format.ts';

/** The text that explains an action before it is performed: its effect, and what cannot be undone. */
export type ActWords = {
  readonly does: string;
  readonly cannot: string;
  /** The place where the service records the action. Absent for an action that is recorded in the actor's own history. */
  readonly recordedIn?: string;
};

export function tickWords({ id }: ActorRecord): ActWords {
  return {
    does: `${id} is processed now (it gets a tick), even if it is not due, with freshly read prices and balances. The actor does what it would do at its next regular tick.`,
    cannot: 'If the actor sends a transaction, the transaction cannot be undone.',
  };
}

export function releaseWords({ id, outbox, health }: ActorRecord): ActWords {
  const what = health.state === 'quarantined' ? 'quarantine' : 'waiting time';
  const effects =
    outbox.length === 0
      ? 'Its outbox is empty.'
      : `${formatPlural(outbox.length, 'waiting effect')} of the actor ${outbox.length === 1 ? 'is' : 'are'} tried at once, each with new attempts.`;
  return {
    does: `The ${what} of ${id} ends, and its failures are cleared. ${effects} The actor is processed again (it gets ticks). If the error remains, it is stopped again.`,
    cannot:
      'Results of effects outside this service, such as transactions, cannot be undone. If an effect may have happened already, its result is looked up first, so that it does not happen twice.',
  };
}

export function retryWords(entry: OutboxEntry, type: ActorTypeInfo | null): ActWords {
  const safety = type?.effects.find(({ name }) => name === entry.name)?.safety;
  const before =
    safety === 'reconcile'
      ? 'If the effect may have happened already, its result is looked up first, so that it does not happen twice.'
      : 'The effect can safely run twice, so it is run again without a check.';
  return {
    does: `The effect ${entry.name} is tried now instead of at its planned time, with new attempts. ${before}`,
    cannot: 'Results of the effect outside this service, such as a transaction, cannot be undone.',
  };
}

export function restoreWords(type: ActorTypeInfo | null): ActWords {
  return {
    does: "The actor gets a new revision with the state of the old one. The history is kept, so a second restore can undo this one. If the actor's type supports it, the actor reads the chain's state before it acts.",
    cannot: `Transactions, fills and messages since then are not undone. Settled effects are not run again${
      type === null ? '' : `; a "${type.type}" requests the effects that its old state needs again`
    }.`,
  };
}

/** Builds the sentence that states where the action is recorded permanently, and under which operator's name. */
export function recordedAs(operator: string | null, where = 'its history'): string {
  return operator === null ? `The action is recorded in ${where}.` : `The action is recorded in ${where} with the operator ${operator}.`;
}
