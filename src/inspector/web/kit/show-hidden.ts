import { options } from 'preact';
import { withHiddenShown } from './hidden-characters.ts';

/** What is read out or shown of an element beside its text. */
const TEXT_ATTRIBUTES = ['title', 'aria-label', 'aria-valuetext', 'aria-description', 'alt'] as const;

/** Shows hidden characters in every text of the page: in one place, so that no component can forget it. Call once, before anything is drawn. */
export function showHidden(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type } = vnode;
    // A text is a node without a type, which has the text for its props.
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
