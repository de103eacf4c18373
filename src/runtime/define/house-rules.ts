import type { AnyStateMachine, AnyStateNode } from 'xstate';

const BUILT_IN_ALLOWED = new Set(['xstate.assign', 'xstate.raise']);

/**
 * Lists the features of a machine that it must not use, because a persisted snapshot loses them or a pure step cannot run them: `after`
 * timers and delayed raises (dropped on restore, xstate#5331), `invoke` and `spawn` (run again on restore), history states, inline actions
 * and guards (a record cannot refer to them by name), and actions that are neither an assign, an immediate raise, nor one of `effectNames`.
 */
export function houseRuleProblems(machine: AnyStateMachine, effectNames: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const implementations: Record<string, unknown> = machine.implementations.actions;
  for (const node of nodesOf(machine.root)) {
    const where = `state "${node.path.join('.') || '(root)'}"`;
    if (node.after.length > 0) problems.push(`${where} uses "after": store the time in context and return it from \`due\``);
    if (node.invoke.length > 0) problems.push(`${where} uses "invoke": request an effect instead`);
    if (node.type === 'history') problems.push(`${where} is a history state: store the remembered state in context`);
    const transitions = [...node.transitions.values()].flat().concat(node.always ?? []);
    const initial = node.config.initial === undefined ? [] : node.initial.actions;
    const actions = [...node.entry, ...node.exit, ...initial, ...transitions.flatMap((transition) => transition.actions)];
    for (const action of actions) problems.push(...actionProblems(where, action, implementations, effectNames));
    for (const { guard } of transitions) {
      if (isInlineGuard(guard)) problems.push(`${where} has an inline guard: name it in setup({ guards })`);
    }
  }
  return [...new Set(problems)];
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child: AnyStateNode) => nodesOf(child))];
}

function actionProblems(
  where: string,
  action: unknown,
  implementations: Record<string, unknown>,
  effectNames: ReadonlySet<string>,
): string[] {
  const name =
    typeof action === 'string' ? action : typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : null;
  const implementation = name === null ? action : implementations[name];
  const builtIn = builtInType(implementation);
  if (builtIn !== null) {
    if (name !== null && effectNames.has(name)) return [`"${name}" is declared in \`effects\` and is ${builtIn}: it would never run`];
    if (!BUILT_IN_ALLOWED.has(builtIn))
      return [`${where} uses ${builtIn}: only assign, an immediate raise, and declared effects are allowed`];
    if (builtIn === 'xstate.raise' && hasDelay(implementation))
      return [`${where} uses raise with a delay, which a restart would lose: store the due time in the context instead`];
    return [];
  }
  if (name === null) return [`${where} has an inline action: name it in setup({ actions })`];
  return effectNames.has(name) ? [] : [`${where} runs the action "${name}", which is neither an assign nor declared in \`effects\``];
}

/**
 * Whether a guard is a function without a name. Also checks guards that are combined with XState's `and`, `or` and `not` (these are
 * functions with the properties `check` and `guards`).
 */
function isInlineGuard(guard: unknown): boolean {
  if (typeof guard !== 'function') return false;
  if (!('check' in guard)) return true;
  return 'guards' in guard && Array.isArray(guard.guards) && guard.guards.some(isInlineGuard);
}

function builtInType(implementation: unknown): string | null {
  if (implementation === null || (typeof implementation !== 'function' && typeof implementation !== 'object')) return null;
  return 'type' in implementation && typeof implementation.type === 'string' && implementation.type.startsWith('xstate.')
    ? implementation.type
    : null;
}

function hasDelay(implementation: unknown): boolean {
  return typeof implementation === 'function' && 'delay' in implementation && implementation.delay !== undefined;
}
