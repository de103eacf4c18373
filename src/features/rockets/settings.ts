import { text } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const rocketsSettings = defineSettings({
  of: 'rockets',
  title: 'Rockets',
  settings: {
    imageUrl: text('ROCKET_IMAGE_URL', {
      default: '',
      doc: 'Where the picture of a rocket is, with {level} in place of the level: https://example.org/rocket-{level}.png. Empty: none.',
    }),
  },
});
