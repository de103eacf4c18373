import type { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { foreignText } from '../../../values/foreign-text.ts';
import { quotedText } from './quoted-text.ts';

/** Maximum length of an error's text in a sentence, in characters. */
const MOST_CHARACTERS = 400;
/** Names a setting of the service, such as `RPC_8453`. */
const SETTING = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/u;
const OF_OPERATOR = 'The service is not set up for this.';

/** Errors of widely used token contracts, in plain words. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['ERC20InsufficientBalance', 'the balance of the token is too small'],
  ['InsufficientBalance', 'the balance is too small'],
  ['ERC20InsufficientAllowance', 'the contract may not take so much of the token'],
  ['InsufficientAllowance', 'the contract may not take so much of the token'],
  ['ERC20InvalidReceiver', 'the token does not accept this receiver'],
  ['EnforcedPause', 'the contract is paused'],
  ['TransferFailed', 'the transfer of the token failed'],
  ['TransferFromFailed', 'the transfer of the token failed'],
  ['SafeERC20FailedOperation', 'the transfer of the token failed'],
]);

/**
 * An error as a user may read it: a reason that a contract gave for a revert is quoted, because a stranger wrote it, and nothing is said
 * about the operator's settings, which a user cannot change.
 */
export function errorText({ code, message, details }: Pick<CoxswainError, 'code' | 'message' | 'details'>): string {
  const reason = details?.reason;
  if (code === 'execution-reverted' && typeof reason === 'string') return `The contract reverted the call: ${revertText(reason)}.`;
  if (code === 'chain-not-configured') return 'This service has no connection to this chain.';
  return problemText(message);
}

/** The text of a problem, such as a chain that could not be read, as a user may read it. */
export function problemText(message: string): string {
  const sentences = foreignText(message, MOST_CHARACTERS).split(/(?<=[.!?])\s+/u);
  const said = sentences.filter((sentence) => !SETTING.test(sentence)).join(' ');
  return said === '' ? OF_OPERATOR : said;
}

/** The words of `revertReason` for a revert without a reason. */
const NO_REASON = 'no reason given';

/** Quotes the reason that a contract gave for a revert. */
export function revertText(reason: string): string {
  if (reason === NO_REASON) return NO_REASON;
  const said = quotedText(reason, 120);
  const words = WELL_KNOWN.get(reason);
  return words === undefined ? said : `${words} (${said})`;
}
