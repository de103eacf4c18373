import { parseRational } from '../values/rational.ts';
import { parseWholeNumber } from '../values/whole-number.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings one by one and collects all problems, so that a user sees them together. For an invalid setting it returns the default
 * value. That value is never used, because the caller throws when `problems` is not empty. An empty string counts as not set.
 */
export type SettingReader = {
  text(name: string): string | undefined;
  integer(name: string, rule: { default: number; min: number; max: number }): number;
  flag(name: string, rule: { default: boolean }): boolean;
  choice<T extends string>(name: string, rule: { default: T; accepted: readonly T[] }): T;
  /** Reads a setting that is a decimal number of at least 0, and returns it as a string. */
  decimal(name: string, rule: { default: string }): string;
  url(name: string, protocols: readonly string[]): string | undefined;
  list(name: string): readonly string[];
  /** Returns all settings named `<prefix><chain id>`, for example `RPC_137`. */
  perChain(prefix: string): readonly { name: string; chainId: number; value: string }[];
  problem(name: string, wrong: string, accepted: string): void;
  readonly problems: readonly string[];
  /** The name of every setting that was read; a test compares these names with `.env.example`. */
  readonly names: ReadonlySet<string>;
};

export function createSettingReader(env: Environment): SettingReader {
  const problems: string[] = [];
  const names = new Set<string>();

  const text = (name: string): string | undefined => {
    names.add(name);
    const value = env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const problem = (name: string, wrong: string, accepted: string): void => {
    problems.push(`${name}: ${wrong}; accepted: ${accepted}`);
  };

  return {
    text,
    problem,
    problems,
    names,
    integer(name, { default: fallback, min, max }) {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = parseWholeNumber(value);
      if (number !== null && number >= min && number <= max) return number;
      problem(name, `${JSON.stringify(value)} is out of range or not a whole number`, `${min} to ${max}`);
      return fallback;
    },
    flag(name, { default: fallback }) {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (value === '1' || value === 'true') return true;
      if (value === '0' || value === 'false') return false;
      problem(name, `${JSON.stringify(value)} is neither on nor off`, '1, true, 0 or false');
      return fallback;
    },
    choice(name, { default: fallback, accepted }) {
      const value = text(name);
      if (value === undefined) return fallback;
      const chosen = accepted.find((each) => each === value);
      if (chosen !== undefined) return chosen;
      problem(name, `${JSON.stringify(value)} is not one of the accepted values`, accepted.join(', '));
      return fallback;
    },
    decimal(name, { default: fallback }) {
      const value = text(name);
      if (value === undefined) return fallback;
      if (isPlainDecimal(value)) return value;
      problem(name, `${JSON.stringify(value)} is not a plain decimal number`, 'digits with at most one point, such as 1.5');
      return fallback;
    },
    url(name, protocols) {
      const value = text(name);
      if (value === undefined || isUrl(value, protocols)) return value;
      // The invalid URL is not printed, because it often contains a password.
      problem(name, 'is not a usable URL', protocols.map((each) => `${each}//...`).join(' or '));
      return undefined;
    },
    list(name) {
      return splitList(text(name) ?? '');
    },
    perChain(prefix) {
      names.add(`${prefix}<chainId>`);
      const found: { name: string; chainId: number; value: string }[] = [];
      for (const name of Object.keys(env).sort()) {
        const suffix = name.slice(prefix.length);
        const value = name.startsWith(prefix) ? text(name) : undefined;
        if (value === undefined) continue;
        const chainId = parseWholeNumber(suffix) ?? 0;
        if (chainId === 0) problem(name, 'does not end with a chain id', `${prefix}<chainId>, such as ${prefix}137`);
        else found.push({ name, chainId, value });
      }
      return found;
    },
  };
}

export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && protocols.includes(url.protocol);
}

function isPlainDecimal(text: string): boolean {
  if (text.startsWith('-')) return false;
  try {
    parseRational(text);
    return true;
  } catch {
    return false;
  }
}
