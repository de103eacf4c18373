import type { Responder } from '../../http/direct-routes.ts';
import { isUnchanged } from '../../http/is-unchanged.ts';
import { bareReply } from '../../http/reply.ts';
import { responseOf } from '../../http/response-of.ts';
import { refuseEmbedding } from '../../http/same-origin.ts';
import type { Log } from '../../platform/log/log.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { buildWeb, WEB_ENTRY, type WebAsset, type WebBuild } from './build-web.ts';
import { ASSETS_PATH, pageHtml } from './page-html.ts';

export type InspectorPagesDeps = {
  readonly log: Log;
  /**
   * Builds the script and the styles of the inspector's page. By default these are built from the inspector's sources; tests can pass
   * another build.
   */
  readonly build?: () => Promise<WebBuild>;
};

/**
 * Content security policy of the page: scripts, styles and requests only from and to this service; no framing, plugins or `<base>`
 * elements.
 */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE_HEADERS = Object.freeze({
  'content-type': 'text/html;charset=utf-8',
  'content-security-policy': PAGE_CSP,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept-Encoding',
} as const;

/**
 * Serves one HTML page at `/inspector` and every path under it; the page's script chooses the view by the path. The script and the styles
 * are at `/inspector/assets/<hash>.js` and `.css`. They are built at the first request; requests that arrive during the build wait for it.
 * A failed build is repeated at the next request.
 */
export function createInspectorPages({ log, build = () => buildWeb(WEB_ENTRY) }: InspectorPagesDeps): Readonly<Record<string, Responder>> {
  let building: Promise<WebBuild> | undefined;
  const built = (): Promise<WebBuild> => {
    building ??= build().catch((cause: unknown) => {
      building = undefined;
      log.error("The inspector's page could not be built", { error: cause });
      const message =
        "The inspector's page could not be built. The node's log contains the cause. The API under /api/operator still works.";
      throw new TerminalError({ code: 'inspector-build-failed', status: 500, message, cause });
    });
    return building;
  };

  const page: Responder = async (request, _params, { id }) => {
    refuseEmbedding(request);
    return responseOf(bareReply(pageHtml(await built()), { headers: PAGE_HEADERS }), id);
  };

  const asset: Responder = async (request, _params, { id }) => {
    refuseEmbedding(request);
    const { pathname } = new URL(request.url);
    const name = pathname.slice(ASSETS_PATH.length + 1);
    const found = (await built()).assets.get(name);
    if (found !== undefined) return responseOf(assetReply(found, name, request), id);
    const message = 'The inspector has no file with this name. After an upgrade, reload the page.';
    throw new TerminalError({ code: 'not-found', status: 404, message });
  };

  return { '/inspector': page, '/inspector/*': page, [`${ASSETS_PATH}/*`]: asset };
}

function assetReply(asset: WebAsset, name: string, request: Request): ReturnType<typeof bareReply> {
  const isGzip = takesGzip(request.headers.get('accept-encoding') ?? '');
  // A strong entity tag (ETag) identifies exact bytes, so the compressed variant of a file needs a tag of its own.
  const etag = `"${name}${isGzip ? '-gz' : ''}"`;
  const headers = { ...ASSET_HEADERS, 'content-type': asset.contentType, etag };
  if (isUnchanged(request.headers.get('if-none-match'), etag)) return bareReply(null, { status: 304, headers });
  if (!isGzip) return bareReply(asset.bytes, { headers });
  return bareReply(asset.gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
}

function takesGzip(accepted: string): boolean {
  return accepted.split(',').some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each));
}
