import { httpUrl } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const tokenSafetySettings = defineSettings({
  of: 'tokenSafety',
  title: 'Safety of tokens',
  settings: {
    goplusUrl: httpUrl('GOPLUS_URL', {
      default: 'https://api.gopluslabs.io/api/v1',
      doc: 'Scans of tokens, for policies that ask for a score. Chains that it does not know are scanned by a simulated buy and sell.',
    }),
  },
});
