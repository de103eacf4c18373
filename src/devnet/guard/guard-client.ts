import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { DevnetError } from '../devnet-error.ts';
import type { DevnetLog } from '../devnet-log.ts';
import { type GuardCommand, type GuardEvent, type GuardOptions, guardEventSchema } from './protocol.ts';

export type GuardClient = {
  readonly port: number;
  readonly anvilPid: number;
  readonly guardPid: number;
  /** True if Anvil loaded a saved chain, false if the chain is new. */
  readonly loaded: boolean;
  /** Saves the chain now. After the first call, the guard also saves it automatically. */
  save(): Promise<void>;
  /** Saves the chain, then ends Anvil and the guard. A second call waits for the first. */
  stop(): Promise<void>;
  /** Resolves with the guard's exit code when the guard process has ended. */
  readonly exited: Promise<number | null>;
};

/**
 * Starts the guard process with its Anvil, in its own session, so that Ctrl-C reaches only this process.
 * @throws DevnetError `devnet-start-failed`; `devnet-state-damaged` when Anvil cannot read the saved chain; `devnet-in-use` when another
 * guard has just taken the folder
 */
export async function startGuard(options: GuardOptions, log: DevnetLog): Promise<GuardClient> {
  const child = spawn(process.execPath, [join(import.meta.dir, 'guard.ts'), JSON.stringify(options)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // The guard gets none of our environment variables, which may contain keys. It only needs the path of `ps` (on systems without /proc).
    env: { PATH: '/usr/bin:/bin', DO_NOT_TRACK: '1' },
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
  const saves = new Map<number, (error: string | undefined) => void>();
  let stderr = '';
  let failed: DevnetError | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-2_000);
  });
  // Errors of writing a command to the guard are ignored here. They mean that the guard has ended before it read the command, and the exit
  // of the guard is reported instead.
  child.stdin.on('error', () => undefined);

  const ready = await new Promise<Extract<GuardEvent, { event: 'ready' }>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = v.parse(guardEventSchema, JSON.parse(line));
      if (event.event === 'ready') resolve(event);
      // A failed start is reported only after the guard has ended and released the folder, because the caller may start another guard
      // immediately.
      else if (event.event === 'failed') failed = failure(event);
      else if (event.event === 'log') log[event.level](`devnet: ${event.message}`);
      else saves.get(event.id)?.(event.error);
    });
    void exited.then((code) => {
      for (const settle of saves.values()) settle(`the guard process ended (${code})`);
      reject(failed ?? new DevnetError('devnet-start-failed', `The devnet's guard process ended (${code}). ${stderr.trim()}`));
      if (code !== 0 && failed === undefined) log.error(`devnet: the guard process ended with ${code}. ${stderr.trim()}`);
    });
  });

  let nextId = 0;
  const save = async () => {
    nextId += 1;
    const command: GuardCommand = { command: 'save', id: nextId };
    const error = await new Promise<string | undefined>((resolve) => {
      saves.set(command.id, resolve);
      child.stdin.write(`${JSON.stringify(command)}\n`);
    });
    saves.delete(command.id);
    if (error !== undefined) throw new DevnetError('devnet-not-running', `The chain's state could not be saved: ${error}`);
  };
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { port: ready.port, anvilPid: ready.anvilPid, guardPid: child.pid ?? 0, loaded: ready.loaded, save, stop, exited };
}

function failure({ code, message }: Extract<GuardEvent, { event: 'failed' }>): DevnetError {
  if (code === 'state') return new DevnetError('devnet-state-damaged', message);
  if (code === 'claimed') return new DevnetError('devnet-in-use', message);
  return new DevnetError('devnet-start-failed', `The devnet could not be started: ${message}`);
}
