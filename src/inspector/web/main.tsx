import './app/theme.css';
import { render } from 'preact';

const place = document.getElementById('app');
if (place !== null) render(<h1>Coxswain inspector</h1>, place);
