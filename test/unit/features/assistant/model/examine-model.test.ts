import { expect, test } from 'bun:test';
import { examineModel } from '../../../../../src/features/assistant/model/examine-model.ts';
import { assistantSettings } from '../../../../../src/features/assistant/settings.ts';
import { startModelServer } from '../../../../support/model-server.ts';
import { startReplayJson } from '../../../../support/replay-json.ts';

const KEY = 'sk-a-very-secret-key';
const examine = async (modelUrl: string | undefined, model = 'test-model') => {
  const [finding] = await examineModel({ modelUrl, model, modelKey: KEY }, fetch);
  expect(JSON.stringify(finding ?? {})).not.toContain(KEY);
  return finding;
};

test('without a model there is nothing to examine', async () => {
  expect(await examine(undefined)).toBeUndefined();
});

test('an endpoint that has the model is all right, and one that does not list it is not', async () => {
  using server = startModelServer({ models: ['test-model', 'llama3.1:latest'] });
  expect(await examine(server.url)).toMatchObject({ check: 'assistant model', isOk: true });
  expect(await examine(server.url, 'llama3.1')).toMatchObject({ isOk: true });
  expect(await examine(server.url, 'other')).toMatchObject({
    isOk: false,
    message: expect.stringContaining('does not list the model other'),
  });
});

test('an endpoint that refuses the key, fails, or is not there is not all right', async () => {
  using replay = startReplayJson(() => ({ data: 'no list' }));
  const messageOf = async (reply: () => Response) => {
    replay.next.push(reply);
    return (await examine(replay.url))?.message;
  };
  expect(await messageOf(() => Response.json({}, { status: 401 }))).toContain('refuses the key (401)');
  expect(await messageOf(() => Response.json({}, { status: 503 }))).toContain('status 503');
  expect(await messageOf(() => new Response('<html>'))).toContain('not a list of models');
  expect(await examine(replay.url)).toMatchObject({ isOk: false });
  replay.next.push(() => Response.json({}, { status: 404 }));
  expect(await examine(replay.url)).toMatchObject({ isOk: true });
  replay[Symbol.dispose]();
  expect(await examine(replay.url)).toMatchObject({ isOk: false, message: expect.stringContaining('ASSISTANT_MODEL_URL') });
});

test('the settings show the host of the model alone, and keep its key secret', () => {
  const { modelUrl, modelKey } = assistantSettings.settings;
  expect(modelUrl.say('https://user:pass@models.example.org/v1?key=k')).toBe('models.example.org');
  expect(modelKey.say(KEY)).toBe('set');
  expect(modelKey.secretsIn?.(KEY)).toEqual([KEY]);
});
