import './button.css';
import type { ComponentChildren, JSX } from 'preact';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'children' | 'class'> & {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly children: ComponentChildren;
};

export function Button({ look = 'plain', type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} class={`button button-${look}`}>
      {children}
    </button>
  );
}
