import { integer, listOf, membersOf, text } from '../../values/document-form.ts';
import type { Hash } from '../../values/hash.ts';

/** Some known blocks of a chain (number and hash), oldest first. They are used to find the block from which a fork changed the chain. */
export type Checkpoints = readonly { readonly number: number; readonly hash: Hash }[];

/** Schema of checkpoints (known blocks of a chain) in the store. */
export const checkpointsForm = listOf(membersOf<Checkpoints[number]>({ number: integer, hash: text }));

/**
 * Adds a newer block to a list of checkpoints (known blocks) and removes some of the older ones. The list stays short, but still contains
 * its first block.
 */
export function withCheckpoint(known: Checkpoints, { number, hash }: Checkpoints[number]): Checkpoints {
  const kept = [...known.filter((one) => one.number < number), { number, hash }];
  const distanceOf = (at: number): number => number - (kept[at]?.number ?? number);
  for (let at = 1; at < kept.length - 1; ) {
    if (distanceOf(at - 1) <= 2 * distanceOf(at + 1)) kept.splice(at, 1);
    else at += 1;
  }
  return kept;
}

/**
 * Returns the newest of several checkpoints (known blocks) that is still part of the chain; null when the chain contains none of them any
 * more.
 */
export async function newestKept(
  known: Checkpoints,
  blockAt: (number: number) => Promise<{ readonly hash: Hash } | null>,
  headNumber: number,
): Promise<Checkpoints[number] | null> {
  for (const block of known.toReversed()) {
    if (block.number <= headNumber && (await blockAt(block.number))?.hash === block.hash) return block;
  }
  return null;
}
