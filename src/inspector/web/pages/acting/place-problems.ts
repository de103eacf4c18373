import type { Draft } from './draft.ts';
import type { Field } from './form-model.ts';
import type { FieldProblem } from './read-draft.ts';

/**
 * Assigns the problems that the service reports to the fields of a form. Each problem is assigned to the field of its path, or to the
 * nearest enclosing field. A problem with an empty `path` belongs to the whole form.
 */
export function placeProblems(problems: readonly FieldProblem[], paths: ReadonlySet<string>): readonly FieldProblem[] {
  return problems.map(({ path, message }) => {
    // Removes the prefix `body.event` from the problem's path, so that the path is relative to the event and therefore to the form.
    const steps = path.replace(/^(body\.)?(event(\.|$))?/, '').split('.');
    for (let length = steps.length; length > 0; length -= 1) {
      const place = steps.slice(0, length).join('.');
      const rest = steps.slice(length).join('.');
      if (paths.has(place)) return { path: place, message: rest === '' ? message : `${rest}: ${message}` };
    }
    const whole = steps.join('.');
    return { path: '', message: whole === '' || whole === 'type' ? message : `${whole}: ${message}` };
  });
}

/** Returns the paths of all fields that the form currently shows. */
export function pathsOf(field: Field, draft: Draft): ReadonlySet<string> {
  const paths = new Set<string>();
  collect(paths, field, draft, '');
  return paths;
}

function collect(paths: Set<string>, field: Field, draft: Draft, path: string): void {
  if (path !== '') paths.add(path);
  if (draft.presence !== 'given') return;
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [i, child] of draft.children.entries()) {
    if (field.kind === 'group') {
      const member = field.fields[i];
      if (member !== undefined) collect(paths, member, child, under(member.label));
    } else if (field.kind === 'list') collect(paths, field.item, child, under(String(i)));
    else if (field.kind === 'map') collect(paths, field.item, child, under(draft.names[i] ?? ''));
    else if (field.kind === 'union' && i === draft.choice) {
      const option = field.options[i];
      if (option !== undefined) collect(paths, option, child, path);
    }
  }
}
