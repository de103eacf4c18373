import type { Log } from '../../log/log.ts';
import type { RedisLink } from './redis-link.ts';

/** Warns the operator when Redis may evict jobs for lack of memory. */
export async function checkEviction(link: RedisLink, log: Log): Promise<void> {
  let memory: string;
  try {
    memory = await link.prompt.info('memory');
  } catch (error) {
    // Some hosted Redis servers refuse the command INFO. Without its answer, the eviction policy cannot be checked, but ticks work.
    link.failed(error);
    return;
  }
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  log.warn('Redis may delete queued scheduled work (ticks) when its memory is full: set maxmemory-policy to noeviction', { policy });
}
