import { createHash } from 'node:crypto';
import { UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, number, objectText, optional, text, time } from '../../values/document-form.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { type OrderInput, type PublicOrder, presentOrder, type StoredOrder } from './order.ts';

export const ORDERS: CollectionSpec = {
  name: 'orders',
  ofWallet: { by: 'wallet', mayBeDeleted: true, isPublic: true },
  unique: [['wallet', 'orderId']],
  indexes: [['wallet', 'createdAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredOrder>({
    ...{ wallet: text, orderId: text, saidText: objectText, digest: text, createdAtMs: time, expiresAtMs: optional(number) },
  }),
};

/**
 * Maximum number of stored orders per wallet; when it is exceeded, the oldest order is deleted. Anyone may write orders, so orders are also
 * deleted after a day.
 */
const MOST_PER_WALLET = 1_000;
/** Maximum length of one order's JSON text, in characters. */
export const MOST_CHARACTERS = 16_384;
/**
 * Maximum size of one page of a list of orders, in characters. It limits the memory used by clients that request many pages but do not read
 * them.
 */
const MOST_PAGE_CHARACTERS = 16 * MOST_CHARACTERS;

export type Orders = {
  /**
   * Stores an order. Repeating a request returns the existing record.
   * @throws InvalidInputError 400; TerminalError `order-exists` (409), `order-too-large` (413)
   */
  create(input: OrderInput): Promise<{ readonly order: PublicOrder; readonly isNew: boolean }>;
  /** Lists orders, newest first. A page may contain fewer than `limit` orders if the orders are large. */
  list(
    wallet: ChainAddress,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly orders: readonly PublicOrder[]; readonly cursor: string | null }>;
};

export function createOrders(deps: { readonly records: RecordStore; readonly clock: Clock; readonly ids: IdSource }): Orders {
  const orders = deps.records.collection<StoredOrder>(ORDERS);

  async function makeRoom(wallet: ChainAddress): Promise<void> {
    const tooMany = (await orders.count({ wallet })) - MOST_PER_WALLET + 1;
    if (tooMany <= 0) return;
    const { rows } = await orders.find({ where: { wallet }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: tooMany });
    for (const { _id } of rows) await orders.remove(_id);
  }

  return {
    async create(input) {
      const saidText = textOf(input);
      const { walletAddress: wallet, orderId = deps.ids() } = input;
      const digest = createHash('sha256').update(saidText).digest('hex');
      const id = createHash('sha256').update(`${wallet}/${orderId}`).digest('hex').slice(0, 32);
      const known = await orders.get(id);
      if (known !== null) return repeated(known, digest);
      await makeRoom(wallet);
      const createdAtMs = deps.clock.now();
      const order: StoredOrder = { wallet, orderId, saidText, digest, createdAtMs, expiresAtMs: createdAtMs + UNPROVED_KEPT_MS };
      const result = await orders.insert(id, order);
      return result.inserted ? { order: presentOrder({ ...order, _id: id }), isNew: true } : repeated(result.exists, digest);
    },

    async list(wallet, { limit, cursor }) {
      const found: Stored<StoredOrder>[] = [];
      let room = MOST_PAGE_CHARACTERS;
      let next: string | null = cursor ?? null;
      do {
        // Orders are read in small steps up to the page's size limit, because reading and parsing large orders is the slowest part of the
        // request.
        const page: Awaited<ReturnType<typeof orders.find>> = await orders.find({
          where: { wallet },
          sort: { field: 'createdAtMs', order: 'descending' },
          limit: Math.min(limit - found.length, Math.floor(room / MOST_CHARACTERS)),
          ...(next === null ? {} : { cursor: next }),
        });
        found.push(...page.rows);
        for (const { saidText } of page.rows) room -= saidText.length;
        next = page.cursor;
      } while (next !== null && found.length < limit && room >= MOST_CHARACTERS);
      return { orders: found.map(presentOrder), cursor: next };
    },
  };
}

function repeated(known: Stored<StoredOrder>, digest: string): { readonly order: PublicOrder; readonly isNew: boolean } {
  if (known.digest === digest) return { order: presentOrder(known), isNew: false };
  const message = 'An order of this wallet with this id already exists with different contents.';
  throw new TerminalError({ code: 'order-exists', message, status: 409 });
}

/**
 * Serializes an order.
 * @throws InvalidInputError for values that JSON cannot represent; TerminalError `order-too-large` (413)
 */
function textOf(input: OrderInput): string {
  if (!isExact(input.metaData)) {
    throw new InvalidInputError([
      { path: 'body.metaData', code: 'not-finite', message: 'A number is too large for a JSON number; send it as a string.' },
    ]);
  }
  const text = canonicalJson(input);
  if (text.length <= MOST_CHARACTERS) return text;
  throw new TerminalError({
    code: 'order-too-large',
    message: `An order can have at most ${MOST_CHARACTERS} characters as JSON.`,
    status: 413,
  });
}

/** Returns false if the value contains a number such as 1e999, which JavaScript parses as infinity and writes to JSON as null. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
