const DECIMALS = 18;

/** Multiplies an amount by a whole number, or divides it by two, exactly. Returns null when the result needs too many decimal places. */
export function scaledAmount(amount: string, by: 'half' | 2 | 3): string | null {
  const [whole = '0', decimals = ''] = amount.split('.');
  if (decimals.length > DECIMALS) return null;
  const units = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  if (by === 'half' && units % 2n !== 0n) return null;
  const scaled = (by === 'half' ? units / 2n : units * BigInt(by)).toString().padStart(DECIMALS + 1, '0');
  const rest = scaled.slice(-DECIMALS).replace(/0+$/, '');
  return `${scaled.slice(0, -DECIMALS)}${rest === '' ? '' : `.${rest}`}`;
}
