import { UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, membersOf, number, optional, text, time } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type IdSource, isUuid } from '../../values/id-source.ts';
import { chainNamesOf } from './chain-names.ts';
import { type ChainWord, type Entities, type ParsedIntent, parseIntent } from './parse-intent.ts';

export type ReadSentence = ParsedIntent & { readonly id: string; readonly text: string; readonly createdAt: string };

type StoredSentence = {
  readonly text: string;
  readonly parsed: ParsedIntent;
  readonly readAtMs: number;
  readonly expiresAtMs: number;
};

const chainWord = membersOf<ChainWord>({ id: number, name: text });

export const NLU_LOG: CollectionSpec = {
  name: 'nlu-log',
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredSentence>({
    ...{ text, readAtMs: time, expiresAtMs: number },
    parsed: membersOf<ParsedIntent>({
      intent: text,
      confidence: number,
      entities: membersOf<Entities>({
        ...{ amount: optional(text), fromToken: optional(text), toToken: optional(text) },
        ...{ fromChain: optional(chainWord), toChain: optional(chainWord) },
      }),
    }),
  }),
};

/**
 * How long sentences are stored, in ms. They reveal what users are about to trade, so they are deleted after the time needed to investigate
 * a fault.
 */
const KEPT_MS = UNPROVED_KEPT_MS;

/** The service behind the legacy natural-language route. A result is stored for a day under an id that only its client has. */
export type Nlu = {
  read(text: string): Promise<ReadSentence>;
  /** Returns an earlier result. @throws TerminalError 404 `sentence-not-found` */
  find(id: string): Promise<ReadSentence>;
};

export function createNlu(deps: {
  readonly records: RecordStore;
  readonly networks: Pick<Networks, 'list'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}): Nlu {
  const log = deps.records.collection<StoredSentence>(NLU_LOG);

  return {
    async read(text) {
      const parsed = parseIntent(text, chainNamesOf(await deps.networks.list()));
      const id = deps.ids();
      const readAtMs = deps.clock.now();
      await log.insert(id, { text, parsed, readAtMs, expiresAtMs: readAtMs + KEPT_MS });
      return { id, text, ...parsed, createdAt: new Date(readAtMs).toISOString() };
    },

    async find(id) {
      const found = isUuid(id) ? await log.get(id.toLowerCase()) : null;
      // An expired document remains in the store until the next clean-up, so the expiry is checked here.
      if (found !== null && found.expiresAtMs > deps.clock.now()) {
        return { id: found._id, text: found.text, ...found.parsed, createdAt: new Date(found.readAtMs).toISOString() };
      }
      throw new TerminalError({
        code: 'sentence-not-found',
        message: 'No parsed sentence with this id is stored; results are kept for a day.',
        status: 404,
      });
    },
  };
}
