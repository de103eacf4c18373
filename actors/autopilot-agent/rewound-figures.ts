import type { EngineState } from '../../machines/autopilot-agent/engine-state.ts';
import { type Address, addressesIn } from '../../src/values/address.ts';
import { tokenText } from '../../src/values/token-text.ts';

/**
 * Describes how the runs and the cost basis of a restored state differ from the current ones: `runs of "buy": 1 instead of 3; cost
 * basis of WETH: 0.1 WETH for 300 USDC instead of 0.3 WETH for 900 USDC`. Null when they are the same.
 */
export function rewoundFigures(restored: EngineState, current: EngineState): string | null {
  const parts = [...runsOf(restored, current), ...basesOf(restored, current)];
  return parts.length === 0 ? null : parts.join('; ');
}

function runsOf(restored: EngineState, current: EngineState): string[] {
  // Only strategies of the restored policy have runs after the restore.
  return restored.policy.strategies.flatMap(({ id }) => {
    const [then, now] = [restored, current].map(({ strategies }) => strategies[id]?.runs ?? 0);
    return then === now ? [] : [`runs of "${id}": ${then} instead of ${now}`];
  });
}

function basesOf(restored: EngineState, current: EngineState): string[] {
  const tokens = new Set([...addressesIn(restored.basis), ...addressesIn(current.basis)]);
  return [...tokens].flatMap((token) => {
    const [then, now] = [textOf(restored, token), textOf(current, token)];
    return then === now
      ? []
      : [`cost basis of ${symbolOf(restored, token) ?? symbolOf(current, token) ?? token}: ${then} instead of ${now}`];
  });
}

function textOf(state: EngineState, token: Address): string {
  const basis = state.basis[token];
  if (basis === undefined) return 'none';
  const amountOf = (address: Address, amount: string) => tokenText(state.tokens[address], address, amount);
  return `${amountOf(token, basis.quantity)} for ${amountOf(state.policy.budgetToken, basis.cost)}`;
}

function symbolOf({ tokens }: EngineState, token: Address): string | undefined {
  return tokens[token]?.symbol;
}
