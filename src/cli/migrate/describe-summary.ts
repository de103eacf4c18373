import { table } from '../table.ts';
import type { MigrationSummary } from './migrate-stores.ts';

/** Describes the result of a migration for a user. */
export function describeSummary({ actors, collections, differences, isEqual }: MigrationSummary): string[] {
  const rows = [{ name: 'actors', ...actors }, ...collections];
  const cells = rows.map(({ name, sourceCount, targetCount, copied, sourceHash, targetHash }) => [
    name,
    String(sourceCount),
    String(targetCount),
    String(copied),
    sourceHash === targetHash ? sourceHash.slice(0, 16) : `${sourceHash.slice(0, 16)} is not ${targetHash.slice(0, 16)}`,
  ]);
  return [
    ...table(['', 'source', 'target', 'copied now', 'hash'], cells),
    `${actors.revisions} revisions were written.`,
    ...(isEqual ? ['Source and target are equal. The source was not changed.'] : describeDifferences(differences)),
  ];
}

/** Formats the differences between the source and the target store of a migration: their number, and a line for each of the first few. */
export function describeDifferences({ count, first }: MigrationSummary['differences']): string[] {
  const more = count - first.length;
  return [`${count} differences:`, ...first.map((difference) => `  ${difference}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}
