/** How much a person is needed, by the code of what an actor waits for. */
export function toneOfWhy(code: string): 'calm' | 'busy' | 'warn' | 'bad' {
  if (code === 'quarantined') return 'bad';
  if (['backing-off', 'overdue', 'effect-unknown', 'type-paused'].includes(code)) return 'warn';
  return code === 'effect-running' || code === 'due' ? 'busy' : 'calm';
}
