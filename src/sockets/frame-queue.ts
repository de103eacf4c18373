import type { SseFrame } from '../http/sse.ts';

/** Frames (encoded server-sent events) that wait to be sent to one client. */
export type FrameQueue = {
  readonly push: (frame: SseFrame) => void;
  /** Resolves when the number of waiting frames is below the limit. Never resolves after the queue has ended. */
  readonly ready: () => Promise<void>;
  /**
   * Removes and returns all waiting frames (encoded server-sent events). When there are none, waits for the first frame. Returns an empty
   * list when the queue has ended.
   */
  readonly take: () => Promise<readonly SseFrame[]>;
  /** Ends the queue after the waiting frames have been taken. */
  readonly end: () => void;
};

/** Creates a queue that also ends when `signal` is aborted. */
export function createFrameQueue({ most, signal }: { readonly most: number; readonly signal: AbortSignal }): FrameQueue {
  let frames: SseFrame[] = [];
  let hasEnded = false;
  let arrived = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  const end = (): void => {
    hasEnded = true;
    arrived.resolve();
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });

  return {
    push(frame) {
      frames.push(frame);
      arrived.resolve();
    },
    async ready() {
      while (frames.length >= most) await taken.promise;
    },
    async take() {
      if (frames.length === 0 && !hasEnded) await arrived.promise;
      const all = signal.aborted ? [] : frames;
      frames = [];
      arrived = Promise.withResolvers<void>();
      if (hasEnded) arrived.resolve();
      taken.resolve();
      taken = Promise.withResolvers<void>();
      return all;
    },
    end,
  };
}
