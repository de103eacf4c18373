/** Named moments of a turn at which the process under test can be killed. */
export const turnPoints = [
  'commit:before',
  'commit:after',
  'prepare:before',
  'held:before',
  'held:stored',
  'understand:before',
  'understand:after',
  'handler:inside',
  'answer:prepared',
  'answer:stored',
  'apology:prepared',
  'apology:stored',
  'answer:told',
] as const;

export type TurnPoint = (typeof turnPoints)[number];

/** A message of the campaign. Its number is in its text, and occurs in no other message. */
export type SentMessage = { readonly chatId: string; readonly messageId: string; readonly text: string };

/** The commands that the campaign sends to the process under test. A repeated command has no further effect. */
export type Command =
  | { readonly do: 'send'; readonly messages: readonly SentMessage[] }
  | { readonly do: 'answer'; readonly chatId: string; readonly turn: number }
  | { readonly do: 'progress'; readonly chatIds: readonly string[] }
  | { readonly do: 'read'; readonly chatId: string };

/** A note of the process under test: its client was shown an answer at once, together with the acknowledgement of its message. */
export type Shown = { readonly chatId: string; readonly turn: number; readonly text: string };

export type StoredRow = {
  readonly turn: number;
  readonly position: number;
  readonly senderType: 'user' | 'bot';
  readonly text: string;
  readonly action: string | null;
};

export type Answer = {
  /** For `send`: the turn of each message, or the code of its refusal. */
  readonly sent?: readonly (number | string)[];
  /** For `answer`: the text of the answer; null when it takes too long. */
  readonly text?: string | null;
  /** For `progress`: the number of messages without an answer, or whose answer is not in the collection of messages yet. */
  readonly unanswered?: number;
  /** For `read`: all stored messages of the conversation, and the same as clients list them. */
  readonly rows?: readonly StoredRow[];
  readonly listed?: readonly string[];
};
