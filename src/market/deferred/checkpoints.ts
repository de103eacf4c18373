import { integer, listOf, membersOf, text } from '../../values/document-form.ts';

/** Blocks that were the chain's when they were read, oldest first: by them it is found how far back a fork began. */
export type Checkpoints = readonly { readonly number: number; readonly hash: string }[];

/** As they are kept in collections. */
export const checkpointsForm = listOf(membersOf<Checkpoints[number]>({ number: integer, hash: text }));

/** With a newer one. The older they are the fewer are kept, so that they reach back to the first and stay few. */
export function withCheckpoint(known: Checkpoints, { number, hash }: Checkpoints[number]): Checkpoints {
  const kept = [...known.filter((one) => one.number < number), { number, hash }];
  const distanceOf = (at: number): number => number - (kept[at]?.number ?? number);
  for (let at = 1; at < kept.length - 1; ) {
    if (distanceOf(at - 1) <= 2 * distanceOf(at + 1)) kept.splice(at, 1);
    else at += 1;
  }
  return kept;
}

/** The newest that the chain still has; null when it has none of them. */
export async function newestKept(
  known: Checkpoints,
  blockAt: (number: number) => Promise<{ readonly hash: string } | null>,
  headNumber: number,
): Promise<Checkpoints[number] | null> {
  for (const block of known.toReversed()) {
    if (block.number <= headNumber && (await blockAt(block.number))?.hash === block.hash) return block;
  }
  return null;
}
