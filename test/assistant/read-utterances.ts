import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTENTS, type Intent } from '../../src/features/assistant/understanding/agent-service.ts';

/** A labelled message. `none`: nothing may be done for it. */
export type Utterance = {
  readonly set: string;
  readonly intent: Intent | 'none';
  readonly text: string;
  readonly slots: Readonly<Record<string, string>>;
};

const folder = join(import.meta.dir, 'utterances');

/** Reads lines such as `quotes | swap 1 eth to usdc | amount=1 fromToken=ETH` of all sets, or of one. */
export function readUtterances(only?: string): readonly Utterance[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => {
      const set = file.split('/')[0] ?? file;
      if (only !== undefined && set !== only) return [];
      return readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => utteranceOf(line, set));
    });
}

function utteranceOf(line: string, set: string): Utterance {
  const [intent = '', text = '', slots = ''] = line.split(' | ').map((part) => part.replace(/ \|$/, '').trim());
  const known = INTENTS.find((one) => one === intent);
  if (known === undefined && intent !== 'none') throw new Error(`No intent "${intent}": ${line}`);
  const pairs = slots.split(' ').filter((pair) => pair !== '');
  return {
    set,
    intent: known ?? 'none',
    text,
    slots: Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)])),
  };
}
