/**
 * A message between a node and its backtest process: its kind and its bytes. Encoding in the pipe: one byte for the kind, four for the
 * length, then the bytes.
 */
export type Frame = { readonly kind: number; readonly bytes: Uint8Array };

/**
 * Kinds of messages that the node sends: the settings and the body of a backtest, then either the validated policy or a request to cancel
 * the backtest.
 */
export const TO_PROCESS = { settings: 1, body: 2, valid: 3, drop: 4 } as const;
/**
 * Kinds of messages that the backtest process sends to the node: the request body without its prices, the notice that the history has been
 * read, the progress, and the possible outcomes of a backtest.
 */
export const FROM_PROCESS = { asked: 11, ready: 12, progress: 13, end: 14, refused: 15, failed: 16, outOfMemory: 17 } as const;

const HEAD_BYTES = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Encodes the header of a message separately, so that the message's bytes, which may be many, need not be copied. */
export function headOf(kind: number, length: number): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, length);
  return head;
}

/**
 * Creates a reader that splits a stream of bytes into complete messages.
 * @throws RangeError for a message larger than `mostBytes`
 */
export function createFrameReader(mostBytes: number, onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let held = 0;
  let wanted = HEAD_BYTES;
  let kind: number | null = null;

  /** Removes the first `wanted` bytes from the buffer and returns them. */
  function cut(): Uint8Array {
    const [first] = parts;
    const all = parts.length === 1 && first !== undefined ? first : joined();
    parts = held > wanted ? [all.subarray(wanted)] : [];
    held -= wanted;
    return all.subarray(0, wanted);
  }

  function joined(): Uint8Array {
    const all = new Uint8Array(held);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.byteLength;
    }
    return all;
  }

  return (chunk) => {
    parts.push(chunk);
    held += chunk.byteLength;
    while (held >= wanted) {
      const bytes = cut();
      if (kind === null) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        const length = view.getUint32(1);
        if (length > mostBytes) throw new RangeError(`A message of ${length} bytes exceeds the limit of ${mostBytes} bytes`);
        kind = view.getUint8(0);
        wanted = length;
      } else {
        const frame = { kind, bytes };
        kind = null;
        wanted = HEAD_BYTES;
        onFrame(frame);
      }
    }
  };
}
