import type { Log } from '../../log/log.ts';
import type { RedisLink } from './redis-link.ts';

/** Tells the operator when Redis may throw away jobs for lack of memory. */
export async function checkEviction(link: RedisLink, log: Log): Promise<void> {
  try {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await link.prompt.info('memory'))?.[1];
    if (policy === undefined || policy === 'noeviction') return;
    log.warn('Redis may evict the jobs of ticks: set maxmemory-policy to noeviction', { policy });
  } catch (error) {
    // Some hosted servers refuse INFO; ticks work without it.
    link.failed(error);
    if (!link.isAbout(error)) log.warn('The eviction policy of Redis could not be read', { error });
  }
}
