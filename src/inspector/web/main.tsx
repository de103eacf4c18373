import './app/theme.css';
import './app/table.css';
import { render } from 'preact';
import { startKeys } from './app/keys.ts';
import { startRouter } from './app/router.ts';
import { startSession } from './app/session.ts';
import { Shell } from './app/shell.tsx';
import { showHidden } from './app/show-hidden.ts';

const place = document.getElementById('app');
if (place !== null) {
  showHidden();
  startRouter();
  startKeys();
  startSession();
  render(<Shell />, place);
}
