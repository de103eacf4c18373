import { concatHex, type Hex, numberToHex, padHex, stringToHex, toFunctionSelector } from 'viem';
import { createSeededRandom, type SeededRandom } from '../../crash/seeded-random.ts';

/** These numbers are sent to the contract, so they must match the order of the values in the enums of ShiftingToken.sol. */
export const reply = { honest: 0, bytes: 1, revert: 2, burnGas: 3, giant: 4, giantRevert: 5 } as const;
const when = { always: 0, evenBlocks: 1, fromVault: 2, outOfVault: 3 } as const;
const rebases = ['none', 'up', 'down', 'to zero'] as const;

export type TokenRule = {
  readonly selector: Hex;
  readonly reply: number;
  readonly when: number;
  readonly size: number;
  readonly data: Hex;
};

/** The behavior of a hostile token, derived from a seed. */
export type TokenPlan = {
  readonly seed: number;
  readonly rules: readonly TokenRule[];
  readonly feeBps: number;
  /** Value of the enum Rebase in ShiftingToken.sol. */
  readonly rebase: number;
  readonly blocks: 'nobody' | 'vaults' | 'owner';
  /** Whether the token calls the vaults and the router on every transfer (reentrancy). */
  readonly reenters: boolean;
  /** True: the token misbehaves before positions with it are opened. False: it behaves well at first and misbehaves only afterwards. */
  readonly turnsFirst: boolean;
  /** Whether the token alternates between good and bad behavior every minute. */
  readonly wavers: boolean;
  /** Number of minutes after which the token's code is removed from the chain; null for never. */
  readonly vanishesAfter: number | null;
  /** Description of the token's behavior, for the report. */
  readonly what: string;
};

const MANY_BYTES = 1_000_000;
const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 });
/** Returns the ABI encoding of a string with any bytes. Its declared length may be wrong. */
const abiBytes = (bytes: Hex, length = (bytes.length - 2) / 2): Hex =>
  concatHex([word(32), word(length), padHex(bytes, { dir: 'right', size: Math.ceil((bytes.length - 2) / 64) * 32 || 32 })]);
const abiText = (text: string): Hex => abiBytes(stringToHex(text));

type Answer = { readonly kind: string; readonly reply: number; readonly data?: Hex; readonly size?: number };
const answer = (kind: string, data: Hex): Answer => ({ kind, reply: reply.bytes, data });

const failures: readonly [Answer, ...Answer[]] = [
  { kind: 'reverts', reply: reply.revert },
  { kind: 'reverts with text', reply: reply.revert, data: concatHex(['0x08c379a0', abiText('x'.repeat(2_000))]) },
  { kind: 'burns all gas', reply: reply.burnGas },
  { kind: 'returns 1 MB', reply: reply.giant, size: MANY_BYTES },
  { kind: 'reverts with 1 MB', reply: reply.giantRevert, size: MANY_BYTES },
  answer('returns nothing', '0x'),
  answer('returns 3 bytes', '0x616263'),
];

const decimals: readonly [Answer, ...Answer[]] = [
  ...failures,
  ...[0n, 77n, 78n, 255n, 256n, 500_000_000n, 2n ** 53n - 1n, 2n ** 256n - 1n].map((value) => answer(`${value}`, word(value))),
  answer('bytes32 text', stringToHex('eighteen', { size: 32 })),
  answer('text', abiText('18')),
];

const texts: readonly [Answer, ...Answer[]] = [
  ...failures,
  answer('empty', abiText('')),
  answer('bytes32', stringToHex('MKR', { size: 32 })),
  answer('invalid UTF-8', abiBytes('0xff00fec0afeda080f4908080')),
  answer('control characters', abiText('\u0000\u001b[2J\u0007\r\nHTTP/1.1 200 OK\r\n')),
  answer('right to left', abiText('\u202eCDSU\u2066\u200b')),
  answer('markup', abiText('<script>fetch("/")</script>{{7*7}}')),
  answer('8 KB', abiText('n'.repeat(8_000))),
  answer('a length of 2^255', abiBytes('0x61', 1).replace(word(1).slice(2), word(2n ** 255n).slice(2)) as Hex),
];

const amounts: readonly [Answer, ...Answer[]] = [
  ...failures,
  answer('0', word(0)),
  answer('1', word(1)),
  answer('2^256 - 1', word(2n ** 256n - 1n)),
  answer('two words', concatHex([word(10n ** 24n), word(7)])),
];

const flags: readonly [Answer, ...Answer[]] = [
  ...failures,
  answer('false', word(0)),
  answer('2', word(2)),
  answer('no value', '0x'),
  answer('2 KB', `0x${'01'.repeat(2_000)}`),
];

const functions = [
  { signature: 'function decimals()', answers: decimals, chance: 0.8 },
  { signature: 'function name()', answers: texts, chance: 0.5 },
  { signature: 'function symbol()', answers: texts, chance: 0.5 },
  { signature: 'function totalSupply()', answers: amounts, chance: 0.2 },
  { signature: 'function balanceOf(address)', answers: amounts, chance: 0.3 },
  { signature: 'function allowance(address,address)', answers: amounts, chance: 0.15 },
  { signature: 'function approve(address,uint256)', answers: flags, chance: 0.25 },
  { signature: 'function transfer(address,uint256)', answers: flags, chance: 0.4 },
  { signature: 'function transferFrom(address,address,uint256)', answers: flags, chance: 0.4 },
  { signature: 'function DOMAIN_SEPARATOR()', answers: failures, chance: 0.2 },
] as const;

/** Derives the behavior of a token from a seed. The same seed always results in the same token. */
export function planToken(seed: number): TokenPlan {
  const random = createSeededRandom(seed);
  const described: string[] = [];
  const rules = functions.flatMap(({ signature, answers, chance }): TokenRule[] => {
    if (!random.chance(chance)) return [];
    const { kind, reply: how, data = '0x', size = 0 } = random.pick(answers);
    const moment = momentOf(signature, random);
    described.push(`${signature.slice(9, signature.indexOf('('))}: ${kind}${moment === 'always' ? '' : ` (${moment})`}`);
    return [{ selector: toFunctionSelector(signature), reply: how, when: when[moment], size, data }];
  });
  const feeBps = random.chance(0.25) ? random.pick([1, 100, 5_000, 9_999, 10_000]) : 0;
  const rebase = random.chance(0.3) ? random.integer(1, rebases.length - 1) : 0;
  const blocks = random.pick(['nobody', 'nobody', 'nobody', 'vaults', 'owner'] as const);
  const plan = {
    ...{ seed, rules, feeBps, rebase, blocks },
    reenters: random.chance(0.25),
    turnsFirst: random.chance(0.5),
    wavers: random.chance(0.25),
    vanishesAfter: random.chance(0.1) ? random.integer(1, 2) : null,
  };
  const more = [
    ...(feeBps > 0 ? [`fee ${feeBps / 100} %`] : []),
    ...(rebase > 0 ? [`rebases ${rebases[rebase]}`] : []),
    ...(blocks === 'nobody' ? [] : [`blocks ${blocks}`]),
    ...(['reenters', 'wavers'] as const).filter((name) => plan[name]),
    ...(plan.vanishesAfter === null ? [] : ['loses its code']),
  ];
  return { ...plan, what: [...described, ...more].join(', ') || 'nothing odd' };
}

function momentOf(signature: string, random: SeededRandom): keyof typeof when {
  const moments = signature.includes('transfer')
    ? (['always', 'evenBlocks', 'fromVault', 'outOfVault'] as const)
    : (['always', 'evenBlocks'] as const);
  return random.pick(moments);
}
