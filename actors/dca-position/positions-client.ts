import type { DcaPositions, FinishedPositions, OldestOpenPositions } from '../../src/features/dca/dca-positions.ts';
import type { DcaReading } from '../../src/features/dca/dca-record.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { Address } from '../../src/values/address.ts';
import type { DcaLink } from '../../src/values/dca-terms.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { pagesOf } from '../../src/values/pages-of.ts';
import { vaultFollower } from '../vault-follower/actor.ts';
import { dcaPosition } from './actor.ts';

const PAGE = 200;
const FINISHED = ['completed', 'cancelled'];
const OPEN = ['success', 'active', 'failed'];

/** Gives the DCA service access to the positions' actors. */
export function createDcaPositions(deps: { actors: ActorClient }): DcaPositions & OldestOpenPositions & FinishedPositions {
  const { actors } = deps;
  const of = (recordId: string) => actors.of(dcaPosition, recordId);

  return {
    async create({ recordId, ...rest }) {
      const known = await of(recordId).read();
      if (known !== null) return known.view;
      const reply = await of(recordId).create({ recordId, ...rest }, { eventId: `create/${recordId}` });
      return reply.view();
    },
    read: async (recordId) => (await of(recordId).read())?.view ?? null,
    async listOf(wallet) {
      const found: DcaReading[] = [];
      const query = { keys: { wallet }, order: 'newest', limit: PAGE } as const;
      for await (const page of pagesOf((after) => actors.list(dcaPosition, { ...query, ...after })))
        found.push(...page.actors.map(({ view }) => view));
      return found;
    },
    async oldestOpenOf(wallet, limit) {
      const found: string[] = [];
      const query = { keys: { wallet }, statuses: OPEN, order: 'oldest', limit: Math.min(limit, PAGE) } as const;
      for await (const page of pagesOf((after) => actors.list(dcaPosition, { ...query, ...after }))) {
        found.push(...page.actors.map(({ snapshot }) => snapshot.context.recordId));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
    async finishedOn(chainId, most) {
      const found: (DcaLink & { wallet: Address })[] = [];
      const query = { keys: { chainId }, statuses: FINISHED, order: 'newest', limit: PAGE } as const;
      for await (const page of pagesOf((after) => actors.list(dcaPosition, { ...query, ...after }))) {
        for (const { snapshot } of page.actors) {
          const { link, terms } = snapshot.context;
          if (link !== null) found.push({ ...link, wallet: terms.wallet });
        }
        if (found.length >= most) break;
      }
      return found;
    },
    claim: (recordId, fields) => orNotFound(async () => (await of(recordId).ask({ type: 'CLAIM', fields })).view()),
    askedFor: (recordId, asked) => orNotFound(async () => (await of(recordId).ask({ type: 'ASKED_FOR', ...asked })).view()),
    link: async (recordId, link) => void (await of(recordId).ask({ type: 'LINKED', link })),
    unlink: async (recordId, link) => void (await of(recordId).ask({ type: 'UNLINKED', link })),
    look: async (recordId) => void (await of(recordId).ask({ type: 'LOOK' })),
    followChain: async (chainId) => void (await actors.of(vaultFollower, String(chainId)).ask({ type: 'LOOK' })),
  };
}

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'actor-not-found') throw error;
    throw new TerminalError({ code: 'dca-not-found', message: 'No DCA position with this id exists.', status: 404, cause: error });
  }
}
