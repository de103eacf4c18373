import './kit/theme.css';
import './kit/table.css';
import { render } from 'preact';
import { startRouter } from './data/router.ts';
import { startSession } from './data/session.ts';
import { startKeys } from './kit/keys.ts';
import { showHidden } from './kit/show-hidden.ts';
import { Shell } from './shell/shell.tsx';

const place = document.getElementById('app');
if (place !== null) {
  showHidden();
  startRouter();
  startKeys();
  startSession();
  render(<Shell />, place);
}
