import { createFrameReader, type Frame, headOf } from './frames.ts';
import type { SpawnProcess } from './spawn-process.ts';

/**
 * Maximum size in bytes of a message from the backtest process. Every reply of the process is smaller, because a reply contains a limited
 * number of trades and curve points and a picture of limited size.
 */
const MOST_BYTES = 64 * 1024 * 1024;

/** A running child process with the channel on which it exchanges messages with the node. */
export type OpenProcess = {
  send(kind: number, bytes: Uint8Array): void;
  /**
   * Returns the next message of the process.
   * @throws the error passed to `end`, or the error created by `onGone`, when there are no more messages
   */
  next(): Promise<Frame>;
  /** Kills the process and rejects a pending `next` with the error `why`. Only the error of the first call is used. */
  end(why: Error): void;
  /** Resolves when the process has exited for any reason. */
  readonly gone: Promise<void>;
};

/**
 * Starts a process.
 * @param onGone creates the error for a process that exited without a call of `end`
 * @throws the errors of `spawn`
 */
export function openProcess(spawn: SpawnProcess, onGone: (how: string) => Error): OpenProcess {
  const spawned = spawn();
  const frames: Frame[] = [];
  let why: Error | null = null;
  let wake: () => void = () => undefined;

  function end(reason: Error): void {
    why ??= reason;
    wake();
    spawned.kill();
  }

  async function read(): Promise<void> {
    const take = createFrameReader(MOST_BYTES, (frame) => {
      frames.push(frame);
      wake();
    });
    try {
      for await (const chunk of spawned.output) take(chunk);
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)));
    }
  }
  const reading = read();
  const gone = spawned.exited.then(async (how) => {
    await reading;
    why ??= onGone(how);
    wake();
  });

  return {
    send(kind, bytes) {
      spawned.write(headOf(kind, bytes.byteLength));
      if (bytes.byteLength > 0) spawned.write(bytes);
    },
    async next() {
      for (;;) {
        const frame = frames.shift();
        if (frame !== undefined) return frame;
        if (why !== null) throw why;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    end,
    gone,
  };
}
