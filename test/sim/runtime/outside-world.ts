/** The simulated outside world, which receives payments: they cannot be undone, and can be looked up by their key. */
export type OutsideWorld = {
  readonly pay: (key: string, payer: string, order: number) => void;
  readonly wasPaid: (key: string) => boolean;
  readonly ordersOf: (payer: string) => number;
  readonly payments: () => number;
};

/**
 * Creates the outside world. Calls `violated` when a payment with the same key arrives twice, or an order is paid twice or out of sequence.
 */
export function createOutsideWorld(violated: (what: string) => void): OutsideWorld {
  const byKey = new Set<string>();
  const orders = new Map<string, number>();
  return {
    pay(key, payer, order) {
      if (byKey.has(key)) violated(`the effect ${key} reached the outside twice`);
      byKey.add(key);
      const next = orders.get(payer) ?? 0;
      if (order !== next) violated(`${payer} paid its order ${order} when ${next} was next`);
      orders.set(payer, Math.max(next, order + 1));
    },
    wasPaid: (key) => byKey.has(key),
    ordersOf: (payer) => orders.get(payer) ?? 0,
    payments: () => byKey.size,
  };
}
