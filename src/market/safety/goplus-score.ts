import { plainDecimalOf, writtenOf } from '../../values/written-number.ts';
import type { Scan } from './token-safety.ts';

/** GoPlus's description of a token: flags and taxes by name. All values are strings. */
export type GoplusEntry = Readonly<Record<string, unknown>>;

type Flag = {
  readonly name: string;
  /** The value of the flag that means that the token is unsafe. A flag with this value reduces the token's score. */
  readonly bad: '1' | '0';
  readonly points: number;
  /** Points that are subtracted from the token's score when GoPlus does not report the flag. By default, as many as for the bad value. */
  readonly unknownPoints?: number;
  readonly says: string;
};

/** Flags that make a token worthless for trading; each of them reduces the token's score to 0. */
const FATAL: readonly { readonly name: string; readonly says: string }[] = [
  { name: 'is_honeypot', says: 'it is a honeypot' },
  { name: 'cannot_buy', says: 'the token cannot be bought' },
  { name: 'cannot_sell_all', says: 'a holder cannot sell all of the token' },
];

const FLAGS: readonly Flag[] = [
  // GoPlus sets the flag `is_airdrop_scam` for known scams, and omits it for most other tokens. So a missing flag costs only a few points.
  { name: 'is_airdrop_scam', bad: '1', points: 100, unknownPoints: 5, says: 'an airdrop scam' },
  { name: 'owner_change_balance', bad: '1', points: 60, says: "the token's owner can change balances" },
  { name: 'is_open_source', bad: '0', points: 50, says: "the code of the token's contract is not published" },
  { name: 'hidden_owner', bad: '1', points: 40, says: "the token's owner is hidden" },
  { name: 'selfdestruct', bad: '1', points: 40, says: "the token's contract can destroy itself" },
  { name: 'can_take_back_ownership', bad: '1', points: 30, says: 'ownership that was given up can be taken back' },
  { name: 'personal_slippage_modifiable', bad: '1', points: 30, says: "the token's owner can set the tax of one address" },
  { name: 'slippage_modifiable', bad: '1', points: 20, says: "the token's owner can change the tax" },
  { name: 'transfer_pausable', bad: '1', points: 10, says: 'transfers can be paused' },
  { name: 'external_call', bad: '1', points: 10, says: 'transfers call another contract' },
  { name: 'trading_cooldown', bad: '1', points: 10, says: 'a holder must wait between two trades' },
  { name: 'is_whitelisted', bad: '1', points: 10, says: 'some addresses have privileges' },
  { name: 'is_blacklisted', bad: '1', points: 5, says: 'addresses can be blocked' },
  { name: 'is_mintable', bad: '1', points: 5, says: 'more tokens can be minted' },
  { name: 'is_proxy', bad: '1', points: 5, says: "the token's code can be changed" },
  { name: 'is_anti_whale', bad: '1', points: 5, says: 'the size of trades is limited' },
];

const TAXES: readonly { readonly name: string; readonly says: string }[] = [
  { name: 'buy_tax', says: 'buying' },
  { name: 'sell_tax', says: 'selling' },
];
const POINTS_A_PERCENT = 10;

/**
 * Computes a token's score, 0 to 100, from GoPlus's flags.
 *
 * - The score is null (scan failed) when GoPlus does not report one of these facts: whether the token is a honeypot, can be bought, can be
 * sold completely, and its taxes. It is 0 when one of the first three is bad.
 * - Otherwise it is 100, minus points for each flag: airdrop scam 100; owner can change balances 60; code not published 50; hidden owner
 * 40; self-destruct 40; ownership can be taken back 30; tax of one address can be set 30; tax can be changed 20; transfers can be paused,
 * call another contract, must wait for each other, or favour some addresses 10 each; blacklist, minting, proxy, limit on trades 5 each.
 * - Each started percent of buy tax and of sell tax costs another 10 points.
 * - A missing or invalid flag is never treated as safe: it costs as much as a set flag (the airdrop flag only 5, since GoPlus omits it for
 * most tokens).
 * A large stable coin (proxy, mintable, blacklist, pausable) scores 70 to 75.
 */
export function goplusScore(entry: GoplusEntry): Scan {
  const flagOf = (name: string) => flagIn(entry[name]);
  for (const { name, says } of FATAL) if (flagOf(name) === '1') return { score: 0, reason: `GoPlus: ${says}.` };
  const unsaid = [
    ...FATAL.filter(({ name }) => flagOf(name) !== '0').map(({ name }) => name),
    ...TAXES.filter(({ name }) => percentOf(entry[name]) === null).map(({ name }) => name),
  ];
  if (unsaid.length > 0) return { score: null, reason: `GoPlus has no information on: ${unsaid.join(', ')}.` };
  const costs = [
    ...FLAGS.map((flag) => costOfFlag(flag, flagOf(flag.name))),
    ...TAXES.map(({ name, says }) => costOfTax(says, entry[name])),
  ];
  const found = costs.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  const score = Math.max(
    0,
    found.reduce((left, { points }) => left - points, 100),
  );
  const reason =
    found.length === 0
      ? 'GoPlus reports no problem with the token.'
      : `GoPlus: ${found.map(({ points, says }) => `${says} (-${points})`).join(', ')}.`;
  return { score, reason };
}

/** Reads a flag of GoPlus's reply. Flags are documented as strings; numbers and booleans are accepted too. */
function flagIn(value: unknown): unknown {
  return typeof value === 'boolean' ? (value ? '1' : '0') : (writtenOf(value) ?? value);
}

type Cost = { readonly points: number; readonly says: string };

function costOfFlag({ name, bad, points, unknownPoints = points, says }: Flag, value: unknown): Cost {
  if (value === bad) return { points, says };
  if (value === '0' || value === '1') return { points: 0, says };
  return { points: unknownPoints, says: `${name} is unknown` };
}

function costOfTax(says: string, value: unknown): Cost {
  const percent = percentOf(value) ?? 100;
  return { points: percent * POINTS_A_PERCENT, says: `a tax of ${percent} % on ${says}` };
}

/**
 * Converts a token's tax (fee on trades) to percent, rounded up. GoPlus states a tax as a fraction of one, as a string. The percentage is
 * computed from the digits of the string, because 0.07 * 100 is more than 7 in floating point. Null for an invalid tax, such as the empty
 * string that GoPlus sends for an unknown tax.
 */
function percentOf(tax: unknown): number | null {
  const written = writtenOf(tax);
  const fraction = written === null || written === '' ? null : plainDecimalOf(written);
  if (fraction === null || !/^(0|1|0\.[0-9]+)$/.test(fraction)) return null;
  const [whole = '0', digits = ''] = fraction.split('.');
  const isBegun = /[1-9]/.test(digits.slice(2));
  return Number(whole) * 100 + Number(digits.slice(0, 2).padEnd(2, '0')) + (isBegun ? 1 : 0);
}
