import type { Devnet } from '../../devnet/start-devnet.ts';
import { defineModule } from '../../module/module.ts';
import type { Catalog } from '../catalog/module.ts';
import { openDevnet } from './open-devnet.ts';
import { devnetSettings } from './settings.ts';

/**
 * The local chain (devnet), which runs if the settings turn it on. `rpcUrl` is null when it does not run. After the start, the store
 * contains the devnet's Network and Token records.
 */
export type LocalDevnet = { readonly rpcUrl: string | null };

export const devnet = defineModule({
  name: 'devnet',
  needs: { catalog: true },
  actors: [],
  collections: [],
  settings: devnetSettings,
  async start({ config, clock, log }, { catalog }: { readonly catalog: Catalog }, { isEnabled, port }) {
    const running: Devnet | null = isEnabled ? await openDevnet({ ...config, port }, { ...catalog, clock, log }) : null;
    const gives: LocalDevnet = { rpcUrl: running?.rpcUrl ?? null };
    return { gives, stop: async () => void (await running?.stop()) };
  },
});
