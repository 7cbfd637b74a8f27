import type { ReactNode } from 'react';
import { AllTexts } from '@/components/i18n/lazy-part';

export default function ShareLayout({ children }: { children: ReactNode }) {
  return <AllTexts>{children}</AllTexts>;
}
