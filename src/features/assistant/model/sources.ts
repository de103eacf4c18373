import type { Question, Slots, StepSlots, TokenWords } from '../understanding/agent-service.ts';
import type { EntityKind, EntityOf } from '../understanding/entities/entity.ts';
import { entitiesOf, type Reading } from '../understanding/entities/reading.ts';
import { readMessage } from '../understanding/read-message.ts';
import { normaliseText } from '../understanding/text/normalise.ts';

/**
 * The sources from which each value of the model's answer must come: the user's own messages, and what this service has stored about them.
 */
export type Sources = {
  /** The user's message after normalisation (see `normaliseText`), as the grammar reads it. */
  readonly input: string;
  /**
   * The user's current message and earlier messages, in lowercase. Messages of the bot are not included, because they can quote texts of
   * strangers.
   */
  readonly texts: readonly string[];
  /** What the grammar recognized in the user's current message and earlier messages, newest first. */
  readonly readings: readonly [Reading, ...Reading[]];
  /** The slots (recognized values) of earlier messages, of the pending question, and of the question's options. */
  readonly known: readonly StepSlots[];
  readonly tokens: TokenWords;
  readonly chainId: number | undefined;
  readonly chains: Question['supportedChains'];
  readonly nowMs: number;
};

export function sourcesOf(question: Question, nowMs: number): Sources {
  const { recent, pending, tokens, chainId, supportedChains: chains } = question;
  const input = normaliseText(question.input).text.trim();
  const earlier = recent
    .filter(({ from }) => from === 'user')
    .map(({ text }) => normaliseText(text).text)
    .toReversed();
  const known = [
    ...recent.flatMap(({ slots }) => (slots === undefined ? [] : [slots])),
    ...(pending === undefined ? [] : [pending.slots, ...(pending.options ?? []).map(({ slots }) => slots)]),
  ].flatMap(({ steps = [], ...slots }: Slots) => [slots, ...steps.map((step) => step.slots)]);
  return {
    ...{ input, known, tokens, chainId, chains, nowMs },
    texts: [input, ...earlier].map((text) => text.toLowerCase()),
    readings: [readMessage(input, question, nowMs), ...earlier.map((text) => readMessage(text, question, nowMs))],
  };
}

/** Returns all entities of one kind (such as tokens or amounts) that the grammar found in the user's messages. */
export function entitiesIn<K extends EntityKind>({ readings }: Sources, kind: K): readonly EntityOf<K>[] {
  return readings.flatMap((reading) => entitiesOf(reading, kind));
}

/** Returns the values that some slots have in earlier messages, in the pending question and in its options. */
export function knownOf<K extends keyof StepSlots>({ known }: Sources, ...names: readonly K[]): readonly NonNullable<StepSlots[K]>[] {
  return known.flatMap((slots) =>
    names.flatMap((name) => {
      const value = slots[name];
      return value === undefined ? [] : [value as NonNullable<StepSlots[K]>];
    }),
  );
}

/** Returns the addresses of wallets, contracts and tokens that the user wrote, in the stored format. */
export function addressesIn(sources: Sources): readonly string[] {
  const tokens = entitiesIn(sources, 'token').flatMap(({ how, slot }) => (how === 'address' ? [slot] : []));
  return [
    ...entitiesIn(sources, 'address').map(({ text }) => text),
    ...tokens,
    ...knownOf(sources, 'to', 'contract', 'fromToken', 'toToken'),
  ];
}
