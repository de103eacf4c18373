export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';

/**
 * The one map from words of states to colours, for the whole page. Each type of actor has its own words; these rules give the same meaning
 * the same colour everywhere: red for what failed, green for what is done, amber for what waits for somebody, blue for what is at work.
 */
export function toneOfStatus(status: string | null): Tone {
  const word = status?.toLowerCase() ?? '';
  if (/fail|error|revert|refus|expired|stuck|quarantin/.test(word)) return 'bad';
  if (/done|complet|success|confirmed|settled|filled|fired|delivered/.test(word)) return 'ok';
  if (/pause|wait|pending|refund|hold|backing/.test(word)) return 'warn';
  if (/active|running|open|sent|process|execut|watch|staked|follow/.test(word)) return 'accent';
  return 'plain';
}
