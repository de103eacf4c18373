import { type ChildProcess, spawn } from 'node:child_process';

export type AnvilOptions = {
  readonly binary: string;
  readonly host: string;
  /** Port to listen on; 0: any free port. */
  readonly port: number;
  readonly chainId: number;
  readonly mnemonic: string;
  /** Unix seconds of block 0; absent for a fork, which has the blocks of its chain. */
  readonly genesisTimestamp?: number;
  /** Endpoint of the chain whose state is continued. Every user of this machine can read it in the list of processes. */
  readonly forkUrl?: string;
  /** Whether Anvil ends whenever this process ends, for any reason. Not supported on Windows. */
  readonly isTied?: boolean;
};

export type AnvilProcess = {
  readonly pid: number;
  readonly port: number;
  /** Settles with the reason when the process has ended. */
  readonly exited: Promise<string>;
  kill(signal: NodeJS.Signals): void;
};

/** Thrown when Anvil ended before it listened. `portTaken` is true when the port was already in use. */
export class AnvilStartError extends Error {
  override name = 'AnvilStartError';
  readonly portTaken: boolean;
  constructor(message: string, portTaken: boolean) {
    super(message);
    this.portTaken = portTaken;
  }
}

/** Number of states kept in memory for calls at recent blocks. Without a limit, Anvil writes them to files in the user's home. */
const RECENT_STATES = 128;
/** Maximum wait in milliseconds until Anvil listens. It usually takes a tenth of a second; on a busy machine it takes longer. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts Anvil and waits until this child process listens. A health check alone would also succeed for another process on the port.
 * @throws AnvilStartError
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const child = spawnAnvil(options);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
  });
  const port = await listeningPort(child, exited);
  if (child.pid === undefined) throw new AnvilStartError('Anvil has no process id', false);
  return {
    ...{ pid: child.pid, port, exited },
    kill(signal) {
      child.kill(signal);
      child.stdin?.end();
    },
  };
}

/**
 * Shell script that first starts a background process, and then replaces itself with Anvil. The background process reads the script's input
 * pipe and kills Anvil when the pipe is closed.
 */
const TIED = 'p=$$; exec 3<&0 </dev/null; (cat <&3; kill -9 "$p") >/dev/null 2>&1 & exec "$@" 3<&-';

function spawnAnvil(options: AnvilOptions): ChildProcess {
  const args = anvilArguments(options);
  if (options.isTied !== true || process.platform === 'win32') return spawn(options.binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return spawn('/bin/sh', ['-c', TIED, 'anvil', options.binary, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

function anvilArguments(options: AnvilOptions): string[] {
  return [
    ['--host', options.host],
    // Anvil's default allows any origin, so any web page in a browser on this machine could use the chain's accounts. This origin matches
    // no page.
    ['--allow-origin', 'https://nobody.invalid'],
    ['--port', String(options.port)],
    ['--chain-id', String(options.chainId)],
    ['--mnemonic', options.mnemonic],
    options.genesisTimestamp === undefined ? [] : ['--timestamp', String(options.genesisTimestamp)],
    // The fork has no storage cache of its own, because a rehearsal is rare and the cache is never cleared.
    options.forkUrl === undefined ? [] : ['--fork-url', options.forkUrl, '--no-storage-caching', '--retries', '3'],
    ['--prune-history', String(RECENT_STATES)],
    ['--no-request-size-limit'],
  ].flat();
}

/** Reads the port from Anvil's output, and keeps reading so that its output never fills the pipe. */
function listeningPort(child: ChildProcess, exited: Promise<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    let listening = false;
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      if (listening) return;
      output += chunk.toString('utf8');
      const port = /Listening on \S+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      listening = true;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((how) => {
      clearTimeout(timer);
      const portTaken = /address already in use/i.test(output);
      reject(new AnvilStartError(`Anvil ended before it listened (${how}): ${output.trim().slice(-400)}`, portTaken));
    });
  });
}
