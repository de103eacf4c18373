/**
 * Number of shards, into which all actors are divided. Every stored record contains its shard, so changing this number requires a
 * migration.
 */
export const SHARD_COUNT = 256;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const encoder = new TextEncoder();

/**
 * Computes the shard of an actor id, 0 to 255: FNV-1a (32 bits) over the id's UTF-8 bytes, then murmur3's finaliser (the low byte of plain
 * FNV-1a is weak for ids that differ only in their last digits). Shards are stored in records, so the function must never change; a test
 * contains known pairs.
 */
export function shardOf(id: string): number {
  let hash = FNV_OFFSET;
  for (const byte of encoder.encode(id)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (SHARD_COUNT - 1);
}
