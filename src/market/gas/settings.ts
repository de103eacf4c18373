import { decimal, integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

const WORTH =
  'Minimum value of a trade, as a multiple of the cost of its gas. The first setting applies to DCA orders and buys, the second to stop losses and take profits.';
const EACH =
  'Maximum cost of the gas of one transaction, in dollars. While gas costs more, orders and trades wait. Exits have their ' + 'own limit.';
const DAY =
  'Maximum cost of gas in a UTC day, in dollars, for one agent or position, and for one wallet on all chains together. Exits ' +
  'and automatic payouts may also use the reserve.';
const CHAIN =
  'Maximum cost of the gas of all transactions on one chain in a UTC day, in dollars. When it is reached, orders and buys on ' +
  'that chain wait until the next day; exits and automatic payouts do not wait.';
const OLDEST =
  'Maximum number of open positions and maximum number of agents that are executed for one wallet. The oldest are executed; ' +
  'the others are listed, but wait until an older one has ended.';
// Default and bounds of the limit on the number of open records (positions or agents) per wallet. Gas on a devnet costs nothing, and the
// devnet's clock can run fast. So on a devnet the limit is so high that it has no effect in practice.
const COUNT = { onDevnet: 1_000, min: 0, max: 10_000, doc: OLDEST };

export const gasSettings = defineSettings({
  of: 'gas',
  title: 'Gas',
  intro:
    'The executor pays gas for agents and positions of unknown clients. These settings limit the cost. The defaults are for ' +
    'real chains; with only the devnet they are much higher. 0 switches a rule off.',
  settings: {
    minValueFactor: decimal('MIN_VALUE_TO_GAS', { default: '10', onDevnet: '0.1', doc: WORTH }),
    minExitValueFactor: decimal('MIN_EXIT_VALUE_TO_GAS', { default: '1', onDevnet: '0.1', doc: WORTH }),
    maxUsd: decimal('MAX_GAS_USD', { default: '20', onDevnet: '20', doc: EACH }),
    maxExitUsd: decimal('MAX_EXIT_GAS_USD', { default: '100', onDevnet: '100', doc: EACH }),
    dailyUsdEach: decimal('DAILY_GAS_USD_EACH', { default: '10', onDevnet: '1000', doc: DAY }),
    dailyUsdPerWallet: decimal('DAILY_GAS_USD_PER_WALLET', { default: '50', onDevnet: '10000', doc: DAY }),
    dailyExitReserveUsd: decimal('DAILY_GAS_USD_EXIT_RESERVE', { default: '50', onDevnet: '10000', doc: DAY }),
    dailyUsdPerChain: decimal('EXECUTOR_DAILY_GAS_USD', { default: '200', onDevnet: '100000', doc: CHAIN }),
    maxPositionsPerWallet: integer('MAX_POSITIONS_PER_WALLET', { default: 100, ...COUNT }),
    maxAgentsPerWallet: integer('MAX_AGENTS_PER_WALLET', { default: 20, ...COUNT }),
  },
});
