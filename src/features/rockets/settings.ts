import { text } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const rocketsSettings = defineSettings({
  of: 'rockets',
  title: 'Rockets',
  settings: {
    imageUrl: text('ROCKET_IMAGE_URL', {
      default: '',
      doc: 'The URL of the picture of a rocket (an NFT that earns points while it is staked). {level} is replaced by the level of the rocket, as in https://example.org/rocket-{level}.png. If it is empty, rockets have no pictures.',
    }),
  },
});
