import { httpUrl } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const tokenSafetySettings = defineSettings({
  of: 'tokenSafety',
  title: 'Safety of tokens',
  settings: {
    goplusUrl: httpUrl('GOPLUS_URL', {
      default: 'https://api.gopluslabs.io/api/v1',
      doc:
        'The URL of the GoPlus API, which scans tokens for policies that require a safety score. On chains that GoPlus does not ' +
        'support, tokens are checked with a simulated buy and sale.',
    }),
  },
});
