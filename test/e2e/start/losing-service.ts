// The real program, with a route that loses errors.
import { breakages } from '../../hostile/breakages.ts';
import { breakModule } from '../../support/break-module.ts';

breakModule(breakages, 'errors-are-lost');
await import('../../../src/main.ts');
