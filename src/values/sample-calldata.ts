/**
 * Creates calldata of a given length, to estimate what a rollup charges for the data of a transaction that is not built yet. The data
 * contains bytes of all values, because some rollups charge for the compressed size.
 */
export function sampleCalldata(bytes: number): `0x${string}` {
  const values = Array.from({ length: bytes }, (_, i) => ((i * 7_919 + (i >> 5) * 104_729) % 256).toString(16).padStart(2, '0'));
  return `0x${values.join('')}`;
}
