import * as v from 'valibot';
import type { CollectionSpec } from '../../../platform/store/record-store.ts';
import type { UnderstoodTurn } from '../../../values/assistant/chat-turn.ts';
import { documentForm, membersOf, number, optional, text, time } from '../../../values/document-form.ts';
import { ASKS_BACK_BELOW, type Slots } from '../understanding/agent-service.ts';

const INTENTS = ['swap', 'bridge', 'price', 'balance', 'unknown'] as const;

type ChainWord = { readonly id: number; readonly name: string };

type Entities = {
  /** The amount to spend: a decimal string, `all` or `half`. */
  readonly amount?: string;
  readonly fromToken?: string;
  readonly toToken?: string;
  readonly fromChain?: ChainWord;
  readonly toChain?: ChainWord;
};

/** The result of parsing a user's sentence, in the format of the legacy language routes. */
export type ParsedSentence = {
  readonly intent: (typeof INTENTS)[number];
  readonly entities: Entities;
  /** The confidence from 0 to 1. It is 0 when the intent is `unknown`. */
  readonly confidence: number;
};

export type StoredSentence = {
  readonly text: string;
  readonly parsed: Omit<ParsedSentence, 'intent'> & { readonly intent: string };
  readonly readAtMs: number;
  readonly expiresAtMs: number;
};

const chainWord = membersOf<ChainWord>({ id: number, name: text });

export const NLU_LOG: CollectionSpec = {
  name: 'nlu-log',
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredSentence>({
    ...{ text, readAtMs: time, expiresAtMs: number },
    parsed: membersOf<StoredSentence['parsed']>({
      intent: text,
      confidence: number,
      entities: membersOf<Entities>({
        ...{ amount: optional(text), fromToken: optional(text), toToken: optional(text) },
        ...{ fromChain: optional(chainWord), toChain: optional(chainWord) },
      }),
    }),
  }),
};

const chainWordSchema = v.object({ id: v.number(), name: v.string() });

export const parsedSchema = v.object({
  intent: v.picklist(INTENTS),
  entities: v.object({
    amount: v.exactOptional(v.string()),
    fromToken: v.exactOptional(v.string()),
    toToken: v.exactOptional(v.string()),
    fromChain: v.exactOptional(chainWordSchema),
    toChain: v.exactOptional(chainWordSchema),
  }),
  confidence: v.number(),
});

const UNKNOWN: ParsedSentence = { intent: 'unknown', entities: {}, confidence: 0 };

/**
 * Converts an understood message to one of the few intents that the legacy routes have. A message that these intents cannot express becomes
 * `unknown`. Values that they cannot express are omitted, because clients would read an amount in dollars, or an amount to receive, as the
 * amount to spend.
 */
export function parsedSentenceOf(understood: UnderstoodTurn, chainNames: ReadonlyMap<number, string>): ParsedSentence {
  // The cast is safe: the slots (values from the user's message) came from the agent service, which returns only values of this type.
  const slots = understood.slots as Slots;
  const intent = intentOf(understood.intent, slots);
  if (intent === 'unknown' || understood.confidence < ASKS_BACK_BELOW) return UNKNOWN;
  const amount = amountOf(slots);
  const { fromToken, toToken = intent === 'bridge' ? fromToken : undefined } = slots;
  const [fromChain, toChain] = [slots.fromChainId, slots.toChainId].map((id) =>
    id === undefined ? undefined : { id, name: chainNames.get(id) ?? String(id) },
  );
  const entities = {
    ...(amount === undefined ? {} : { amount }),
    ...(fromToken === undefined ? {} : { fromToken }),
    ...(toToken === undefined ? {} : { toToken }),
    ...(fromChain === undefined ? {} : { fromChain }),
    ...(toChain === undefined ? {} : { toChain }),
  };
  return { intent, entities, confidence: understood.confidence };
}

function intentOf(intent: string, { fromChainId, toChainId }: Slots): ParsedSentence['intent'] {
  if (intent === 'quotes') return toChainId !== undefined && toChainId !== fromChainId ? 'bridge' : 'swap';
  if (intent === 'market_intel') return 'price';
  return intent === 'check_balance' || intent === 'portfolio' ? 'balance' : 'unknown';
}

function amountOf({ amount, amountKind, amountOf: of }: Slots): string | undefined {
  if (of === 'toToken') return undefined;
  if (amountKind === 'all') return 'all';
  if (amountKind === 'percent') return amount === '50' ? 'half' : undefined;
  return amountKind === 'token' ? amount : undefined;
}
