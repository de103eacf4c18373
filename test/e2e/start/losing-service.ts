// The real program, with an additional route whose errors nobody handles.
import { breakages } from '../../hostile/breakages.ts';
import { breakModule } from '../../support/break-module.ts';

breakModule(breakages, 'errors-are-lost');
await import('../../../src/main.ts');
