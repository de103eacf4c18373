import * as v from 'valibot';
import { UNPROVED_KEPT_MS } from '../../../http/strangers/bounds.ts';
import type { Networks } from '../../../market/networks/create-networks.ts';
import type { RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { type IdSource, isUuid } from '../../../values/id-source.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { UnderstandTurn } from '../understand-turn.ts';
import { NLU_LOG, type ParsedSentence, parsedSchema, parsedSentenceOf, type StoredSentence } from './sentence.ts';

export type ReadSentence = ParsedSentence & { readonly id: string; readonly text: string; readonly createdAt: string };

/**
 * How long the sentences of users are stored, in ms. They reveal what users are about to trade, so they are deleted once they are no longer
 * needed for investigating a fault.
 */
const KEPT_MS = UNPROVED_KEPT_MS;

/** The service behind the legacy language routes. It asks the same agent service as the chat. */
export type Sentences = {
  readonly parse: (text: string, signal: AbortSignal) => Promise<ParsedSentence>;
  /** Parses a sentence, and stores the result for a day under a secret id, which only the client that sent the sentence receives. */
  readonly read: (text: string, signal: AbortSignal) => Promise<ReadSentence>;
  /** Returns the result of an earlier sentence. @throws TerminalError 404 `sentence-not-found` */
  readonly find: (id: string) => Promise<ReadSentence>;
};

export function createSentences(deps: {
  readonly understand: UnderstandTurn;
  readonly records: RecordStore;
  readonly networks: Pick<Networks, 'list'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}): Sentences {
  const { understand, networks, clock, ids } = deps;
  const log = deps.records.collection<StoredSentence>(NLU_LOG);

  async function parse(text: string, signal: AbortSignal): Promise<ParsedSentence> {
    const turn = { turn: 1, messageId: ids(), text, chainId: null, currency: null, sentAtMs: clock.now() };
    const [understood, listed] = await Promise.all([
      understand({ turn, pending: null, recent: [], activeDappProjectId: null }, signal),
      networks.list(),
    ]);
    return parsedSentenceOf(understood, new Map(listed.map(({ id, name }) => [id, name])));
  }

  return {
    parse,

    async read(text, signal) {
      const parsed = await parse(text, signal);
      const id = ids();
      const readAtMs = clock.now();
      await log.insert(id, { text, parsed, readAtMs, expiresAtMs: readAtMs + KEPT_MS });
      return { id, text, ...parsed, createdAt: isoOf(readAtMs) };
    },

    async find(id) {
      const found = isUuid(id) ? await log.get(id.toLowerCase()) : null;
      // An expired document remains in the store until the next clean-up, so the expiry is checked here.
      if (found !== null && found.expiresAtMs > clock.now()) {
        return { id: found._id, text: found.text, ...v.parse(parsedSchema, found.parsed), createdAt: isoOf(found.readAtMs) };
      }
      throw new TerminalError({
        code: 'sentence-not-found',
        message: 'No parsed sentence with this id is stored; results are kept for a day.',
        status: 404,
      });
    },
  };
}
