import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, OutboxEntry } from '../../data/actor-record.ts';
import { formatPlural } from '../../kit/format.ts';

/** The explanation of an action, shown before it is performed: its effect and the part that cannot be undone. */
export type ActWords = {
  readonly does: string;
  readonly cannot: string;
  /** Where the action is recorded, if not in the actor's own history. */
  readonly recordedIn?: string;
};

export function tickWords({ id }: ActorRecord): ActWords {
  return {
    does: `${id} is given its tick now, due or not, with facts (prices, balances) fetched for it alone. It then does whatever it would do at the next minute.`,
    cannot: 'When it decides to act, it does: a transaction that goes out cannot be taken back.',
  };
}

export function releaseWords({ id, outbox, health }: ActorRecord): ActWords {
  const what = health.state === 'quarantined' ? 'quarantine' : 'pause';
  const effects =
    outbox.length === 0
      ? 'Nothing waits in its outbox.'
      : `${formatPlural(outbox.length, 'effect')} in its outbox ${outbox.length === 1 ? 'is' : 'are'} tried at once, each with a fresh set of attempts.`;
  return {
    does: `The ${what} of ${id} ends, and its failures are forgotten. ${effects} It is ticked again. If what was wrong still is, it is set aside again.`,
    cannot: 'Effects that go out cannot be taken back. Those that may have happened already are looked up first, and not done twice.',
  };
}

export function retryWords(entry: OutboxEntry, type: ActorTypeInfo | null): ActWords {
  const safety = type?.effects.find(({ name }) => name === entry.name)?.safety;
  const before =
    safety === 'reconcile'
      ? 'If it may have happened already, it is looked up first, and not done twice.'
      : 'It may be run twice without harm, and is simply run again.';
  return {
    does: `${entry.name} is tried now instead of at its time, with a fresh set of attempts. ${before}`,
    cannot: 'What it does outside cannot be taken back.',
  };
}

export function restoreWords(type: ActorTypeInfo | null): ActWords {
  return {
    does: 'A new revision is written with the state of the old one: the past is kept, and this restore can itself be restored away. The actor then compares itself with the world before it acts, where its type knows how.',
    cannot: `What happened outside since then stays as it is: transactions, fills, messages. Effects that were settled are not run again${
      type === null ? '' : `; a "${type.type}" asks for new ones as its old state demands`
    }.`,
  };
}

/** Says where the operator's name is recorded permanently. */
export function recordedAs(operator: string | null, where = 'its history'): string {
  return operator === null ? `The act is written to ${where}.` : `The act is written to ${where} as done by ${operator}.`;
}
