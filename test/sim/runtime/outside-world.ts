/** The outside: a place where what was done stays done, and can be looked up by the key it was done under. */
export type OutsideWorld = {
  readonly pay: (key: string, payer: string, order: number) => void;
  readonly wasPaid: (key: string) => boolean;
  readonly ordersOf: (payer: string) => number;
  readonly payments: () => number;
};

/** Tells `violated` of every key that comes twice, and of every order that is paid twice or out of turn. */
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
