import { fileURLToPath } from 'node:url';
import { type AnyElysia, Elysia } from 'elysia';
import { bareReply } from '../reply.ts';
import { contextOf } from '../request-context.ts';
import { responseTo } from '../response-of.ts';
import { openapiDocument } from './openapi-document.ts';

export type DocsDeps = {
  /**
   * The whole API, including the documentation routes. Its routes are listed when the OpenAPI document is first requested, because more
   * routes may be added before.
   */
  api: AnyElysia;
  version: string;
  /** Returns the current time, for examples that must not contain an old time. */
  now: () => number;
};

/** The files of Swagger UI, read from the installed package; the page loads nothing from other hosts. */
const ASSETS = {
  'swagger-ui.css': 'text/css;charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript;charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/**
 * Content security policy of the documentation page: scripts and requests only from this host. Inline styles and data URLs are allowed,
 * because Swagger UI needs them for styles and icons.
 */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Coxswain API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>The document itself: <a href="/api/docs/json">/api/docs/json</a></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts Swagger UI, in the dark or the light colours that the browser's user prefers. All groups are closed at first, so that the page
 * begins with the list of groups.
 */
const START_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
follow();
dark.addEventListener('change', follow);
window.ui = SwaggerUIBundle({
  url: '/api/docs/json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
});
`;

/** Serves the OpenAPI document (`GET /api/docs/json`, without the envelope) and a page that shows it (`GET /api/docs`). */
export function createDocsRoutes(deps: DocsDeps): AnyElysia {
  const app = new Elysia({ name: 'docs', prefix: '/docs' });
  /**
   * The OpenAPI document as encoded bytes. The bytes are cached, because encoding the document for each request takes many times as long as
   * sending it.
   */
  let document: Uint8Array<ArrayBuffer> | undefined;
  const send = (request: Request, body: Bun.BodyInit, headers: Record<string, string>) => {
    const { id, replies } = contextOf(request);
    return responseTo(bareReply(body, { headers: { 'cache-control': 'no-cache', ...headers } }), request, id, replies);
  };

  app.get('/json', ({ request }) => {
    document ??= new TextEncoder().encode(JSON.stringify(openapiDocument(deps.api, deps.version, deps.now())));
    return send(request, document, { 'content-type': 'application/json;charset=utf-8' });
  });
  app.get('', ({ request }) =>
    send(request, PAGE, {
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy': PAGE_CSP,
      'referrer-policy': 'no-referrer',
    }),
  );
  app.get('/start.js', ({ request }) => send(request, START_SCRIPT, { 'content-type': 'text/javascript;charset=utf-8' }));
  for (const [name, type] of Object.entries(ASSETS)) {
    const file = Bun.file(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
    app.get(`/${name}`, ({ request }) => send(request, file, { 'content-type': type, 'cache-control': 'public, max-age=3600' }));
  }
  return app;
}
