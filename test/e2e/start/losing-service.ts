// The real program, with a route whose work loses errors.
import { breakModule } from '../../hostile/breakages.ts';

breakModule('errors-are-lost');
await import('../../../src/main.ts');
