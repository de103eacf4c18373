import type { Address } from '../../values/address.ts';
import type {
  DcaStrategy,
  DipBuyStrategy,
  RebalanceStrategy,
  StopLossStrategy,
  Strategy,
  StrategyType,
  TakeProfitStrategy,
} from '../../values/autopilot/policy.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import {
  type Bounds,
  type Field,
  type Fields,
  fieldOf,
  ifThere,
  join,
  type ProblemList,
  readBoolean,
  readDecimal,
  readFields,
  readInteger,
  readList,
  readText,
  readToken,
} from './policy-fields.ts';

/** The tokens that a policy allows, as known while it is validated. A field is null when it has a problem that is reported elsewhere. */
export type TradedTokens = { readonly budgetToken: Address | null; readonly allowTokens: readonly Address[] | null };
/** The fields of a strategy and the strategy's path in the policy document, with the document's tokens and its list of problems. */
type Place = { readonly fields: Fields; readonly path: string; readonly tokens: TradedTokens; readonly list: ProblemList };
type Base = Pick<DcaStrategy, 'id' | 'enabled' | 'note' | 'expiresAt'>;

/** Maximum number of strategies of a policy (API specification, "Limits"). */
const MOST_STRATEGIES = 10;
const LONGEST_NOTE = 500;
/** Pattern of a strategy's id. Only these characters are accepted, because ids are used as object keys and as parts of other ids. */
const ID = /^[A-Za-z0-9 ._:-]{1,64}$/;

const DAY_SEC = 24 * 60 * 60;
/** Minimum and maximum of a time in unix seconds. A larger number was probably given in milliseconds by mistake. */
const moment: Bounds = { min: 0, max: 99_999_999_999, unit: 'unix seconds' };
/**
 * Limits of the time between two trades of a strategy: at least a minute, because strategies are evaluated once a minute; at most the
 * maximum lifetime of a policy.
 */
const interval: Bounds = { min: 60, max: 180 * DAY_SEC, unit: 'seconds' };
const cooldown: Bounds = { min: 0, max: 180 * DAY_SEC, unit: 'seconds' };
/**
 * Limits of the time in the past over which a strategy compares prices. The maximum is 30 days, because prices are stored for about that
 * time.
 */
const lookback: Bounds = { min: 60, max: 30 * DAY_SEC, unit: 'seconds' };
const runs: Bounds = { min: 1, max: 1_000_000 };
/** Minimum and maximum of a price fall in basis points. A price cannot fall by 100 %. */
const fall: Bounds = { min: 1, max: 9_999, unit: 'basis points' };
/** Minimum and maximum of a price rise in basis points. The maximum is a price a hundred times as high. */
const rise: Bounds = { min: 1, max: 1_000_000, unit: 'basis points' };
const share: Bounds = { min: 1, max: 10_000, unit: 'basis points' };
const weight: Bounds = { min: 0, max: 10_000, unit: 'basis points' };

const BASE = ['id', 'type', 'enabled', 'note', 'expiresAt'];

/** For each strategy type, the allowed fields and the function that reads such a strategy. */
const TYPES: {
  readonly [T in StrategyType]: { readonly members: readonly string[]; readonly read: (place: Place, base: Base) => Strategy };
} = {
  dca: { members: ['tokenOut', 'amount', 'intervalSeconds', 'maxRuns', 'startAt'], read: readDca },
  dip_buy: { members: ['tokenOut', 'amount', 'dropBps', 'lookbackSeconds', 'cooldownSeconds'], read: readDipBuy },
  take_profit: { members: ['token', 'gainBps', 'priceUsd', 'sellBps', 'cooldownSeconds'], read: readTakeProfit },
  stop_loss: { members: ['token', 'lossBps', 'priceUsd', 'trailBps', 'sellBps'], read: readStopLoss },
  rebalance: { members: ['weights', 'driftBps', 'intervalSeconds'], read: readRebalance },
};
const TYPE_NAMES = Object.keys(TYPES);

export function readStrategies(field: Field, tokens: TradedTokens, list: ProblemList): readonly Strategy[] {
  const items = readList(field, MOST_STRATEGIES, list) ?? [];
  const firstAt = new Map<string, string>();
  const strategies: Strategy[] = [];
  for (const [index, value] of items.entries()) {
    const path = join(field.path, index);
    const strategy = readStrategy({ path, value }, tokens, list);
    // The id of an invalid strategy still counts as used, so that a second strategy with the same id is reported.
    const id = idOf(value);
    const first = id === null ? undefined : firstAt.get(id);
    if (first !== undefined) list.add(join(path, 'id'), 'duplicate', `${id} is already the id of ${first}.`);
    else if (id !== null) firstAt.set(id, path);
    if (strategy !== null) strategies.push(strategy);
  }
  return strategies;
}

function idOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && value.id !== '' ? value.id : null;
}

function readStrategy(field: Field, tokens: TradedTokens, list: ProblemList): Strategy | null {
  const type = typeOf(field, list);
  if (type === null) return null;
  const { members, read } = TYPES[type];
  const fields = readFields(field, [...BASE, ...members], list);
  if (fields === null) return null;
  return read({ fields, path: field.path, tokens, list }, readBase(fields, field.path, list));
}

/** Reads the strategy's type before its other fields, because the type determines which fields are allowed. */
function typeOf({ path, value }: Field, list: ProblemList): StrategyType | null {
  // Every field is accepted here. Whether a field is allowed is checked when the strategy's type is known.
  const fields = readFields({ path, value }, isObject(value) ? Object.keys(value) : [], list);
  if (fields === null) return null;
  const member = fieldOf(fields, path, 'type');
  if (isType(member.value)) return member.value;
  const code = member.value === undefined ? 'required' : 'unknown-type';
  list.add(member.path, code, `Expected one of ${TYPE_NAMES.join(', ')}.`);
  return null;
}

function readBase(fields: Fields, path: string, list: ProblemList): Base {
  const at = (name: string): Field => fieldOf(fields, path, name);
  const enabled = ifThere(at('enabled'), (field) => readBoolean(field, list));
  const note = ifThere(at('note'), (field) => readText(field, LONGEST_NOTE, list));
  const expiresAt = ifThere(at('expiresAt'), (field) => readInteger(field, moment, list));
  return {
    id: readId(at('id'), list),
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...(typeof note === 'string' ? { note } : {}),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
  };
}

function readId(field: Field, list: ProblemList): string {
  const id = readText(field, Number.MAX_SAFE_INTEGER, list);
  if (id === null) return '';
  // `id in {}` refuses names that every object inherits (`constructor`, `toString`).
  if (ID.test(id) && !(id in {})) return id;
  list.add(
    field.path,
    'invalid-id',
    'Expected 1 to 64 letters, digits, spaces, or characters of "._:-", and not a reserved name such as "constructor".',
  );
  return '';
}

function readDca(place: Place, base: Base): DcaStrategy {
  const maxRuns = ifThere(at(place, 'maxRuns'), (field) => readInteger(field, runs, place.list));
  const startAt = ifThere(at(place, 'startAt'), (field) => readInteger(field, moment, place.list));
  return {
    ...base,
    type: 'dca',
    tokenOut: tradedToken(place, 'tokenOut'),
    amount: decimal(place, 'amount'),
    intervalSeconds: integer(place, 'intervalSeconds', interval),
    ...(typeof maxRuns === 'number' ? { maxRuns } : {}),
    ...(typeof startAt === 'number' ? { startAt } : {}),
  };
}

function readDipBuy(place: Place, base: Base): DipBuyStrategy {
  return {
    ...base,
    type: 'dip_buy',
    tokenOut: tradedToken(place, 'tokenOut'),
    amount: decimal(place, 'amount'),
    dropBps: integer(place, 'dropBps', fall),
    lookbackSeconds: integer(place, 'lookbackSeconds', lookback),
    cooldownSeconds: integer(place, 'cooldownSeconds', cooldown),
  };
}

function readTakeProfit(place: Place, base: Base): TakeProfitStrategy {
  demandOne(place, ['gainBps', 'priceUsd']);
  const gainBps = ifThere(at(place, 'gainBps'), (field) => readInteger(field, rise, place.list));
  const priceUsd = ifThere(at(place, 'priceUsd'), (field) => readDecimal(field, place.list));
  return {
    ...base,
    type: 'take_profit',
    token: tradedToken(place, 'token'),
    ...(typeof gainBps === 'number' ? { gainBps } : {}),
    ...(typeof priceUsd === 'string' ? { priceUsd } : {}),
    sellBps: integer(place, 'sellBps', share),
    cooldownSeconds: integer(place, 'cooldownSeconds', cooldown),
  };
}

function readStopLoss(place: Place, base: Base): StopLossStrategy {
  demandOne(place, ['lossBps', 'priceUsd', 'trailBps']);
  const lossBps = ifThere(at(place, 'lossBps'), (field) => readInteger(field, fall, place.list));
  const priceUsd = ifThere(at(place, 'priceUsd'), (field) => readDecimal(field, place.list));
  const trailBps = ifThere(at(place, 'trailBps'), (field) => readInteger(field, fall, place.list));
  return {
    ...base,
    type: 'stop_loss',
    token: tradedToken(place, 'token'),
    ...(typeof lossBps === 'number' ? { lossBps } : {}),
    ...(typeof priceUsd === 'string' ? { priceUsd } : {}),
    ...(typeof trailBps === 'number' ? { trailBps } : {}),
    sellBps: integer(place, 'sellBps', share),
  };
}

function readRebalance(place: Place, base: Base): RebalanceStrategy {
  return {
    ...base,
    type: 'rebalance',
    weights: readWeights(place),
    driftBps: integer(place, 'driftBps', fall),
    intervalSeconds: integer(place, 'intervalSeconds', interval),
  };
}

function readWeights(place: Place): RebalanceStrategy['weights'] {
  const { list } = place;
  const field = at(place, 'weights');
  const items = readList(field, 20, list);
  if (items === null) return [];
  let sum: number | null = 0;
  const seen = new Set<Address>();
  const weights = items.map((value, index) => {
    const path = join(field.path, index);
    const fields = readFields({ path, value }, ['token', 'weightBps'], list);
    const token = fields === null ? null : allowedToken({ ...place, fields, path }, 'token');
    const weightBps = fields === null ? null : readInteger(fieldOf(fields, path, 'weightBps'), weight, list);
    if (token !== null && seen.has(token)) list.add(join(path, 'token'), 'duplicate', `${token} already has a weight.`);
    if (token !== null) seen.add(token);
    sum = sum === null || weightBps === null ? null : sum + weightBps;
    return { token: token ?? NATIVE_ADDRESS, weightBps: weightBps ?? 0 };
  });
  if (sum !== null && sum !== 10_000) list.add(field.path, 'weights-not-10000', `The weights add up to ${sum}; they must add up to 10000.`);
  return weights;
}

/** Requires that exactly one of the fields in `names` is present. */
function demandOne(place: Place, names: readonly string[]): void {
  const given = names.filter((name) => at(place, name).value !== undefined);
  const all = names.join(', ');
  if (given.length > 1) place.list.add(place.path, 'more-than-one', `Exactly one of ${all} is accepted, not both ${given.join(' and ')}.`);
  if (given.length === 0) place.list.add(place.path, 'one-required', `Exactly one of ${all} is required.`);
}

function integer(place: Place, name: string, bounds: Bounds): number {
  return readInteger(at(place, name), bounds, place.list) ?? 0;
}

function decimal(place: Place, name: string): string {
  return readDecimal(at(place, name), place.list) ?? '';
}

/** Reads the address of a token that is traded for the budget token. It must not be the budget token itself. */
function tradedToken(place: Place, name: string): Address {
  const token = allowedToken(place, name);
  if (token !== null && token === place.tokens.budgetToken) {
    place.list.add(
      join(place.path, name),
      'token-is-budget',
      'This is the budget token, which the agent spends. A strategy must trade another token for the budget token.',
    );
  }
  return token ?? NATIVE_ADDRESS;
}

function allowedToken(place: Place, name: string): Address | null {
  const token = readToken(at(place, name), place.list);
  const { allowTokens } = place.tokens;
  if (token !== null && allowTokens !== null && !allowTokens.includes(token)) {
    place.list.add(join(place.path, name), 'token-not-allowed', `${token} is not in allowTokens.`);
  }
  return token;
}

function at({ fields, path }: Place, name: string): Field {
  return fieldOf(fields, path, name);
}

function isType(value: unknown): value is StrategyType {
  return typeof value === 'string' && Object.hasOwn(TYPES, value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
