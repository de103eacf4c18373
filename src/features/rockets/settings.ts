import { text } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const rocketsSettings = defineSettings({
  of: 'rockets',
  title: 'Rockets',
  settings: {
    imageUrl: text('ROCKET_IMAGE_URL', {
      default: '',
      doc: 'The URL of the picture of a rocket, with {level} as placeholder for its level: https://example.org/rocket-{level}.png. Empty: no pictures.',
    }),
  },
});
