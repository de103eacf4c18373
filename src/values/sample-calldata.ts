/**
 * Makes calldata of a given length, to estimate what a rollup charges for the data of a transaction that is not built yet. It has bytes of
 * all values, since a rollup may count compressed data.
 */
export function sampleCalldata(bytes: number): `0x${string}` {
  const values = Array.from({ length: bytes }, (_, i) => ((i * 7_919 + (i >> 5) * 104_729) % 256).toString(16).padStart(2, '0'));
  return `0x${values.join('')}`;
}
