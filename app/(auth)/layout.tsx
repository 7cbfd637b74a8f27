import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AllTexts } from '@/components/i18n/lazy-part';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AllTexts>
      <AuthFrame>{children}</AuthFrame>
    </AllTexts>
  );
}
