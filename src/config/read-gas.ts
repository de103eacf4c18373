import type { SettingReader } from './setting-reader.ts';

/** What strangers may cost the executor. Dollars and factors as decimal text; 0 switches a rule off. */
export type GasConfig = {
  readonly minValueFactor: string;
  readonly minExitValueFactor: string;
  readonly maxUsd: string;
  readonly maxExitUsd: string;
  readonly dailyUsdEach: string;
  readonly dailyUsdPerWallet: string;
  readonly dailyExitReserveUsd: string;
  readonly maxPositionsPerWallet: number;
  readonly maxAgentsPerWallet: number;
};

/** A devnet's gas costs nobody anything, and its clock may be fast: there the bounds only have to be there. */
export function readGas(reader: SettingReader, { isDevnetOnly }: { readonly isDevnetOnly: boolean }): GasConfig {
  const decimal = (name: string, real: string, devnet: string) => reader.decimal(name, { default: isDevnetOnly ? devnet : real });
  const count = (name: string, real: number) => reader.integer(name, { default: isDevnetOnly ? 1_000 : real, min: 0, max: 10_000 });
  return {
    minValueFactor: decimal('MIN_VALUE_TO_GAS', '10', '0.1'),
    minExitValueFactor: decimal('MIN_EXIT_VALUE_TO_GAS', '1', '0.1'),
    maxUsd: decimal('MAX_GAS_USD', '20', '20'),
    maxExitUsd: decimal('MAX_EXIT_GAS_USD', '100', '100'),
    dailyUsdEach: decimal('DAILY_GAS_USD_EACH', '10', '1000'),
    dailyUsdPerWallet: decimal('DAILY_GAS_USD_PER_WALLET', '50', '10000'),
    dailyExitReserveUsd: decimal('DAILY_GAS_USD_EXIT_RESERVE', '50', '10000'),
    maxPositionsPerWallet: count('MAX_POSITIONS_PER_WALLET', 100),
    maxAgentsPerWallet: count('MAX_AGENTS_PER_WALLET', 20),
  };
}
