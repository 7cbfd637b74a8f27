import { cloneElement, type HTMLAttributes, type ReactElement } from 'react';

type Attributes = HTMLAttributes<HTMLElement> & { readonly [data: `data-${string}`]: unknown };

/** The element with these attributes; where both have a handler of the same name, both are called, its own first. */
export function withHandlers(element: ReactElement, added: Attributes): ReactElement {
  const own = element.props as Readonly<Record<string, unknown>>;
  const merged = Object.entries(added).map(([name, value]) => {
    const before = own[name];
    if (typeof value !== 'function' || typeof before !== 'function') return [name, value];
    return [
      name,
      (event: unknown) => {
        before(event);
        value(event);
      },
    ];
  });
  return cloneElement(element, Object.fromEntries(merged));
}
