import type { WebBuild } from './build-web.ts';

export const ASSETS_PATH = '/inspector/assets';

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 ' +
  'fill=%22%231f5fd0%22/%3E%3Cpath d=%22M7 21h18l-3 4H10zM15 7v12H8zM17 10l7 9h-7z%22 fill=%22%23fff%22/%3E%3C/svg%3E';

/** Builds the inspector's HTML document. It contains no data of actors: its script reads all data from `/api/operator`. */
export function pageHtml({ script, style }: Pick<WebBuild, 'script' | 'style'>): string {
  const sheet = style === null ? '' : `<link rel="stylesheet" href="${ASSETS_PATH}/${style}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Coxswain inspector</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f8fa" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0e131a" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">
${sheet}<script type="module" src="${ASSETS_PATH}/${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The inspector needs JavaScript. Its data is also available over HTTP: see <a href="/api/docs">/api/docs</a>, under operator.</noscript>
</body>
</html>
`;
}
