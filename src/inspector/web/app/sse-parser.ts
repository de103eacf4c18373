/** One event of a stream of server-sent events. */
export type SseFrame = { readonly event: string; readonly id: string | null; readonly data: string };

/**
 * Takes text as it comes and gives each frame once it is whole. By the WHATWG rules for event streams, but for `retry`, which our service does
 * not send. The browser's EventSource can neither be told where to resume nor says why it was refused (401): so we read streams ourselves.
 */
export function createSseParser(onFrame: (frame: SseFrame) => void): (text: string) => void {
  let rest = '';
  let event = '';
  let id: string | null = null;
  let data: string[] = [];

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) onFrame({ event: event === '' ? 'message' : event, id, data: data.join('\n') });
      event = '';
      id = null;
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (text) => {
    rest += text;
    // A CR at the end may be half of a CRLF.
    const isOpen = rest.endsWith('\r');
    const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + (isOpen ? '\r' : '');
    for (const each of lines) line(each);
  };
}
