import { type Finding, looked, ok, wrong } from '../../../values/finding.ts';
import type { ModelFetch } from './chat-completions.ts';
import type { ModelSettings } from './open-model.ts';

const CHECK = 'assistant model';
const WITHIN_MS = 5_000;
const MOST_BYTES = 1_000_000;
const ADVICE = 'Check ASSISTANT_MODEL_URL and whether the endpoint runs. The assistant answers by its grammar until then.';

/** Asks a configured model's endpoint for its list of models. This costs nothing, unlike a completion. */
export async function examineModel(
  { modelUrl, model, modelKey }: Pick<ModelSettings, 'modelUrl' | 'model' | 'modelKey'>,
  fetch: ModelFetch,
): Promise<readonly Finding[]> {
  if (modelUrl === undefined || model === undefined) return [];
  const url = `${modelUrl.replace(/\/+$/, '')}/models`;
  const headers = { accept: 'application/json', ...(modelKey === undefined ? {} : { authorization: `Bearer ${modelKey}` }) };
  const finding = await looked(CHECK, ADVICE, async () => {
    const response = await fetch(url, { method: 'GET', headers, redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
    const { status } = response;
    if (status === 401 || status === 403) return wrong(CHECK, `The endpoint refuses the key (${status}). Check ASSISTANT_MODEL_KEY.`);
    if (status === 404 || status === 405) return ok(CHECK, 'the endpoint answers; it has no list of models to compare with');
    if (status !== 200) return wrong(CHECK, `The endpoint answered with status ${status}. ${ADVICE}`);
    const names = namesIn(await textOf(response));
    if (names === null) return wrong(CHECK, `The endpoint answered with something that is not a list of models. ${ADVICE}`);
    if (names.includes(model) || names.includes(`${model}:latest`)) return ok(CHECK, `the endpoint has the model ${model}`);
    return wrong(CHECK, `The endpoint does not list the model ${model}. Set ASSISTANT_MODEL to one of its models.`);
  });
  return [finding];
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (body === null) return text;
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST_BYTES) return '';
  }
  return text;
}

function namesIn(text: string): readonly string[] | null {
  try {
    const { data } = JSON.parse(text) as { readonly data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.flatMap((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? [String(one.id)] : []));
  } catch {
    return null;
  }
}
