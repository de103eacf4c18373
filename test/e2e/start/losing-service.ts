// The real program, with a route whose work loses errors.
import { breakages } from '../../hostile/breakages.ts';
import { breakModule } from '../../support/break-module.ts';

breakModule(breakages, 'errors-are-lost');
await import('../../../src/main.ts');
