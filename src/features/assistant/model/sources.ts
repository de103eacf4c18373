import type { Question, Slots, StepSlots, TokenWords } from '../understanding/agent-service.ts';
import type { EntityKind, EntityOf } from '../understanding/entities/entity.ts';
import { entitiesOf, type Reading } from '../understanding/entities/reading.ts';
import { readMessage } from '../understanding/read-message.ts';
import { normaliseText } from '../understanding/text/normalise.ts';

/** All that a value of the model's answer can come from: the user's own messages, and what this service has stored of them. */
export type Sources = {
  /** The message, as it is read. */
  readonly input: string;
  /** The message and the user's earlier messages, in lowercase. Texts of the bot are not among them: they can quote strangers' data. */
  readonly texts: readonly string[];
  /** The grammar's readings of the same messages, the newest first. */
  readonly readings: readonly [Reading, ...Reading[]];
  /** Slots of earlier messages, of the question that was asked, and of its options. */
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

/** All entities of one kind in the user's messages. */
export function entitiesIn<K extends EntityKind>({ readings }: Sources, kind: K): readonly EntityOf<K>[] {
  return readings.flatMap((reading) => entitiesOf(reading, kind));
}

/** The values that earlier messages gave to some slots. */
export function knownOf<K extends keyof StepSlots>({ known }: Sources, ...names: readonly K[]): readonly NonNullable<StepSlots[K]>[] {
  return known.flatMap((slots) =>
    names.flatMap((name) => {
      const value = slots[name];
      return value === undefined ? [] : [value as NonNullable<StepSlots[K]>];
    }),
  );
}

/** Addresses that the user wrote, of wallets, contracts and tokens, in stored format. */
export function addressesIn(sources: Sources): readonly string[] {
  const tokens = entitiesIn(sources, 'token').flatMap(({ how, slot }) => (how === 'address' ? [slot] : []));
  return [
    ...entitiesIn(sources, 'address').map(({ text }) => text),
    ...tokens,
    ...knownOf(sources, 'to', 'contract', 'fromToken', 'toToken'),
  ];
}
