'use client';

import type { DropdownMenu } from 'radix-ui';
import { createContext, useContext } from 'react';

type Parts = Pick<typeof DropdownMenu, 'Item' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator' | 'Label' | 'Separator'>;

/** What rows of a menu are made of; there once a menu is open. */
export const MenuPartsContext = createContext<Parts | null>(null);

export function useMenuParts(): Parts {
  const parts = useContext(MenuPartsContext);
  if (parts === null) throw new Error('a row of a menu is outside of one');
  return parts;
}
