import type { SseFrame, SseFrames } from '../../http/sse.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { AcceptedMessage, Assistant } from './assistant.ts';
import type { BotMessage } from './create-messages.ts';

/** A client's position in the stream of an answer: the message, and the number of the last frame that the client received. */
export type StreamPosition = AcceptedMessage & { readonly frame: number };

/** Maximum number of words of the answer's text in one frame. */
const WORDS_IN_FRAME = 3;
const PIECES = new RegExp(`(?:\\s*\\S+){1,${WORDS_IN_FRAME}}\\s*`, 'gu');

/**
 * Streams an answer: a `meta` frame with the answer's data, then a `token` frame for each piece of text, then `done`. When a client
 * disconnects, the stream ends, but the answer is still prepared. No frame is sent before the answer has been stored.
 * @param after the last frame that the client has; null for a new client
 */
export async function* streamAnswer(
  accepted: AcceptedMessage,
  after: Pick<StreamPosition, 'frame'> | null,
  signal: AbortSignal,
  deps: {
    readonly assistant: Pick<Assistant, 'answerTo'>;
    readonly tokenDelayMs: number;
    readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  },
): AsyncGenerator<SseFrames> {
  const { tokenDelayMs, timers } = deps;
  let answer: BotMessage;
  try {
    answer = await deps.assistant.answerTo(accepted, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CoxswainError)) throw error;
    yield { event: 'error', data: { code: error.code, message: error.message } };
    return;
  }
  const frames = framesAfter(accepted, after, answer);
  if (tokenDelayMs === 0) {
    yield frames;
    return;
  }
  for (const frame of frames) {
    yield frame;
    if (frame.event === 'token') await pause(tokenDelayMs, signal, timers);
    if (signal.aborted) return;
  }
}

/** Returns the frames of an answer that the client does not have yet. @param after the last frame that the client has; null for a new client */
export function framesAfter(
  { chatId, turn }: AcceptedMessage,
  after: Pick<StreamPosition, 'frame'> | null,
  { id: messageId, text, action, data }: BotMessage,
): readonly SseFrame[] {
  const pieces = text.match(PIECES) ?? [];
  const frames = [
    { event: 'meta', data: { action, data, chatId, messageId } },
    ...pieces.map((piece) => ({ event: 'token', data: piece })),
    { event: 'done', data: {} },
  ];
  return frames.map((frame, at) => ({ ...frame, id: `${chatId}/${turn}/${at}` })).slice(after === null ? 0 : after.frame + 1);
}

/** Parses a frame id that a client sends in `Last-Event-ID`; null for other text. */
export function readPosition(text: string | null): StreamPosition | null {
  // In an older version, the id of a `meta` frame ended with a hash.
  const [, chatId, turn, frame] = /^([0-9a-fA-F-]{36})\/([1-9]\d{0,8})\/(0|[1-9]\d{0,8})(?:\/[0-9a-z]{1,20})?$/.exec(text ?? '') ?? [];
  return chatId === undefined ? null : { chatId, turn: Number(turn), frame: Number(frame) };
}

async function pause(
  ms: number,
  signal: AbortSignal,
  timers: { readonly after: (ms: number, run: () => void) => () => void },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = timers.after(ms, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  cancel();
}
