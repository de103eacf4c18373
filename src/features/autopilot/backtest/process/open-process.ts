import { createFrameReader, type Frame, headOf } from './frames.ts';
import type { SpawnProcess } from './spawn-process.ts';

/** More than any answer: trades, a curve and a picture are bounded. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The running process: messages to it, and its messages one by one. */
export type OpenProcess = {
  send(kind: number, bytes: Uint8Array): void;
  /** @throws what it was ended with, or `ended`'s words in an error, once there are no more */
  next(): Promise<Frame>;
  /** Kills it; whoever waits for a message gets this. The first reason counts. */
  end(why: Error): void;
  /** Resolves when it is gone, however that came. */
  readonly gone: Promise<void>;
};

/** @param onGone makes the error of one that has ended by itself @throws as `spawn` */
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
