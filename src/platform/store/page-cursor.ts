import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Scalar } from './record-store.ts';

/**
 * Encodes the sort key at the end of a page as a cursor that can be part of a URL. Clients need not interpret the cursor. It is validated
 * when a client sends it back.
 */
export function encodeCursor(place: readonly Scalar[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Decodes a cursor that must contain `length` values. @throws TerminalError `invalid-cursor` (400) for any other text */
export function decodeCursor(cursor: string, length: number): Scalar[] {
  const place = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(place) || place.length !== length || !place.every(isScalar)) throw invalidCursor();
  return place;
}

/** Decodes a cursor that contains whole numbers only. */
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
    message: 'This cursor does not come from a page of this list. Send the request without a cursor first.',
    status: 400,
    cause,
  });
}
