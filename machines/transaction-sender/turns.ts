import type { InFlight, SendRequest, TransactionSenderContext } from './context.ts';

/**
 * Number of the latest sent requests whose owners are stored. An owner who is not among them counts as an owner of whom no request was sent
 * yet.
 */
const TURNS_KEPT = 64;
/**
 * An exit (a protective sell) has priority over other requests, unless at least `EXITS_AHEAD` of the last `EXITS_LOOK_BACK` sent requests
 * belonged to the exit's owner.
 */
const EXITS_LOOK_BACK = 16;
const EXITS_AHEAD = 2;

type Turns = Pick<TransactionSenderContext, 'queue' | 'served'>;

/**
 * Returns the request to send next. A request that was already selected but could not be sent comes first, then exits (protective sells),
 * then the requests of the owner whose last sent request is the oldest. Of several such requests, the oldest is taken. So even if one owner
 * has a hundred requests, the request of another owner has to wait for only one of them.
 */
export function nextInTurn({ queue, served = [] }: Turns): InFlight | undefined {
  const [first] = queue;
  if (first === undefined || first.problem !== null) return first;
  const ranked = queue.map((waiting, at) => ({ waiting, at, rank: rankOf(waiting.request, served) }));
  ranked.sort((a, b) => a.rank.group - b.rank.group || a.rank.servedAt - b.rank.servedAt || a.rank.kind - b.rank.kind || a.at - b.at);
  return ranked[0]?.waiting;
}

/** Stores that a request of an owner (a wallet or an actor) was sent. A request without an owner changes nothing. */
export function servedAfter({ served = [] }: Turns, { turnOf }: SendRequest): Pick<TransactionSenderContext, 'served'> {
  return turnOf === undefined ? {} : { served: [...served, turnOf].slice(-TURNS_KEPT) };
}

/**
 * Chooses the queued request to drop when the queue is full: the newest request of the owner with the most queued requests, and a buy
 * rather than an exit (a protective sell). Returns undefined when the new request has no higher priority than the queued ones, so that the
 * new request must be refused.
 */
export function displacedBy({ queue }: Pick<Turns, 'queue'>, request: SendRequest): InFlight | undefined {
  const counts = new Map<string, number>();
  for (const { request: other } of queue) counts.set(ownerOf(other), (counts.get(ownerOf(other)) ?? 0) + 1);
  const countOf = (one: SendRequest) => counts.get(ownerOf(one)) ?? 0;
  const unsigned = queue.filter(({ request: { turnOf } }) => turnOf !== undefined);
  const ranked = unsigned.map((waiting, at) => ({ waiting, at, isExit: waiting.request.isExit === true, count: countOf(waiting.request) }));
  ranked.sort((a, b) => Number(a.isExit) - Number(b.isExit) || b.count - a.count || b.at - a.at);
  return ranked.find(({ isExit, count }) => {
    if (request.isExit === true && !isExit) return count > countOf(request);
    return (request.isExit === true) === isExit && count > countOf(request) + 1;
  })?.waiting;
}

function rankOf(request: SendRequest, served: readonly string[]): { group: number; servedAt: number; kind: number } {
  const owner = ownerOf(request);
  const isExit = request.isExit === true;
  const lately = served.slice(-EXITS_LOOK_BACK).filter((one) => one === owner).length;
  return { group: isExit && lately < EXITS_AHEAD ? 0 : 1, servedAt: served.lastIndexOf(owner), kind: isExit ? 0 : 1 };
}

function ownerOf({ turnOf, replyTo }: SendRequest): string {
  return turnOf ?? replyTo;
}
