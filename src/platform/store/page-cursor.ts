import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Scalar } from './record-store.ts';

/** Where a page ended, as text that goes into a URL unescaped. Opaque to clients, but nothing in it is trusted when it comes back. */
export function encodeCursor(place: readonly Scalar[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place of `length` values that `encodeCursor` was given.
 * @throws TerminalError `invalid-cursor` (400) for anything else
 */
export function decodeCursor(cursor: string, length: number): Scalar[] {
  const place = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(place) || place.length !== length || !place.every(isScalar)) throw invalidCursor();
  return place;
}

/** As `decodeCursor`, for places that are whole numbers only. */
export function decodeNumberCursor(cursor: string, length: number): number[] {
  return decodeCursor(cursor, length).map((value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalidCursor();
    return value;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidCursor(error);
  }
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function invalidCursor(cause?: unknown): TerminalError {
  return new TerminalError({
    code: 'invalid-cursor',
    message: 'This cursor is not one that a page gave. Ask without a cursor first.',
    status: 400,
    cause,
  });
}
