// The architecture as data: which modules may import which, where external packages may be used, and all exceptions with their reasons.

export type ModuleRule = {
  name: string;
  /** Files and folders (ending in /) that belong to the module. When several modules match a file, the longest path decides. */
  paths: string[];
  /** Modules whose values this module may import; it may always import itself. */
  mayImport: string[];
  /** Modules from which this module may import only types. */
  mayImportTypesOf: string[];
  /** Whether the folders of this module are independent: they may import only types from each other. */
  foldersStandAlone?: boolean;
};

const everythingOfOurs = [
  ...['values', 'machines', 'runtime', 'platform', 'market', 'http', 'module', 'features', 'actors', 'operator', 'inspector', 'sockets'],
  ...[
    'contracts',
    'deployment',
    'devnet',
    'config',
    'settings',
    'runtime port',
    'runtime api',
    'platform port',
    'platform abi',
    'module files',
  ],
];

export const modules: ModuleRule[] = [
  { name: 'values', paths: ['src/values/'], mayImport: [], mayImportTypesOf: [] },
  { name: 'machines', paths: ['machines/'], mayImport: ['values'], mayImportTypesOf: [] },
  { name: 'runtime', paths: ['src/runtime/'], mayImport: ['values', 'runtime port', 'runtime api'], mayImportTypesOf: [] },
  // The runtime has two parts that other modules may import: the port, which store adapters implement, and the API for callers and for
  // authors of actors.
  { name: 'runtime port', paths: ['src/runtime/record/'], mayImport: ['values'], mayImportTypesOf: [] },
  { name: 'runtime api', paths: ['src/runtime/define/'], mayImport: ['values'], mayImportTypesOf: ['runtime port'] },
  {
    name: 'platform',
    paths: ['src/platform/'],
    mayImport: ['values', 'runtime port', 'platform port', 'platform abi'],
    mayImportTypesOf: ['runtime', 'runtime api', 'config'],
    foldersStandAlone: true,
  },
  {
    name: 'platform port',
    paths: [
      'src/platform/store/put-if-unchanged.ts',
      'src/platform/store/record-store.ts',
      'src/platform/store/stored-count.ts',
      'src/platform/feed/live-feed.ts',
      'src/platform/feed/feed-position.ts',
      'src/platform/rate-limit/rate-limiter.ts',
      'src/platform/log/',
      'src/platform/loop/',
      'src/platform/http-client/',
      'src/platform/metrics/',
    ],
    mayImport: ['values'],
    mayImportTypesOf: ['platform'],
  },
  // Module with the ABIs of contracts. An ABI is only data, so other modules may import it without the rest of the platform.
  { name: 'platform abi', paths: ['src/platform/chain/abi/'], mayImport: ['values'], mayImportTypesOf: [] },
  // The market module contains data that features read: networks, tokens, prices, routes, pools, safety, gas.
  {
    name: 'market',
    paths: ['src/market/'],
    mayImport: ['values', 'platform port', 'platform abi'],
    mayImportTypesOf: ['platform', 'runtime', 'runtime api', 'runtime port', 'module files'],
  },
  // The HTTP module contains the HTTP server and the code that every route shares.
  {
    name: 'http',
    paths: ['src/http/'],
    mayImport: ['values', 'runtime api', 'platform port'],
    mayImportTypesOf: ['platform', 'runtime', 'config'],
  },
  // This code defines what a module is, and how a list of modules is started.
  {
    name: 'module',
    paths: ['src/module/'],
    mayImport: ['values', 'http', 'platform port', 'runtime api'],
    mayImportTypesOf: ['platform', 'runtime', 'runtime port', 'actors', 'config'],
  },
  // Each folder of this module is a subsystem. What a subsystem needs from another one is passed to it as a parameter.
  {
    name: 'features',
    paths: ['src/features/'],
    mayImport: ['values', 'market', 'http', 'module', 'runtime api', 'platform port', 'platform abi'],
    mayImportTypesOf: ['actors', 'runtime', 'runtime port', 'platform', 'config', 'module files'],
    foldersStandAlone: true,
  },
  // A module file combines the files of one subsystem. Only the list of modules imports module files.
  {
    name: 'module files',
    paths: [
      ...['src/features/*/module.ts', 'src/features/*/routes/module.ts', 'src/market/*/module.ts', 'src/http/*/module.ts'],
      ...['src/operator/module.ts', 'src/modules.ts'],
      // These files are parts of module files that other entry points, such as a command or a test harness, also use directly.
      ...[
        'src/market/chains/',
        'src/market/devnet/',
        'src/features/quotes/on-chain-providers.ts',
        'src/features/autopilot/backtest-parts.ts',
        // The program of a separate process that a node starts for backtests.
        'src/features/autopilot/backtest-process.ts',
      ],
    ],
    mayImport: everythingOfOurs,
    mayImportTypesOf: [],
  },
  {
    name: 'actors',
    paths: ['actors/'],
    mayImport: ['values', 'machines', 'runtime api'],
    mayImportTypesOf: ['runtime', 'runtime port', 'features', 'market', 'platform', 'platform port'],
  },
  // The sockets module sends clients data over Socket.IO.
  {
    name: 'sockets',
    paths: ['src/sockets/'],
    mayImport: ['values', 'http', 'market', 'platform port'],
    mayImportTypesOf: ['module', 'platform', 'config'],
  },
  // The operator module contains the queries and actions of operators.
  {
    name: 'operator',
    paths: ['src/operator/'],
    mayImport: ['values', 'market', 'http', 'runtime api', 'platform port'],
    mayImportTypesOf: ['actors', 'features', 'runtime', 'runtime port', 'platform', 'config', 'module', 'module files'],
  },
  {
    name: 'inspector',
    paths: ['src/inspector/'],
    mayImport: ['values', 'runtime api', 'platform port', 'http'],
    mayImportTypesOf: ['actors', 'runtime', 'runtime port', 'platform', 'config', 'operator'],
  },
  // Code that runs in browsers. It uses the service only through the HTTP API, and imports only the types of the API's replies.
  { name: 'inspector web', paths: ['src/inspector/web/'], mayImport: ['values'], mayImportTypesOf: ['runtime', 'runtime port'] },
  {
    name: 'devnet',
    paths: ['src/devnet/'],
    mayImport: ['values', 'contracts', 'platform', 'platform port', 'platform abi'],
    mayImportTypesOf: ['config'],
  },
  // The deployment module deploys our contracts on a chain, and administers them there.
  {
    name: 'deployment',
    paths: ['src/deployment/'],
    mayImport: ['values', 'contracts', 'platform', 'platform port', 'platform abi'],
    mayImportTypesOf: [],
  },
  // The contracts that operators deploy, with the artifacts that solc compiled.
  { name: 'contracts', paths: ['src/contracts/'], mayImport: [], mayImportTypesOf: [] },
  // Test helpers for authors of actors: an actor system on virtual time and the memory store, with faults on demand.
  {
    name: 'test kit',
    paths: ['src/test-kit/'],
    mayImport: ['values', 'runtime', 'runtime port', 'runtime api', 'platform'],
    mayImportTypesOf: [],
  },
  // The client package that users of the service install. It uses the service only through the HTTP API.
  { name: 'client', paths: ['src/client/'], mayImport: [], mayImportTypesOf: [] },
  // The config module defines what a setting is and how settings are read, and contains the settings of the process itself.
  { name: 'config', paths: ['src/config/'], mayImport: ['values'], mayImportTypesOf: [] },
  // The settings of each module. They are only data, so any program that reads settings can import them without the module's code.
  {
    name: 'settings',
    paths: [
      ...['src/features/*/settings.ts', 'src/market/*/settings.ts', 'src/http/*/settings.ts'],
      ...['src/features/quotes/provider-settings.ts', 'src/features/quotes/budget-settings.ts', 'src/features/ramps/ramp-settings.ts'],
    ],
    mayImport: ['values', 'config'],
    mayImportTypesOf: [],
  },
  // Module with the settings of all modules. It imports the list of modules; programs that read settings import that list anyway.
  {
    name: 'all settings',
    paths: ['src/config.ts'],
    mayImport: ['values', 'config', 'module', 'module files'],
    mayImportTypesOf: [],
  },
  {
    name: 'cli',
    paths: ['src/cli/'],
    mayImport: [
      'values',
      'market',
      'operator',
      'runtime api',
      'platform port',
      'platform abi',
      'config',
      'settings',
      'all settings',
      'contracts',
      'deployment',
      'devnet',
      'contracts',
      'app',
      'client',
      'module files',
    ],
    mayImportTypesOf: ['actors', 'features', 'runtime', 'runtime port', 'platform', 'http'],
  },
  {
    name: 'app',
    paths: ['src/app.ts', 'src/app/'],
    mayImport: [...everythingOfOurs, 'all settings'],
    mayImportTypesOf: [],
  },
  {
    name: 'main',
    paths: ['src/main.ts'],
    mayImport: ['app', 'config', 'all settings', 'values', 'platform port'],
    mayImportTypesOf: ['runtime', 'platform'],
  },
  {
    name: 'scripts',
    paths: ['scripts/'],
    mayImport: [...everythingOfOurs, 'all settings', 'app', 'client', 'cli'],
    mayImportTypesOf: [],
  },
  // No other module may import the tests; tests may import everything.
  { name: 'test', paths: ['test/'], mayImport: ['*'], mayImportTypesOf: [] },
];

/**
 * Maps each external package to the files and folders that may import it, including its types. Tests and scripts may import all packages.
 */
export const vendors: Record<string, string[]> = {
  '@noble/hashes': ['src/deployment/keys/', 'src/values/address-checksum.ts'],
  '@scure/base': ['src/values/'],
  commander: ['src/cli/'],
  xstate: ['machines/', 'src/runtime/'],
  valibot: [
    'actors/',
    'src/http/',
    'src/features/',
    'src/operator/',
    'src/inspector/',
    'src/market/',
    'src/sockets/',
    'src/platform/',
    'src/config.ts',
    'src/config/',
    'src/cli/',
    'src/contracts/',
    'src/deployment/',
    'src/devnet/',
  ],
  viem: ['src/platform/chain/', 'src/contracts/', 'src/deployment/', 'src/devnet/', 'src/cli/demo.ts', 'src/cli/demo/'],
  elysia: ['src/http/', 'src/features/', 'src/operator/', 'src/inspector/', 'src/sockets/'],
  '@valibot/to-json-schema': ['src/http/', 'src/operator/', 'src/features/assistant/model/'],
  'swagger-ui-dist': ['src/http/'],
  jose: ['src/features/accounts/tokens/'],
  croner: ['src/platform/clock/'],
  papaparse: ['src/features/autopilot/backtest/', 'src/features/profit/'],
  pino: ['src/platform/log/'],
  mongodb: ['src/platform/store/mongo/'],
  nodemailer: ['src/platform/mail/'],
  ioredis: ['src/platform/cache/redis/', 'src/platform/cluster/bullmq/'],
  bullmq: ['src/platform/cluster/bullmq/'],
  'bun:sqlite': ['src/platform/store/sqlite/'],
  bun: [
    'src/platform/',
    'src/http/',
    'src/features/',
    'src/operator/',
    'src/inspector/',
    'src/sockets/',
    'src/devnet/',
    'src/cli/',
    'src/app.ts',
    'src/app/',
    'src/main.ts',
  ],
  'eventsource-parser': ['src/client/', 'src/inspector/web/', 'src/cli/', 'src/features/assistant/model/'],
  preact: ['src/inspector/web/'],
  '@preact/signals': ['src/inspector/web/'],
  '@dagrejs/dagre': ['src/inspector/web/'],
  'openapi-fetch': ['src/client/'],
  'openapi-typescript': [],
  'socket.io': ['src/sockets/'],
  'socket.io-adapter': ['src/sockets/'],
  'socket.io-client': [],
  '@socket.io/bun-engine': ['src/sockets/'],
  'prom-client': ['src/platform/metrics/'],
  '@opentelemetry/api': ['src/platform/tracing/'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/platform/tracing/'],
  '@opentelemetry/resources': ['src/platform/tracing/'],
  '@opentelemetry/sdk-trace-base': ['src/platform/tracing/'],
  'axe-core': [],
  solc: ['src/devnet/compile/', 'src/deployment/verify/'],
  '@uniswap/v2-core': ['src/devnet/'],
  '@uniswap/v2-periphery': ['src/devnet/'],
  '@uniswap/v3-core': ['src/devnet/'],
  '@uniswap/v3-periphery': ['src/devnet/'],
  '@uniswap/v4-core': ['src/devnet/'],
  '@uniswap/v4-periphery': ['src/devnet/'],
  '@openzeppelin/contracts': ['src/devnet/'],
  '@foundry-rs/anvil': ['src/devnet/'],
  ajv: [],
  'fast-check': [],
  typescript: [],
  'bun:test': [],
  'bun:jsc': [],
  'playwright-core': [],
};

/**
 * Modules that may use none or only some of Node's built-in modules, with those that they may use. Modules that are not listed may use any.
 */
export const builtins: Record<string, string[]> = {
  values: ['node:crypto'],
  machines: [],
  runtime: [],
  'runtime port': [],
  'runtime api': [],
  actors: [],
  client: [],
};

/**
 * Rule that forbids a language construct in files whose path starts with a prefix in `in`, unless the path starts with a prefix in
 * `except`.
 */
export type ConstructRule = { in: string[]; except?: string[]; why: string };

const ours = ['src/', 'machines/', 'actors/', 'scripts/', 'test/'];
const runsOnAnInjectedClock = [
  ...['src/values/', 'src/runtime/', 'src/market/', 'src/http/', 'src/module/', 'src/features/', 'src/operator/', 'src/inspector/'],
  ...['machines/', 'actors/'],
];

export const constructs: Record<string, ConstructRule> = {
  'double cast': {
    in: ours,
    // Only these files erase the types of a definition: the runtime keeps actors of all types in one list, which needs a cast.
    except: ['src/runtime/define/implement-actor.ts', 'src/runtime/engine/create-client.ts'],
    why: 'a cast through unknown hides a doubt: parse at the edge, or narrow',
  },
  'non-null': { in: ours, why: 'a non-null assertion hides a doubt: check, and say what is wrong' },
  'compiler directive': { in: ours, why: 'an error is mended, not silenced' },
  'expected type error': { in: ours, except: ['test/'], why: 'only a test of types may expect an error' },
  'open end': { in: ours, why: 'what is not done is an issue, not a comment' },
  environment: {
    in: ['src/', 'machines/', 'actors/'],
    except: ['src/config.ts'],
    why: 'src/config.ts is the only reader of the environment',
  },
  'wall clock': { in: runsOnAnInjectedClock, except: ['src/inspector/web/'], why: 'time is injected' },
  stopwatch: { in: ['src/values/', 'src/runtime/', 'machines/', 'actors/'], why: 'durations are read from the injected clock' },
  randomness: { in: runsOnAnInjectedClock, except: ['src/inspector/web/'], why: 'randomness and ids are injected' },
  timer: {
    // A service may limit the duration of an external call with a real timer. The runtime may not, because tests control its time.
    in: ['src/values/', 'src/runtime/', 'machines/', 'actors/'],
    why: 'a timer belongs to the injected clock; what must survive is a due time in the record',
  },
  'timer in a test': {
    in: ['test/'],
    // These tests may use real timers: the crash campaign kills at random moments of real time, benchmarks measure real time, and tests of
    // attacks run against a running service.
    except: [
      'test/support/wait-for.ts',
      'test/bench/',
      'test/crash/campaign.ts',
      'test/crash/api-client.ts',
      'test/cluster/',
      'test/hostile/',
      'test/outside/',
    ],
    why: 'tests wait for conditions (waitFor) or drive the fake clock',
  },
  promise: { in: ['machines/'], why: 'a machine is pure: what it wants done is an effect' },
  'skipped test': { in: ['test/'], except: ['test/support/requires.ts'], why: 'a test runs, or `requires` says what the machine lacks' },
};

/** Names of files and folders that do not describe their contents, and are therefore forbidden. */
export const namesThatSayNothing = /(^|\/)(utils?|helpers?|misc)\/|(^|\/)(utils?|helpers?|common|misc|types|index)\.ts$/;

/**
 * Maximum numbers of lines of a file: the target, the hard limit, and the limit that nine of ten files of `src/` must keep. `mostOwnLines`
 * limits a function outside tests, without counting the functions inside it.
 */
export const sizes = { aimLines: 150, mostLines: 400, mostOfNineInTen: 140, mostOwnLines: 80 };

/** Allows a file to break a rule, with the reason. An exception that is no longer needed is itself a violation. */
export type Exception = { rule: string; path: string; reason: string };

export const exceptions: Exception[] = [
  { rule: 'name', path: '../../src/app/registry.ts', reason: 'the registry of all actors: the one index file' },
  { rule: 'randomness', path: 'src/values/id-source.ts', reason: 'the real source of ids, which src/app.ts injects' },
  {
    rule: 'cycle',
    path: 'src/runtime/define/client.ts',
    reason: 'types only, and recursive by nature: effects of a definition get a client, and a client is typed by definitions',
  },
];
