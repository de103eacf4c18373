import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { ConnectionOptions } from './open-database.ts';
import { errorFromSqlite } from './sqlite-error.ts';
import type { WriterCall, WriterCalls, WriterReply, WriterRequest, WriterSetup } from './writer-message.ts';

/** The client through which this thread calls the writer's thread. Calls run one after the other, in order. */
export type WriterClient = {
  /** Calls the writer's thread. @throws RetryableError, the errors of `errorFromSqlite`; TerminalError `store-failed`, `store-closed` */
  call<Call extends WriterCall>(call: Call, input: WriterCalls[Call]['in']): Promise<WriterCalls[Call]['out']>;
  /** Finishes earlier calls, copies the log into the file, and ends the thread. */
  close(): Promise<void>;
};

type Pending = { readonly resolve: (output: never) => void; readonly reject: (error: unknown) => void };

export function createWriterClient(options: ConnectionOptions): WriterClient {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;
  let closing: Promise<void> | null = null;

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-writer.worker.ts', import.meta.url).href, { name: 'sqlite-writer' });
    started.addEventListener('message', ({ data }: MessageEvent<WriterReply>) => settle(data));
    started.addEventListener('error', (event) => lose(started, event.message));
    started.addEventListener('close', () => lose(started, 'it ended'));
    started.postMessage({ call: 'open', options } satisfies WriterSetup);
    worker = started;
    return started;
  }

  function settle(reply: WriterReply): void {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    // While no call is pending, the writer's thread must not keep the process alive.
    if (pending.size === 0) worker?.unref();
    // The cast of the output is safe: the id in the reply identifies the call, and the call determines the type of its output.
    if (reply.isDone) waiting?.resolve(reply.output as never);
    else waiting?.reject(errorFromSqlite(reply.failure, options.path));
  }

  function lose(lost: Worker, message: string): void {
    if (worker !== lost) return;
    worker = null;
    const waiting = [...pending.values()];
    pending.clear();
    for (const { reject } of waiting)
      reject(
        errorFromSqlite(
          { code: 'WRITER_GONE', message: `the writer thread of the store ended (${message}); a new one starts with the next call` },
          options.path,
        ),
      );
  }

  function send<Call extends WriterCall>(call: Call, input: WriterCalls[Call]['in']): Promise<WriterCalls[Call]['out']> {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      const target = worker ?? start();
      if (pending.size === 0) target.ref();
      pending.set(id, { resolve, reject });
      // The cast is needed because the compiler cannot express, for a generic call, that `call` and `input` belong together. The signature
      // of this function ensures that they belong together.
      target.postMessage({ call, id, input } as WriterRequest);
    });
  }

  async function end(): Promise<void> {
    if (worker === null) return;
    try {
      await send('close', null);
    } finally {
      const ended = worker;
      worker = null;
      ended?.terminate();
    }
  }

  return {
    call(call, input) {
      if (closing !== null) return Promise.reject(closed());
      return send(call, input);
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

export function closed(): TerminalError {
  return new TerminalError({ code: 'store-closed', message: 'The store is closed.', status: 503 });
}
