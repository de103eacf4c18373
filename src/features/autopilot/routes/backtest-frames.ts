import type { SseFrame } from '../../../http/sse.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import type { TaskEnd, TaskProgress } from '../backtest/task/run-task.ts';

/**
 * Converts the progress and the result of a backtest to messages of a server-sent event stream (SSE). `endOf` builds the data of the last
 * message. `leave` is called when the backtest has ended or its client has disconnected.
 */
export async function* framesOf(
  steps: AsyncGenerator<TaskProgress, TaskEnd>,
  endOf: (end: TaskEnd) => object,
  leave: () => void,
): AsyncGenerator<SseFrame> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done !== true) yield { event: 'progress', data: step.value };
      else {
        yield { event: 'end', data: endOf(step.value) };
        return;
      }
    }
  } finally {
    leave();
  }
}

/**
 * If the source of a stream throws an error that is meant for clients, ends the stream with a message that contains the error. Other errors
 * are thrown again.
 */
export async function* withReason(frames: AsyncGenerator<SseFrame>): AsyncGenerator<SseFrame> {
  try {
    yield* frames;
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    const { code, message, details } = error;
    yield { event: 'error', data: { code, message, ...(details === undefined ? {} : { details }) } };
  }
}
