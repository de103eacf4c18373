import type { SettingReader } from '../../config/setting-reader.ts';
import { providerNames } from './provider-settings.ts';

/** Limits of the requests for routes of orders and trades that are sent to one provider: per second, at the same time, and per UTC day. */
export type BudgetSetting = { readonly perSecond: number; readonly inFlight: number; readonly perDay: number };

/** The default request limits of a provider that is not listed in `DEFAULTS`. */
const DEFAULT: BudgetSetting = { perSecond: 1, inFlight: 2, perDay: 20_000 };

/**
 * Default request limits by provider name. They are low estimates of what an ordinary API key allows or, for providers without a key, of
 * what is allowed without one. Operators set the limits of their own plan.
 */
const DEFAULTS: Readonly<Record<string, BudgetSetting>> = {
  lifi: { perSecond: 1, inFlight: 2, perDay: 20_000 },
  '0x': { perSecond: 3, inFlight: 4, perDay: 50_000 },
  '1inch': { perSecond: 1, inFlight: 1, perDay: 3_000 },
  kyberswap: { perSecond: 5, inFlight: 8, perDay: 100_000 },
  velora: { perSecond: 1, inFlight: 2, perDay: 40_000 },
  odos: { perSecond: 1, inFlight: 2, perDay: 80_000 },
  openocean: { perSecond: 1, inFlight: 2, perDay: 80_000 },
  rango: { perSecond: 1, inFlight: 2, perDay: 10_000 },
  enso: { perSecond: 2, inFlight: 4, perDay: 50_000 },
  okx: { perSecond: 1, inFlight: 1, perDay: 20_000 },
};

const MEMBERS = ['perSecond', 'inFlight', 'perDay'] as const;

/** Returns the request limits of a provider: those that the operator has set, otherwise the defaults. */
export function budgetOf(name: string, own: Readonly<Record<string, Partial<BudgetSetting>>>): BudgetSetting {
  return { ...DEFAULT, ...DEFAULTS[name], ...own[name] };
}

/**
 * Reads the setting `PROVIDER_BUDGETS`: for each provider, the limits of requests for routes of orders and trades, as JSON `{"lifi":
 * {"perSecond": 2}}`.
 */
export function readBudgets(reader: SettingReader): Readonly<Record<string, Partial<BudgetSetting>>> {
  const text = reader.text('PROVIDER_BUDGETS');
  if (text === undefined) return {};
  const accepted = 'JSON such as {"lifi": {"perSecond": 2, "inFlight": 4, "perDay": 50000}}, by provider name; whole numbers from 0';
  const refuse = (what: string) => {
    reader.problem('PROVIDER_BUDGETS', what, accepted);
    return {};
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('is not JSON');
  }
  if (!isObject(parsed)) return refuse('is not an object');
  const budgets: Record<string, Partial<BudgetSetting>> = {};
  for (const [name, given] of Object.entries(parsed)) {
    if (!providerNames.includes(name)) return refuse(`names an unknown provider ${JSON.stringify(name)}`);
    if (!isObject(given) || !Object.entries(given).every(([member, value]) => isMember(member) && isCount(value)))
      return refuse(`has no limits for ${name}`);
    budgets[name] = Object.fromEntries(Object.entries(given).map(([member, value]) => [member, Number(value)]));
  }
  return budgets;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMember(name: string): boolean {
  return MEMBERS.some((member) => member === name);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100_000_000;
}
