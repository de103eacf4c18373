import { createConnection, createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';

/** An error with which a MongoDB server replies. */
export type MongoRefusal = { readonly code: number; readonly codeName: string; readonly errmsg: string };

export type RefusingMongoLine = AsyncDisposable & {
  readonly port: number;
  /** From now on answers every write with this error; null forwards writes again. */
  refuse(refusal: MongoRefusal | null): void;
  /** Returns the number of writes that the proxy has answered with an error. */
  refused(): number;
};

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Offset in bytes of the command in a message: after the header, the flags, and the kind of the first section. */
const COMMAND_AT = HEADER_BYTES + 5;

/** Starts a proxy to a MongoDB server on loopback. It forwards everything; while it is set to refuse, it answers writes itself. */
export async function refusingMongoLine(targetPort: number): Promise<RefusingMongoLine> {
  const sockets = new Set<Socket>();
  let refusal: MongoRefusal | null = null;
  let refused = 0;
  let lastId = 1_000_000;

  function answer(message: Buffer): Buffer | null {
    if (refusal === null || message.readInt32LE(12) !== OP_MSG || !WRITES.includes(nameOf(message))) return null;
    refused += 1;
    const body = BSON.serialize({ ok: 0, ...refusal });
    const reply = Buffer.alloc(COMMAND_AT);
    lastId += 1;
    reply.writeInt32LE(COMMAND_AT + body.length, 0);
    reply.writeInt32LE(lastId, 4);
    reply.writeInt32LE(message.readInt32LE(4), 8);
    reply.writeInt32LE(OP_MSG, 12);
    return Buffer.concat([reply, body]);
  }

  const listener = createServer((client) => {
    const server = createConnection({ host: '127.0.0.1', port: targetPort });
    let unread = Buffer.alloc(0);
    for (const [socket, other] of [[client, server] as const, [server, client] as const]) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      // A socket error needs no handling, because the event `close` follows it.
      socket.on('error', () => undefined);
    }
    server.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= HEADER_BYTES && unread.length >= unread.readInt32LE(0)) {
        const message = unread.subarray(0, unread.readInt32LE(0));
        unread = unread.subarray(message.length);
        const own = answer(message);
        if (own === null) server.write(message);
        else client.write(own);
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', () => resolve());
  });
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no TCP address');
  return {
    port: address.port,
    refuse(next) {
      refusal = next;
    },
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns the name of the first field of the command, which is the command's name. */
function nameOf(message: Buffer): string {
  const start = COMMAND_AT + 5;
  return message.toString('latin1', start, message.indexOf(0, start));
}
