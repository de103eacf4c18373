import type { Json } from '../../../../values/json.ts';
import { NO_UNITS, type Units } from '../record/describe-value.ts';
import { HistoryFileError, listAt, member, objectAt, textAt, wholeAt } from './file-checks.ts';

const MOST_NOTES = 10_000;
/** Maximum number of decimals of a token that is accepted. No real token has more, and amounts with more digits would be unreadable. */
const MOST_DECIMALS = 255;

/**
 * Reads from a history file which fields of the actor's context are token amounts, and the tokens they belong to. Returns no units when the
 * file does not contain this information.
 */
export function readUnits(value: Json | undefined, path: string): Units {
  if (value === undefined || value === null) return NO_UNITS;
  const units = objectAt(value, path);
  return {
    amounts: listAt(member(units, 'amounts'), `${path}.amounts`, MOST_NOTES).map((item, i) => {
      const at = `${path}.amounts[${i}]`;
      const note = objectAt(item, at);
      return {
        path: textAt(member(note, 'path'), `${at}.path`),
        chainId: wholeAt(member(note, 'chainId'), `${at}.chainId`),
        token: textAt(member(note, 'token'), `${at}.token`),
      };
    }),
    tokens: listAt(member(units, 'tokens'), `${path}.tokens`, MOST_NOTES).map((item, i) => {
      const at = `${path}.tokens[${i}]`;
      const note = objectAt(item, at);
      const decimals = wholeAt(member(note, 'decimals'), `${at}.decimals`);
      if (decimals < 0 || decimals > MOST_DECIMALS)
        throw new HistoryFileError(`${at}.decimals is ${decimals}; expected 0 to ${MOST_DECIMALS}.`);
      return {
        chainId: wholeAt(member(note, 'chainId'), `${at}.chainId`),
        address: textAt(member(note, 'address'), `${at}.address`),
        symbol: textAt(member(note, 'symbol'), `${at}.symbol`),
        decimals,
      };
    }),
  };
}
