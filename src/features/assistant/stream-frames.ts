import type { SseFrame, SseFrames } from '../../http/sse.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { AcceptedMessage, Assistant } from './assistant.ts';
import type { BotMessage } from './create-messages.ts';

/**
 * A client's position in the stream of an answer: the message, and the number of the last frame that the client received. When that frame
 * is the `meta` frame, `card` is the hash of its contents.
 */
export type StreamPosition = AcceptedMessage & { readonly frame: number; readonly card: string | null };

/** Maximum number of words of the answer's text in one frame. */
const WORDS_IN_FRAME = 3;
const PIECES = new RegExp(`(?:\\s*\\S+){1,${WORDS_IN_FRAME}}\\s*`, 'gu');

/**
 * Streams an answer: a `meta` frame with the answer's data, then a `token` frame for each piece of text, then `done`. When a client
 * disconnects, the stream ends, but the answer is still prepared. The `meta` frame is sent as soon as the answer is announced; all other
 * frames are sent after the answer has been stored. In the rare case that the stored answer differs from the announced one, the `meta`
 * frame of the stored answer is sent as well.
 * @param after the last frame that the client has; null for a new client
 */
export async function* streamAnswer(
  accepted: AcceptedMessage,
  after: Pick<StreamPosition, 'frame' | 'card'> | null,
  signal: AbortSignal,
  deps: {
    readonly assistant: Pick<Assistant, 'answerTo'>;
    readonly tokenDelayMs: number;
    readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  },
): AsyncGenerator<SseFrames> {
  const { tokenDelayMs, timers } = deps;
  let position = after;
  let answer: BotMessage;
  try {
    const early = Promise.withResolvers<BotMessage | null>();
    const stored = deps.assistant.answerTo(accepted, signal, early.resolve);
    // When waiting for the stored answer ends or fails, waiting for the early answer ends too. An error is reported by the `await` of
    // `stored` below.
    const endWait = () => early.resolve(null);
    stored.then(endWait, endWait);
    const announced = after === null ? await early.promise : null;
    if (announced !== null) {
      yield metaOf(accepted, announced);
      position = { frame: 0, card: digestOf(announced) };
    }
    answer = await stored;
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CoxswainError)) throw error;
    yield { event: 'error', data: { code: error.code, message: error.message } };
    return;
  }
  const frames = framesOf(accepted, answer).slice(nextFrame(position, answer));
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

function framesOf(accepted: AcceptedMessage, answer: BotMessage): readonly SseFrame[] {
  const pieces = answer.text.match(PIECES) ?? [];
  const rest: readonly Omit<SseFrame, 'id'>[] = [...pieces.map((piece) => ({ event: 'token', data: piece })), { event: 'done', data: {} }];
  const { chatId, turn } = accepted;
  return [metaOf(accepted, answer), ...rest.map((frame, index) => ({ ...frame, id: `${chatId}/${turn}/${index + 1}` }))];
}

/**
 * Returns the number of the first frame that the client does not have yet. If the client has the `meta` frame of another answer, the stream
 * begins again.
 */
function nextFrame(position: Pick<StreamPosition, 'frame' | 'card'> | null, answer: BotMessage): number {
  if (position === null) return 0;
  const { frame, card } = position;
  return frame === 0 && card !== null && card !== digestOf(answer) ? 0 : frame + 1;
}

function metaOf({ chatId, turn }: AcceptedMessage, answer: BotMessage): SseFrame {
  const { id, action, data } = answer;
  return { event: 'meta', id: `${chatId}/${turn}/0/${digestOf(answer)}`, data: { action, data, chatId, messageId: id } };
}

/**
 * Returns a hash of an answer's `meta` frame. With this hash, the service notices that a reconnecting client has the `meta` frame of
 * another answer.
 */
function digestOf({ action, data }: BotMessage): string {
  return Bun.hash(JSON.stringify([action, data])).toString(36);
}

/** Parses a frame id that a client sends in `Last-Event-ID`; null for other text. */
export function readPosition(text: string | null): StreamPosition | null {
  const [, chatId, turn, frame, card = null] =
    /^([0-9a-fA-F-]{36})\/([1-9]\d{0,8})\/(0|[1-9]\d{0,8})(?:\/([0-9a-z]{1,20}))?$/.exec(text ?? '') ?? [];
  if (chatId === undefined) return null;
  return { chatId, turn: Number(turn), frame: Number(frame), card };
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
