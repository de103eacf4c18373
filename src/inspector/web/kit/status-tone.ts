export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';

/**
 * Maps the words for states to colours, for the whole page. Each actor type has its own words, but the same meaning has the same colour
 * everywhere: red for failures, green for completed work, amber for an actor that waits for a person, blue for work in progress.
 */
export function toneOfStatus(status: string | null): Tone {
  const word = status?.toLowerCase() ?? '';
  if (/fail|error|revert|refus|expired|stuck|quarantin/.test(word)) return 'bad';
  if (/done|complet|success|confirmed|settled|filled|fired|delivered/.test(word)) return 'ok';
  if (/pause|wait|pending|refund|hold|backing/.test(word)) return 'warn';
  if (/active|running|open|sent|process|execut|watch|staked|follow/.test(word)) return 'accent';
  return 'plain';
}
