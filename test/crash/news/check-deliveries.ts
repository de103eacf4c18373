/** A message that a receiver got through one channel. */
export type Delivery = { readonly channel: string; readonly id: string; readonly text: string; readonly isAcknowledged: boolean };

/** Compares the deliveries of each channel with the numbers of the notifications that the channel must have received, in their order. */
export function checkDeliveries(
  deliveries: readonly Delivery[],
  wanted: readonly { readonly channel: string; readonly numbers: readonly number[] }[],
): { readonly problems: readonly string[]; readonly acknowledged: number; readonly repeats: number } {
  const problems: string[] = [];
  let [acknowledged, repeats] = [0, 0];
  for (const { channel, numbers } of wanted) {
    const own = deliveries.filter((one) => one.channel === channel);
    const texts = new Map<string, string>();
    for (const { id, text } of own) {
      const before = texts.get(id);
      if (before !== undefined && before !== text) problems.push(`${channel}: the message ${id} came with two contents`);
      texts.set(id, text);
    }
    const taken = own.filter((one) => one.isAcknowledged);
    // A message with an already acknowledged id is a repeat, which a receiver ignores. Only the first delivery of each id is compared.
    const fresh = taken.filter(({ id }, at) => taken.findIndex((one) => one.id === id) === at);
    // A repeated message must come directly after its first delivery, before any other message; otherwise the order would be broken.
    for (const [at, { id }] of taken.entries())
      if (taken[at - 1]?.id !== id && taken.slice(0, at).some((one) => one.id === id))
        problems.push(`${channel}: ${id} came again, after others`);
    const told = fresh.flatMap(({ text }) => [...text.matchAll(/It is #(\d+)\./g)].map(([, number]) => Number(number)));
    if (JSON.stringify(told) !== JSON.stringify(numbers)) problems.push(`${channel}: expected ${numbers.join()}, and got ${told.join()}`);
    acknowledged += fresh.length;
    repeats += taken.length - fresh.length;
  }
  return { problems, acknowledged, repeats };
}
