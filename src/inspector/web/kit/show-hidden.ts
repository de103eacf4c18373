import { options } from 'preact';
import { withHiddenShown } from './hidden-characters.ts';

/** HTML attributes whose text the browser shows or a screen reader speaks. Invisible characters in their values are made visible. */
const TEXT_ATTRIBUTES = ['title', 'aria-label', 'aria-valuetext', 'aria-description', 'alt'] as const;

/**
 * Makes hidden characters visible in every text of the page. This happens in a hook of the rendering, so that it applies to every
 * component. Call once, before the first rendering.
 */
export function showHidden(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type } = vnode;
    // In Preact, a virtual node of a text has no type, and its props are the text itself.
    const props: unknown = vnode.props;
    if (typeof props === 'string') Object.assign(vnode, { props: withHiddenShown(props) });
    else if (typeof type === 'string' && isRecord(props)) {
      for (const name of TEXT_ATTRIBUTES) {
        const value = props[name];
        if (typeof value === 'string') props[name] = withHiddenShown(value);
      }
    }
    before?.(vnode);
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
