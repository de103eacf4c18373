import './copy-button.css';
import { useEffect, useState } from 'preact/hooks';
import { announce, toast } from './announce.tsx';

const SAID_MS = 1_500;

/**
 * A button that copies `text`.
 * @param what the kind of text, for the button's label: "id"
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(`${what} copied`);
    } catch {
      // Browsers allow access to the clipboard only on pages from https and from this machine.
      toast(`The browser does not let this page copy. Select the ${what} and copy it by hand.`, 'bad');
    }
  };
  return (
    <button type="button" class="copy-button" aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={copy}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {isCopied ? <path d="M3 8.5l3.2 3.2L13 4.8" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />}
      </svg>
    </button>
  );
}
