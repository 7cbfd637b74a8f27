'use client';

import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';

/** A password field whose text can be made visible for a moment. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useT();
  const [visible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Input type={visible ? 'text' : 'password'} className={clsx('pr-10', className)} spellCheck={false} {...rest} />
      <IconButton
        label={visible ? t('auth.hidePassword') : t('auth.showPassword')}
        size="small"
        className="absolute top-1 right-1"
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}
