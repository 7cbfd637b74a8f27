'use client';

import { Languages } from 'lucide-react';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { AppearanceChoices } from './appearance-choices';

/** Theme and language for readers who are not signed in. */
export function AppearanceMenu({ label }: { label: string }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="small" aria-label={label}>
          <Languages aria-hidden className="size-4" />
          EN / 中文
        </Button>
      }
    >
      <AppearanceChoices />
    </Menu>
  );
}
