const cents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const small = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

/**
 * Formats dollars from a decimal string: `$1,234.50`. An amount of less than a cent has two significant digits. Returns a dash for an
 * unknown value.
 */
export function dollars(usd: string | null): string {
  if (usd === null) return '–';
  const value = Number(usd);
  return `$${value !== 0 && Math.abs(value) < 0.01 ? small.format(value) : cents.format(value)}`;
}

/**
 * Formats an amount of coins from a decimal string, for display: `1.2345`. An amount of less than a ten-thousandth has two significant
 * digits.
 */
export function coins(amount: string): string {
  const value = Number(amount);
  return value !== 0 && Math.abs(value) < 0.0001 ? small.format(value) : whole.format(value);
}
