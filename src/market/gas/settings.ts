import { decimal, integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

const WORTH = 'How many times its gas cost a DCA order or a buy must be worth, and a stop loss or take profit.';
const EACH =
  'The most that the gas of one transaction may cost. While gas costs more, orders and trades wait. Exits have their own ' + 'limit.';
const DAY =
  'The most that the gas of a UTC day may cost: of one agent or position, and of one wallet, over all chains. Exits and ' +
  'automatic payouts may also use the reserve.';
const CHAIN =
  'The most that the gas of all transactions of one chain may cost in a UTC day. Beyond it orders and buys of that chain wait until the ' +
  'next day; exits and automatic payouts do not.';
const OLDEST =
  'The most open positions, and agents, of one wallet that are executed, oldest first. The others are shown, and wait until ' +
  'one of these has ended.';
// Gas on a devnet costs nothing, and the devnet's clock can run fast. So the gas limits of a devnet have no practical effect.
const COUNT = { onDevnet: 1_000, min: 0, max: 10_000, doc: OLDEST };

export const gasSettings = defineSettings({
  of: 'gas',
  title: 'Gas',
  intro:
    "Limits of the executor's gas costs for agents and positions of unknown clients. The defaults are for real chains; with " +
    'only the devnet they are much higher. Sums in dollars; 0 switches a rule off.',
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
