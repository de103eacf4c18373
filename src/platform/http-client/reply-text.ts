import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

/**
 * Options of requests whose replies `replyText` reads: Bun must not decompress the replies. For each reply that it cannot decompress, Bun
 * would write a line to stderr.
 */
export const AS_SENT = { decompress: false } as const;
export const ACCEPTED_ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' } as const;

/** Thrown for an HTTP reply that arrived but cannot be used. */
export class ReplyFault extends Error {
  override name = 'ReplyFault';
  readonly isTooLong: boolean;

  constructor(message: string, options: { isTooLong?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isTooLong = options.isTooLong ?? false;
  }
}

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }, done: (error: Error | null, result: Uint8Array) => void) => void;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
  zstd: zstdDecompress,
};

/**
 * Reads a reply that was requested with `AS_SENT`. Both the transferred size and the decompressed size are limited.
 * @throws ReplyFault when the reply is too long or cannot be decompressed; the errors of `fetch` when the connection ends
 */
export async function replyText(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLong(mostBytes);
    chunks.push(chunk);
  }
  let bytes: Uint8Array = Buffer.concat(chunks);
  // The header lists encodings in the order in which they were applied. Unknown encodings are ignored.
  const encodings = (response.headers.get('content-encoding') ?? '').toLowerCase().split(',').reverse();
  for (const encoding of encodings) {
    const name = encoding.trim();
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (decode !== undefined && bytes.byteLength > 0) bytes = await decoded(bytes, decode, mostBytes);
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Returns a message for users about why a reply could not be read; null for all other errors. Bun's own messages are not used because they
 * quote the URL, which may contain a key.
 */
export function unreadableReply(error: unknown): string | null {
  if (error instanceof ReplyFault) return error.isTooLong ? null : error.message;
  return error instanceof Error && 'code' in error && error.code === 'InvalidHTTPResponse' ? 'it is not valid HTTP' : null;
}

function decoded(bytes: Uint8Array, decode: Decoder, mostBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decode(bytes, { maxOutputLength: mostBytes }, (error, result) => {
      if (error === null) resolve(result);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLong(mostBytes));
      else reject(new ReplyFault('it cannot be decompressed', { cause: error }));
    });
  });
}

function tooLong(mostBytes: number): ReplyFault {
  return new ReplyFault(`more than ${mostBytes} bytes`, { isTooLong: true });
}
