import { type ChildProcess, spawn } from 'node:child_process';

export type AnvilOptions = {
  readonly binary: string;
  readonly host: string;
  /** Port on which Anvil listens; 0: any free port. */
  readonly port: number;
  readonly chainId: number;
  readonly mnemonic: string;
  /** Timestamp of block 0 in unix seconds; missing for a fork, which has the blocks of the forked chain. */
  readonly genesisTimestamp?: number;
  /** URL of the RPC endpoint of the forked chain. Every user of this machine can read this URL in the list of processes. */
  readonly forkUrl?: string;
  /** Whether Anvil must end when this process ends, for whatever reason. The option is not supported on Windows. */
  readonly isTied?: boolean;
};

export type AnvilProcess = {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the Anvil process has ended, with a description of how it ended. */
  readonly exited: Promise<string>;
  kill(signal: NodeJS.Signals): void;
};

/** Thrown when Anvil ended before it listened on its port. `portTaken` is true when the port was already in use. */
export class AnvilStartError extends Error {
  override name = 'AnvilStartError';
  readonly portTaken: boolean;
  constructor(message: string, portTaken: boolean) {
    super(message);
    this.portTaken = portTaken;
  }
}

/**
 * Number of recent blocks whose states Anvil keeps in memory for calls. Without this limit, Anvil writes states to files in the user's home
 * folder.
 */
const RECENT_STATES = 128;
/** Maximum wait until Anvil listens on its port, in milliseconds. It usually takes a tenth of a second, but longer on a busy machine. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts Anvil and waits until the started process itself reports that it listens. A successful request to the port would not prove that
 * Anvil listens, because another process could already be using the port.
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
    // By default Anvil accepts requests from pages of any origin, so any web page in a browser on this machine could use the chain's
    // accounts. The origin set here matches no page.
    ['--allow-origin', 'https://nobody.invalid'],
    ['--port', String(options.port)],
    ['--chain-id', String(options.chainId)],
    ['--mnemonic', options.mnemonic],
    options.genesisTimestamp === undefined ? [] : ['--timestamp', String(options.genesisTimestamp)],
    // Anvil's storage cache for forks is disabled, because rehearsals are rare and Anvil never clears the cache.
    options.forkUrl === undefined ? [] : ['--fork-url', options.forkUrl, '--no-storage-caching', '--retries', '3'],
    ['--prune-history', String(RECENT_STATES)],
    ['--no-request-size-limit'],
  ].flat();
}

/**
 * Reads from Anvil's output the port on which Anvil listens, and then keeps reading the output, so that the output pipe never fills up and
 * blocks Anvil.
 */
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
