import { type SettingReader, splitList } from './setting-reader.ts';

/** Someone who may use the operator's routes; `name` is what history says. */
export type Operator = { readonly name: string; readonly token: string };

const NAMED = /^([A-Za-z0-9_.@-]{1,64})=([^=].*)$/;

/**
 * `OPERATOR_TOKEN`: one token (its owner is called `operator`), or `name=token,name=token`. A trailing `=` is part of a
 * token, as in base64. Not set: on loopback whoever is on the machine is an operator,
 * elsewhere nobody (`src/api/http/operator-auth.ts`).
 */
export function readOperators(reader: SettingReader): readonly Operator[] {
  const name = 'OPERATOR_TOKEN';
  const entries = splitList(reader.text(name) ?? '');
  const operators = entries.map((entry): Operator => {
    const [, operator, token] = NAMED.exec(entry) ?? [];
    return operator === undefined || token === undefined ? { name: 'operator', token: entry } : { name: operator, token };
  });
  const accepted = 'one token, or name=token,name=token with different names and tokens';
  if (new Set(operators.map((each) => each.name)).size < operators.length) reader.problem(name, 'holds two entries of one name', accepted);
  if (new Set(operators.map((each) => each.token)).size < operators.length) reader.problem(name, 'holds one token twice', accepted);
  return operators;
}
