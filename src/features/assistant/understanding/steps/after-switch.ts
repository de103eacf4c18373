import type { Step } from '../agent-service.ts';

/** Places a step that names no chain on the chain to which an earlier step switches: "switch to base and then send 1 usdc to bob.eth". */
export function afterSwitch(step: Step, earlier: readonly Step[]): Step {
  const at = earlier.findLastIndex(({ intent }) => intent === 'switch_chain');
  const chain = earlier[at]?.slots.toChainId;
  const { intent, slots, usesEarlier } = step;
  // The result of a trade after the switch is where that trade delivers it.
  const isElsewhere = usesEarlier && earlier.slice(at + 1).some((before) => before.intent === 'quotes');
  if (chain === undefined || intent === 'switch_chain' || slots.fromChainId !== undefined || isElsewhere) return step;
  const isSwap = intent === 'quotes' && slots.toChainId === undefined;
  return { ...step, slots: { ...slots, fromChainId: chain, ...(isSwap ? { toChainId: chain } : {}) } };
}
