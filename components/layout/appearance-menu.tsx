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
        <Button variant="ghost" size="small">
          <Languages aria-hidden className="size-4" />
          <span className="sr-only">{label}</span>
          EN / 中文
        </Button>
      }
    >
      <AppearanceChoices />
    </Menu>
  );
}
