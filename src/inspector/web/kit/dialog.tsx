import './dialog.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons of the dialog, shown at the lower right beside "Close". */
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
};

/**
 * A modal dialog based on the HTML element `dialog`, which keeps the focus inside, closes on Escape and then restores the focus. The dialog
 * is open while it is rendered.
 */
export function Dialog({ title, onClose, children, actions, isWide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog is a convenience; Escape and the button do the same.
    <dialog
      ref={ref}
      class={`dialog ${isWide ? 'dialog-wide' : ''}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) ref.current?.close();
      }}
    >
      <div class="dialog-inside">
        <h2 id={id}>{title}</h2>
        <div class="dialog-body">{children}</div>
        <div class="dialog-actions">
          <Button onClick={() => ref.current?.close()}>Close</Button>
          {actions}
        </div>
      </div>
    </dialog>
  );
}
