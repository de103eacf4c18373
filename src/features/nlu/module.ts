import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { createNlu, NLU_LOG } from './create-nlu.ts';
import { createWitRoutes } from './wit-routes.ts';

/** The module for the legacy natural-language route. */
export const nlu = defineModule({
  name: 'nlu',
  needs: { catalog: true },
  actors: [],
  collections: [NLU_LOG],
  tag: { name: 'nlu', description: 'The natural-language route of earlier clients.' },
  start({ records, clock, ids }, { catalog: { networks } }: { readonly catalog: Catalog }) {
    return {
      gives: null,
      routes: [createWitRoutes({ nlu: createNlu({ records, networks, clock, ids }) })],
      strangers: { rows: [rowsOf(records, NLU_LOG, MOST_UNPROVED)] },
    };
  },
});
