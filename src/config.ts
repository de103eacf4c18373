import { ConfigError } from './config/config-error.ts';
import { problemsOfEnvFiles } from './config/env-files.ts';
import { readBrand } from './config/read-brand.ts';
import { readAddresses, readRpcUrls } from './config/read-chains.ts';
import { type GasConfig, readGas } from './config/read-gas.ts';
import { readKeys, type SigningKeys } from './config/read-keys.ts';
import { type Operator, readOperators } from './config/read-operators.ts';
import { type ProviderSetting, readProviders, readTrustedContracts } from './config/read-providers.ts';
import { readStrangers, type StrangersConfig } from './config/read-strangers.ts';
import { readTracing, type TracingSettings } from './config/read-tracing.ts';
import { createSettingReader, type Environment, isUrl, type SettingReader } from './config/setting-reader.ts';
import type { Address } from './values/address.ts';
import { DEVNET_CHAIN_ID } from './values/chain-ids.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const INSPECTOR_MODES = ['on', 'read-only', 'off'] as const;

type ByChain<T> = Readonly<Record<number, T>>;

/** All settings, compiled and frozen. `.env.example` says what each means and what it defaults to. */
export type Config = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly dataDir: string;
  readonly brand: string;
  readonly logLevel: LogLevel;
  /** Origins that browsers may call from, or `*` for all. Empty: no CORS headers at all. */
  readonly corsOrigins: '*' | readonly string[];
  /** Whether a proxy of ours stands in front, whose word on who the client is counts. */
  readonly trustProxy: boolean;
  /** What one client may ask of routes that cost much; 0: as often as it likes. */
  readonly rateLimitPerMinute: number;
  /** Streams that clients may hold open, in all and for each; 0: as many as they like. */
  readonly streams: { readonly inAll: number; readonly perClient: number };
  /** What all strangers together may have on a node's store; 0: as much as they like. */
  readonly strangers: StrangersConfig;
  readonly shutdownGraceMs: number;
  readonly operators: readonly Operator[];
  /** May see what operators see, and act on nothing. */
  readonly readers: readonly Operator[];
  /** The page at /inspector. `read-only`: operators see everything on this node, and act on nothing. `off`: there is no page. */
  readonly inspector: (typeof INSPECTOR_MODES)[number];
  /** null: nothing is traced. */
  readonly tracing: TracingSettings | null;
  /** undefined: embedded SQLite in `dataDir`. */
  readonly mongodbUrl: string | undefined;
  /** undefined: in-process cache and a cluster of one. */
  readonly redisUrl: string | undefined;
  /** False: no ticks, so nothing is executed. */
  readonly cron: boolean;
  /** 60000 fires at second 0 of each UTC minute; anything else is for accelerated tests. */
  readonly tickIntervalMs: number;
  readonly runtime: { readonly maxResidentActors: number; readonly mailboxLimit: number };
  /** Free room under which nothing new of strangers is kept; 0 for none. */
  readonly diskFloorMb: number;
  readonly history: { readonly retentionDays: number };
  /** `port` undefined: 8545, or a free one when that is taken. */
  readonly devnet: { readonly enabled: boolean; readonly port: number | undefined };
  readonly rpcUrls: ByChain<readonly string[]>;
  readonly executorKeys: SigningKeys;
  readonly signerKeys: SigningKeys;
  /** Override the addresses in the Network records. */
  readonly contracts: {
    readonly relayer: ByChain<Address>;
    readonly dcaVault: ByChain<Address>;
    readonly autopilotVault: ByChain<Address>;
  };
  /** Meta-transactions that this service did not build are signed too. */
  readonly signAny: boolean;
  readonly gas: GasConfig;
  readonly dca: {
    /** Dollars, as decimal text. */
    readonly minOrderUsd: string;
    /** How much worse than the pool's average price a quote may be. */
    readonly maxQuoteDeviationBps: number;
    readonly maxPriceDisagreementBps: number;
    /** How far under the quote the minimum output lies. */
    readonly minOutputSlippageBps: number;
    /** The time that the pools' prices are averaged over, for what a quote is held against. */
    readonly averageSeconds: number;
  };
  readonly autopilot: {
    /** How far a price may be from the one before without being confirmed, for an exit to act on it. */
    readonly maxPriceJumpBps: number;
    /** An exit acts on no older price. */
    readonly maxPriceAgeSeconds: number;
    /** What one backtest with a large body may take, in a process of its own. */
    readonly backtest: { readonly maxSeconds: number; readonly maxMemoryMb: number };
  };
  readonly goplus: { readonly url: string };
  readonly quotes: {
    /** By the provider's name. */
    readonly providers: Readonly<Record<string, ProviderSetting>>;
    /** More contracts that a provider may have called or approved, by its name. */
    readonly trustedContracts: Readonly<Record<string, readonly string[]>>;
    readonly providerTimeoutMs: number;
    readonly totalTimeoutMs: number;
    readonly extrasTimeoutMs: number;
  };
  readonly coingecko: { readonly url: string; readonly apiKey: string | undefined };
  /** Off without a key. */
  readonly coinmarketcap: { readonly url: string; readonly apiKey: string | undefined };
  readonly defillama: { readonly url: string };
  /** Where `tokens order` finds the tokens of each chain that count as the real ones. */
  readonly curatedListUrl: string;
};

/**
 * Reads and checks every setting at once; the only reader of the environment. (Bun adds `.env` and `.env.local` from the working
 * directory to `process.env` by itself before we run; what the process was given wins over the files.)
 * @throws ConfigError with one line for each setting that is wrong
 */
export function loadConfig(env: Environment): Config {
  const reader = createSettingReader(env);
  const config = readConfig(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return deepFreeze(config);
}

/** The settings of this process. @throws as `loadConfig` */
export function loadProcessConfig(): Config {
  const unread = problemsOfEnvFiles(process.cwd());
  if (unread.length > 0) throw new ConfigError(unread);
  return loadConfig(process.env);
}

/** Names of all settings that `loadConfig` looks at, per-chain ones as `RPC_<chainId>`. */
export function settingNames(): ReadonlySet<string> {
  const reader = createSettingReader({});
  readConfig(reader);
  return reader.names;
}

function readConfig(reader: SettingReader): Config {
  const rpcUrls = readRpcUrls(reader);
  const chainIds = Object.keys(rpcUrls).map(Number);
  const devnetPort = reader.integer('DEVNET_PORT', { default: -1, min: 0, max: 65_535 });
  const devnet = { enabled: reader.flag('DEVNET', { default: chainIds.length === 0 }), port: devnetPort === -1 ? undefined : devnetPort };
  if (devnet.enabled && rpcUrls[DEVNET_CHAIN_ID] !== undefined) {
    reader.problem(`RPC_${DEVNET_CHAIN_ID}`, 'is set although the local devnet is on', `DEVNET=0, or no RPC_${DEVNET_CHAIN_ID}`);
  }
  const signAny = reader.flag('SIGN_ANY', { default: false });
  if (signAny && chainIds.some((chainId) => chainId !== DEVNET_CHAIN_ID))
    reader.problem(
      'SIGN_ANY',
      'is on although chains other than the local devnet are set',
      `SIGN_ANY=0, or no RPC_ but RPC_${DEVNET_CHAIN_ID}`,
    );
  return {
    host: reader.text('HOST') ?? '127.0.0.1',
    port: reader.integer('PORT', { default: 5000, min: 0, max: 65_535 }),
    dataDir: reader.text('DATA_DIR') ?? './data',
    brand: readBrand(reader, chainIds),
    logLevel: reader.choice('LOG_LEVEL', { default: 'info', accepted: LOG_LEVELS }),
    corsOrigins: readCorsOrigins(reader),
    trustProxy: reader.flag('TRUST_PROXY', { default: false }),
    rateLimitPerMinute: reader.integer('RATE_LIMIT_PER_MINUTE', { default: 600, min: 0, max: 1_000_000 }),
    streams: {
      inAll: reader.integer('MAX_STREAMS', { default: 1_000, min: 0, max: 1_000_000 }),
      perClient: reader.integer('MAX_STREAMS_PER_CLIENT', { default: 50, min: 0, max: 1_000_000 }),
    },
    strangers: readStrangers(reader),
    shutdownGraceMs: reader.integer('SHUTDOWN_GRACE_MS', { default: 10_000, min: 0, max: 600_000 }),
    ...readOperators(reader),
    inspector: reader.choice('INSPECTOR', { default: 'on', accepted: INSPECTOR_MODES }),
    tracing: readTracing(reader),
    mongodbUrl: reader.url('MONGODB_URL', ['mongodb:', 'mongodb+srv:']),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    // Interface document, "DCA", 4: whatever else it says, the jobs run.
    cron: reader.text('CRON') !== 'false',
    tickIntervalMs: reader.integer('TICK_INTERVAL_MS', { default: 60_000, min: 10, max: 60_000 }),
    runtime: {
      maxResidentActors: reader.integer('MAX_RESIDENT_ACTORS', { default: 200_000, min: 100, max: 100_000_000 }),
      mailboxLimit: reader.integer('MAILBOX_LIMIT', { default: 1_000, min: 1, max: 1_000_000 }),
    },
    diskFloorMb: reader.integer('DISK_FLOOR_MB', { default: 512, min: 0, max: 1_000_000_000 }),
    history: { retentionDays: reader.integer('HISTORY_RETENTION_DAYS', { default: 90, min: 1, max: 36_500 }) },
    devnet,
    rpcUrls,
    executorKeys: readKeys(reader, 'EXECUTOR_KEY', chainIds),
    signerKeys: readKeys(reader, 'SIGNER_KEY', chainIds),
    contracts: {
      relayer: readAddresses(reader, 'RELAYER_ADDRESSES'),
      dcaVault: readAddresses(reader, 'DCA_VAULT_ADDRESSES'),
      autopilotVault: readAddresses(reader, 'AUTOPILOT_ADDRESSES'),
    },
    signAny,
    gas: readGas(reader, {
      isDevnetOnly: (devnet.enabled || chainIds.length > 0) && chainIds.every((chainId) => chainId === DEVNET_CHAIN_ID),
    }),
    dca: {
      minOrderUsd: reader.decimal('MIN_ORDER_USD', { default: '1' }),
      maxQuoteDeviationBps: reader.integer('DCA_MAX_QUOTE_DEVIATION_BPS', { default: 300, min: 0, max: 5_000 }),
      maxPriceDisagreementBps: reader.integer('DCA_MAX_PRICE_DISAGREEMENT_BPS', { default: 500, min: 1, max: 5_000 }),
      minOutputSlippageBps: reader.integer('DCA_MIN_OUTPUT_SLIPPAGE_BPS', { default: 100, min: 0, max: 5_000 }),
      // Not under five minutes: less would be no average.
      averageSeconds: reader.integer('DCA_AVERAGE_SECONDS', { default: 1_800, min: 300, max: 86_400 }),
    },
    autopilot: {
      maxPriceJumpBps: reader.integer('AUTOPILOT_MAX_PRICE_JUMP_BPS', { default: 2_000, min: 1, max: 10_000 }),
      maxPriceAgeSeconds: reader.integer('AUTOPILOT_MAX_PRICE_AGE_SECONDS', { default: 600, min: 1, max: 86_400 }),
      backtest: {
        maxSeconds: reader.integer('BACKTEST_SECONDS', { default: 300, min: 1, max: 86_400 }),
        maxMemoryMb: reader.integer('BACKTEST_MEMORY_MB', { default: 768, min: 128, max: 1_000_000 }),
      },
    },
    goplus: { url: reader.url('GOPLUS_URL', ['http:', 'https:']) ?? 'https://api.gopluslabs.io/api/v1' },
    quotes: {
      providers: readProviders(reader),
      trustedContracts: readTrustedContracts(reader),
      providerTimeoutMs: reader.integer('QUOTE_PROVIDER_TIMEOUT_MS', { default: 8_000, min: 100, max: 60_000 }),
      totalTimeoutMs: reader.integer('QUOTE_TOTAL_TIMEOUT_MS', { default: 15_000, min: 100, max: 120_000 }),
      extrasTimeoutMs: reader.integer('QUOTE_EXTRAS_TIMEOUT_MS', { default: 300, min: 0, max: 10_000 }),
    },
    coingecko: {
      url: reader.url('COINGECKO_URL', ['http:', 'https:']) ?? 'https://api.coingecko.com/api/v3',
      apiKey: reader.text('COINGECKO_API_KEY'),
    },
    coinmarketcap: {
      url: reader.url('COINMARKETCAP_URL', ['http:', 'https:']) ?? 'https://pro-api.coinmarketcap.com/v2',
      apiKey: reader.text('COINMARKETCAP_API_KEY'),
    },
    defillama: { url: reader.url('DEFILLAMA_URL', ['http:', 'https:']) ?? 'https://coins.llama.fi' },
    curatedListUrl: reader.url('CURATED_LIST_URL', ['http:', 'https:']) ?? 'https://li.quest/v1/tokens',
  };
}

function readCorsOrigins(reader: SettingReader): '*' | readonly string[] {
  const origins = reader.list('CORS_ORIGINS');
  if (origins.includes('*')) {
    if (origins.length > 1) reader.problem('CORS_ORIGINS', 'mixes * with other origins', '* alone, or a list of origins');
    return '*';
  }
  for (const origin of origins) {
    if (isUrl(origin, ['http:', 'https:']) && URL.parse(origin)?.origin === origin) continue;
    reader.problem(
      'CORS_ORIGINS',
      `${JSON.stringify(origin)} is not an origin`,
      '*, or origins such as https://app.example.org (no path), separated by commas',
    );
  }
  return origins;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
