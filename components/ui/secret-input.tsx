import type { ComponentProps } from 'react';
import { Input } from './input';

/** A field for a key: never shown, never filled in or remembered by the browser or a password manager. */
export function SecretInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'autoComplete' | 'spellCheck'>) {
  return (
    <Input
      {...props}
      type="password"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      className="font-mono"
    />
  );
}
