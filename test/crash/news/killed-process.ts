import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Answer, Command } from './commands.ts';

/** The process under test, which is killed repeatedly. After a kill, the next command starts it again. */
export type KilledProcess = {
  /** Sends a command and returns the answer. When the process is killed before it answers, the command is sent again to a new process. */
  readonly ask: (command: Command) => Promise<Answer>;
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
};

const entry = fileURLToPath(new URL('node.ts', import.meta.url));
/** Maximum number of processes to which one command is sent. A further process is needed whenever one is killed before it answers. */
const MOST_TRIES = 200;

type Running = { readonly child: ChildProcess; readonly lines: AsyncIterator<string>; readonly errors: string[]; isKilled: boolean };

export function createKilledProcess(args: readonly string[]): KilledProcess {
  let running: Running | null = null;

  async function start(): Promise<Running> {
    const child = spawn(process.execPath, ['--no-install', '--no-env-file', entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    const errors: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.stdin?.on('error', () => undefined);
    if (child.stdout === null) throw new Error('The process has no output');
    const made: Running = { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), errors, isKilled: false };
    running = made;
    await answerOf(made);
    return made;
  }

  /**
   * Returns the answer of a process to a command; null when the process was killed before it answered. @throws Error when the process ended
   * by itself
   */
  async function answerOf(from: Running): Promise<Answer | null> {
    const { value, done } = await from.lines.next();
    if (done !== true) return JSON.parse(value);
    if (running === from) running = null;
    if (from.isKilled) return null;
    throw new Error(`The process ended by itself:\n${from.errors.join('')}`);
  }

  return {
    async ask(command) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const at = running ?? (await start());
        if (at.isKilled) {
          running = null;
          continue;
        }
        at.child.stdin?.write(`${JSON.stringify(command)}\n`);
        const answer = await answerOf(at);
        if (answer !== null) return answer;
      }
      throw new Error(`No process has answered ${JSON.stringify(command)}`);
    },

    kill() {
      if (running === null || running.isKilled) return;
      running.isKilled = true;
      running.child.kill('SIGKILL');
    },

    async stop() {
      const last = running;
      if (last === null || last.child.exitCode !== null || last.child.signalCode !== null) return;
      const ended = new Promise((done) => last.child.once('close', done));
      last.isKilled = true;
      last.child.kill('SIGKILL');
      await ended;
    },
  };
}
