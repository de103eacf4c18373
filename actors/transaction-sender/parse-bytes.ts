import { TerminalError } from '../../src/values/errors/terminal-error.ts';

/**
 * Checks that a text from a stored record consists of hex bytes.
 * @throws TerminalError `invalid-bytes`
 */
export function parseBytes(text: string): `0x${string}` {
  if (isBytes(text)) return text;
  throw new TerminalError({ code: 'invalid-bytes', message: 'Expected bytes: 0x followed by an even number of hex digits.' });
}

function isBytes(text: string): text is `0x${string}` {
  return /^0x([0-9a-fA-F]{2})*$/.test(text);
}
