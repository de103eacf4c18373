import { httpUrl } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const tokenSafetySettings = defineSettings({
  of: 'tokenSafety',
  title: 'Safety of tokens',
  settings: {
    goplusUrl: httpUrl('GOPLUS_URL', {
      default: 'https://api.gopluslabs.io/api/v1',
      doc:
        'Scans of tokens, for policies that require a score. Tokens of chains that the scanner does not support are checked by a ' +
        'simulated buy and sell.',
    }),
  },
});
