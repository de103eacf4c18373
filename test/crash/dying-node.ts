import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A process under test that dies again and again; the next command starts it anew. Commands and answers are lines of JSON. A line that begins
 * with `!` is a note, which the process may write at any time, also just before it dies.
 */
export type DyingNode<Command, Answer> = {
  /**
   * Sends a command, and returns the answer. When the process dies before it answers, the command is sent to the next process (`repeat`), or
   * the result is null (`once`).
   */
  readonly ask: (command: Command, when: 'repeat' | 'once') => Promise<Answer | null>;
  readonly stop: () => Promise<void>;
};

type Running = {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly errors: string[];
  readonly point: string | null;
  rounds: number;
};

export function createDyingNode<Command, Answer>(options: {
  /** Path of the program. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly flags: readonly string[];
  /** Returns where the next process dies; null when it lives on. */
  readonly nextDeath: () => { readonly point: string; readonly pass: number } | null;
  /** The number of commands after which a process that has not died is killed from outside. */
  readonly mostRounds: number;
  readonly onDeath: (point: string) => void;
  readonly onNote?: (note: unknown) => void;
}): DyingNode<Command, Answer> {
  let running: Running | null = null;

  async function start(): Promise<Running | null> {
    const death = options.nextDeath();
    const args = [...options.args, death === null ? '-' : `${death.point}#${death.pass}`, ...options.flags];
    const child = spawn(process.execPath, ['--no-install', '--no-env-file', options.entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    const errors: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.stdin?.on('error', () => undefined);
    if (child.stdout === null) throw new Error('The process has no output');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const made: Running = { child, lines, errors, point: death?.point ?? null, rounds: 0 };
    running = made;
    // A process can die while it starts, because it then takes over what the last one left undone.
    return (await answerOf(made)) === null ? null : made;
  }

  /** Returns the answer of a process; null when it died. @throws Error when it ended in another way */
  async function answerOf(from: Running): Promise<Answer | null> {
    const { value, done } = await from.lines.next();
    if (done !== true && value.startsWith('!')) {
      options.onNote?.(JSON.parse(value.slice(1)));
      return answerOf(from);
    }
    if (done !== true) return JSON.parse(value);
    if (running === from) running = null;
    if (from.child.exitCode === null && from.child.signalCode === null) await new Promise((ended) => from.child.once('exit', ended));
    if (from.child.signalCode !== 'SIGKILL') throw new Error(`The process ended by itself:\n${from.errors.join('')}`);
    options.onDeath(from.rounds > options.mostRounds ? 'outside' : (from.point ?? 'outside'));
    return null;
  }

  return {
    async ask(command, when) {
      for (;;) {
        const at = running ?? (await start());
        if (at === null) continue;
        at.rounds += 1;
        at.child.stdin?.write(`${JSON.stringify(command)}\n`);
        if (at.point !== null && at.rounds > options.mostRounds) at.child.kill('SIGKILL');
        const answer = await answerOf(at);
        if (answer !== null || when === 'once') return answer;
      }
    },

    async stop() {
      const last = running;
      if (last === null || last.child.exitCode !== null || last.child.signalCode !== null) return;
      const ended = new Promise((done) => last.child.once('close', done));
      last.child.kill('SIGKILL');
      await ended;
    },
  };
}
