/** Why an aggregator has no offer, as a user may read it. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['unsupported', 'it does not serve this pair'],
  ['no-route', 'it has no route for this amount'],
  ['amount-out-of-range', 'it does not trade this amount'],
  ['timeout', 'it did not answer in time'],
  ['rate-limited', 'it accepts no more requests now'],
  ['unavailable', 'it cannot be reached'],
  ['unauthorized', 'it refuses this service'],
  ['rejected', 'it refuses the request'],
  ['malformed-reply', 'its answer was wrong'],
  ['mismatched-reply', 'its answer was about another trade'],
  ['unpinned-contract', 'its offer uses an unknown contract'],
  ['implausible-output', 'its offer is too good to be true'],
  ['minimum-too-low', 'its offer guarantees too little'],
  ['would-fail', 'its trade would be refused on the chain'],
]);

export function offerReason({ aggregator, reason }: { readonly aggregator: string; readonly reason: string }): string {
  return `${aggregator}: ${WORDS.get(reason) ?? reason}`;
}
