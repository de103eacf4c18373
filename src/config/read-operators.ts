import { type SettingReader, splitList } from './setting-reader.ts';

/** A person or program that may use the operator routes. `name` is written to the history. */
export type Operator = { readonly name: string; readonly token: string };

/** Minimum length of an operator token in characters; shorter tokens could be guessed. */
const LEAST_TOKEN = 24;

const NAMED = /^([A-Za-z0-9_.@-]{1,64})=([^=].*)$/;

/** Reads `OPERATOR_TOKEN`: the tokens of operators who may read and make changes. */
export function readOperators(reader: SettingReader): readonly Operator[] {
  return readTokens(reader, 'OPERATOR_TOKEN', 'operator');
}

/**
 * Reads `OPERATOR_READ_TOKEN`, in the same syntax as `OPERATOR_TOKEN`: the tokens of operators who may only read. Names and tokens must be
 * unique across both settings, because the history and sessions identify an operator by name.
 */
export function readReaders(reader: SettingReader): readonly Operator[] {
  return readTokens(reader, 'OPERATOR_READ_TOKEN', 'reader');
}

/**
 * Reads one operator token (whose owner gets the name `unnamed`), or `name=token,name=token`. A trailing `=` is part of a token, as in
 * base64. Without OPERATOR_TOKEN the node creates a token in its data folder (`local-operator.ts`).
 */
function readTokens(reader: SettingReader, name: string, unnamed: string): readonly Operator[] {
  const entries = splitList(reader.text(name) ?? '');
  const operators = entries.map((entry): Operator => {
    const [, operator, token] = NAMED.exec(entry) ?? [];
    return operator === undefined || token === undefined ? { name: unnamed, token: entry } : { name: operator, token };
  });
  const accepted = 'one token, or name=token,name=token with different names and tokens';
  if (new Set(operators.map((each) => each.name)).size < operators.length) reader.problem(name, 'contains the same name twice', accepted);
  if (new Set(operators.map((each) => each.token)).size < operators.length) reader.problem(name, 'contains the same token twice', accepted);
  if (operators.some(({ token }) => token.length < LEAST_TOKEN))
    reader.problem(
      name,
      `contains a token shorter than ${LEAST_TOKEN} characters`,
      'random tokens, such as this command prints: openssl rand -hex 32',
    );
  return operators;
}
