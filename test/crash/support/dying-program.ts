import { createInterface } from 'node:readline';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { repeatWork } from '../../../src/platform/loop/repeat-work.ts';
import type { Timers } from '../../../src/runtime/engine/timers.ts';
import type { Clock } from '../../../src/values/clock.ts';

const MINUTE_MS = 60_000;

/**
 * Returns a function that a program calls at its points. At the given pass of the given point, it kills the process with SIGKILL.
 * @param deadly `POINT#PASS`, or `-` for a process that lives on
 */
export function deadlyPoint(deadly: string): (name: string) => Promise<void> {
  const passed = new Map<string, number>();
  return async (name) => {
    const pass = (passed.get(name) ?? 0) + 1;
    passed.set(name, pass);
    if (`${name}#${pass}` !== deadly) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  };
}

/** Time that passes `speed` times as fast as real time, from the moment `baseMs` on. */
export function fastTime(speed: number, baseMs: number): { readonly clock: Clock; readonly timers: Timers } {
  return {
    clock: { now: () => baseMs + Math.floor((Date.now() - baseMs) * speed) },
    timers: { ...systemTimers, after: (ms, run) => systemTimers.after(ms / speed, run) },
  };
}

/**
 * Starts a system: takes over what a killed process left undone, unless other nodes share the store, and ticks every minute.
 * @param beforeTick is called before each tick
 */
export async function startSystem(
  system: { start(): void; takeOver(): Promise<unknown>; tick(atMs: number): Promise<unknown> },
  {
    clock,
    timers,
    isShared,
    beforeTick = async () => undefined,
  }: { readonly clock: Clock; readonly timers: Timers; readonly isShared: boolean; readonly beforeTick?: () => Promise<void> },
): Promise<void> {
  system.start();
  if (!isShared) await system.takeOver();
  repeatWork(timers, MINUTE_MS, async () => {
    await beforeTick();
    await system.tick(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
  });
}

/** Says that the program has started, answers commands from standard input, and ends the process when the input ends. All are lines of JSON. */
export async function serveCommands<Command, Answer>(act: (command: Command) => Promise<Answer>): Promise<never> {
  const tell = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  tell({});
  for await (const line of createInterface({ input: process.stdin })) tell(await act(JSON.parse(line)));
  process.exit(0);
}
